// Package hir is the React Compiler's high-level intermediate representation
// (HIR): the data model, its text form, block orders, visitors and
// well-formedness.
//
// # Concepts
//
// A [Function] is a control flow graph of [Block]s. A block holds phis,
// instructions and one [Terminal]. An [Instruction] computes one value from
// operand [Place]s, may define further places (StoreLocal, Destructure, ...)
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
package hir
