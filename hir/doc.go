// Package hir is the React Compiler's high-level intermediate representation
// (HIR): the data model, its text form, block orders, visitors and
// well-formedness.
//
// # Concepts
//
// A [Function] is a control flow graph of blocks ([Block]). A block holds phis,
// instructions and one [Terminal]. An [Instruction] computes one value from
// operands ([Place]), may define further places (StoreLocal, Destructure, ...)
// and always defines its own unnamed temporary, the lvalue:
//
//	bb0 (block):
//	  [1] <unknown> $0 = 2
//	  [2] <unknown> $2 = StoreLocal Let <unknown> y$1 = <unknown> $0
//	  [3] If (<unknown> $0) then:bb2 else:bb1 fallthrough=bb1
//
// A terminal names the blocks control goes to (its successors) and, for a
// structured construct, the fallthrough: the block that follows the construct.
// A fallthrough is never an edge.
//
// Nested functions are operands of FunctionExpression and ObjectMethod
// instructions. A function and all functions nested in it share one [Env], so
// identifier, block and scope ids are unique over the whole tree; instruction
// ids are per function.
//
// # Representation
//
// Ids are small integers and index tables: an [IdentifierID] is an index into
// Env.Identifiers, a [ScopeID] into Env.Scopes. A Place is eight bytes. The
// operands of every instruction and terminal stand in one slice in visiting
// order, and what else an instruction carries (a literal, a pattern, a key)
// stands in an immutable payload, so passes that only care for definitions and
// uses need no knowledge of the forty-three kinds of value.
//
// Strings of JavaScript are sequences of 16-bit units. In Go strings they are
// WTF-8: UTF-8, but a surrogate without its other half stands as the three bytes
// that UTF-8 would have for it. [AppendUTF16] and [UTF16] convert.
//
// # Text
//
// [Function.Text] prints what the React Compiler prints, byte for byte, and
// [Read] reads it: Read is exact, so that printing gives back the text. What no
// pass here interprets (types, effects, the lists of scopes) is carried along;
// identifiers in it are kept apart and print with their present name and scope.
//
// Read also accepts an abridged short form, as documents show it: without
// effects, header, lvalues, block kinds, predecessors or terminals, with
// comments from // to the end of the line, "..." where instructions are left
// out, ranges at the first mention of a scope only, and any indentation. It
// prints again in the short form, without the comments. Between a header and the
// first block every line is a directive, even a blank one or a comment.
//
// The React Compiler's form leaves some things out. They read like this:
//
//   - Identifier.Decl is the identifier itself.
//   - The range of an identifier, not printed unless it is longer than one
//     instruction, is the zero Range. That of a scope is [n, n+1) for the
//     instruction n that defines an identifier of the scope first.
//   - Identifier.RangeScope is the scope, or if there is none the one that the
//     property of a method call shares its range with.
//   - The next ids follow the largest ones in the text.
//   - Unary operators, cooked text of templates, and what Type, Async, Generator
//     and GotoTry say are absent.
//   - Numbers that JSON does not have are null, and -0 is 0.
//   - A property is a method if its value is the lvalue of an ObjectMethod above.
//   - The entry is the first block.
//
// Counters and scope ranges can be given beside the text ([ReadOptions]). And
// with PrintOptions.Annotate the text says, in comments that start with //@,
// whatever would read wrong; it reads back to the same model:
//
//	[3] <unknown> $4 = Unary <unknown> $3 //@ $4=2 op=!
//
// Some texts print ambiguously, since nothing in them is escaped. A key in
// quotes ends at the first quote that a colon, a place, and a comma or brace
// follow; the name of a module at the first quote at the end of a line; a name
// hint at the first parenthesis after which the line is as a header must be. A
// dependency of StartMemoize that looks like an identifier is one if a place
// mentions it by the same name, else a global.
//
// Ids index tables. So that few bytes cannot ask for much memory, an id may be
// at most 65536 + 16 times the length of the function's text; a larger one is
// an error.
//
// An error is a [*ReadError] with file, line and column. Columns count bytes
// from 1. What is read need not be well-formed: [Check] tells.
package hir
