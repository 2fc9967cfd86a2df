package oracle

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/hir"
)

// Kind names the invariant that a Violation breaks.
type Kind uint8

// The kinds, in the order in which violations at one place are listed.
const (
	// KindMalformed: hir.Check finds the function ill-formed: something that is
	// named does not exist, or is listed twice, or does not fit its kind. It is
	// reported alone, since every other check assumes well-formed functions.
	KindMalformed Kind = iota + 1

	// KindOuterContext: a top-level function captures variables.
	KindOuterContext
	// KindContextTwice: a nested function lists a captured variable twice.
	KindContextTwice
	// KindContextMissing (weak): a nested function reads a variable of an
	// enclosing function that is not among its captured variables. The value it
	// reads is still well-defined.
	KindContextMissing
	// KindEntryPreds: an entry block has predecessors.
	KindEntryPreds
	// KindPredMissing: an edge's source is not among the target's predecessors.
	KindPredMissing
	// KindPredStray: a block lists a predecessor from which no edge comes.
	KindPredStray
	// KindPredOrder (weak): the predecessors are right, but not in the order in
	// which a depth-first walk meets the edges.
	KindPredOrder
	// KindBlockUnreachable: a block is neither reachable nor the fallthrough of a
	// reachable terminal, and does more than be unreachable.
	KindBlockUnreachable
	// KindStrayUnreachable (weak): an empty, unreachable block that is nobody's
	// fallthrough. The React Compiler leaves such blocks where it turned a
	// do-while or try into a goto.
	KindStrayUnreachable
	// KindFallthroughNotEmpty: a block that is kept only as a fallthrough holds
	// code.
	KindFallthroughNotEmpty
	// KindNotReversePostorder: the reachable blocks do not stand in a reverse
	// postorder of any depth-first walk.
	KindNotReversePostorder
	// KindBlockOrder (weak): the blocks stand in a reverse postorder, but not in
	// that of the React Compiler.
	KindBlockOrder
	// KindInstructionOrder: instruction ids do not increase over the block list.
	KindInstructionOrder
	// KindFallthroughShared: two terminals that are not branches have the same
	// fallthrough.
	KindFallthroughShared
	// KindLvalueNamed: the lvalue of an instruction is not an unnamed temporary.
	KindLvalueNamed
	// KindLvalueReassigned: two instructions have the same lvalue.
	KindLvalueReassigned
	// KindPhiBeforeSSA: a phi stands in the form before SSA.
	KindPhiBeforeSSA

	// KindPhiWithoutPreds: a block without predecessors holds a phi.
	KindPhiWithoutPreds
	// KindPhiOperandMissing: a phi has no operand for a predecessor.
	KindPhiOperandMissing
	// KindPhiOperandStray: a phi has an operand for a block that is no predecessor.
	KindPhiOperandStray
	// KindPhiDeclaration: a phi merges versions of different declarations.
	KindPhiDeclaration
	// KindDefinedTwice: an identifier has two definitions.
	KindDefinedTwice
	// KindUndefinedVersion: an identifier that was made as a version of another
	// is read, but has no definition.
	KindUndefinedVersion
	// KindUseNotDominated: the definition of an identifier does not dominate one
	// of its uses.
	KindUseNotDominated
	// KindPhiOperandNotDominated: the definition of a phi operand does not
	// dominate the end of the predecessor.
	KindPhiOperandNotDominated

	// KindFunctionChanged: name, parameters or other properties of a function
	// differ.
	KindFunctionChanged
	// KindBlockLost: a block of the input is gone.
	KindBlockLost
	// KindBlockAdded: a block is not in the input.
	KindBlockAdded
	// KindBlockChanged: the kind of a block differs.
	KindBlockChanged
	// KindInstructionLost: an instruction of the input is gone.
	KindInstructionLost
	// KindInstructionAdded: an instruction is not in the input.
	KindInstructionAdded
	// KindInstructionChanged: an instruction computes something else.
	KindInstructionChanged
	// KindTerminalChanged: a terminal does something else or goes elsewhere.
	KindTerminalChanged
	// KindInstructionID (weak): an instruction or terminal has another id.
	KindInstructionID
	// KindAnnotation (weak): the effect, the reactive mark or an effect line of a
	// place or instruction differs. No pass interprets these.
	KindAnnotation
	// KindUnprinted (weak): a detail differs that the printed form does not show.
	KindUnprinted
	// KindName (weak): a version has another name than its variable.
	KindName
	// KindFixedPlace: a place that SSA construction must not rename is another.
	KindFixedPlace
	// KindWrongValue: on some path a place reads a value other than in the input.
	KindWrongValue
	// KindVersionOfTwo: one identifier stands for two variables of the input.
	KindVersionOfTwo
	// KindPhiChanged: elimination of phis added or changed a phi.
	KindPhiChanged
	// KindReplacement: elimination of phis replaced an identifier that it must
	// leave alone, or one identifier by two.
	KindReplacement
	// KindPhiLeft: elimination of phis left a phi that merges one value only.
	KindPhiLeft

	// KindIDGap: instructions and terminals do not have the ids 1, 2, ... .
	KindIDGap
	// KindIdentifierChanged: name, type or scope of an identifier differ.
	KindIdentifierChanged
	// KindPlaceChanged: a place is another identifier.
	KindPlaceChanged
	// KindRangeChanged: the range of a scope or identifier differs that the
	// conversion must leave alone.
	KindRangeChanged
	// KindScopeRange: the range of a scope is none of the function's.
	KindScopeRange
	// KindScopeNesting: scopes and constructs do not form a tree.
	KindScopeNesting
	// KindScopeLoopTest: a scope lasts from the body of a do-while into its test.
	KindScopeLoopTest
	// KindScopeEntry: control can enter a scope other than at its start.
	KindScopeEntry
	// KindScopeHandler: an exception from outside leads into the middle of a scope.
	KindScopeHandler
	// KindScopeExit: control can leave a scope other than at its end, without leaving
	// or repeating a construct around it.
	KindScopeExit
	// KindScopeLost: a scope has no terminal.
	KindScopeLost
	// KindScopeTwice: a scope has two terminals.
	KindScopeTwice
	// KindScopeAdded: a terminal is of a scope that the input does not have.
	KindScopeAdded
	// KindScopeBounds: the range of a scope does not reach from its terminal to its
	// fallthrough.
	KindScopeBounds
	// KindScopeMembers: the range of a scope holds other instructions than before.
	KindScopeMembers
	// KindScopeCut: a block is cut where no scope starts or ends, or not where one
	// does, or in the wrong order.
	KindScopeCut
	// KindScopePiece: a piece of a block that was cut is wrong.
	KindScopePiece
	// KindInstructionsMoved: instructions stand in another order.
	KindInstructionsMoved
	// KindPhiOperandBlock: an operand of a phi is not under the block that ends in
	// its edge.
	KindPhiOperandBlock
	// KindPhiOperandOrder (weak): the operands of a phi stand in another order.
	KindPhiOperandOrder
	// KindScopeShrunk: alignment or merging took something from a range.
	KindScopeShrunk
	// KindScopeAlignment: the range of a scope is not the one that alignment demands.
	KindScopeAlignment
	// KindScopesApart: merging did not join two scopes.
	KindScopesApart
	// KindScopesJoined: merging joined scopes that it must leave apart.
	KindScopesJoined

	numKinds
)

var kindInfo = [numKinds]struct {
	name string
	text string
	weak bool
}{
	KindMalformed:              {"malformed", "the function is ill-formed", false},
	KindOuterContext:           {"outer-context", "a top-level function captures no variables", false},
	KindContextTwice:           {"context-twice", "a captured variable is listed once", false},
	KindContextMissing:         {"context-missing", "an outer variable that a nested function reads is captured", true},
	KindEntryPreds:             {"entry-preds", "an entry block has no predecessors", false},
	KindPredMissing:            {"pred-missing", "each edge's source is among the target's predecessors", false},
	KindPredStray:              {"pred-stray", "an edge comes from each predecessor", false},
	KindPredOrder:              {"pred-order", "predecessors stand in the order of a depth-first walk", true},
	KindBlockUnreachable:       {"block-unreachable", "each block is reachable or the fallthrough of a reachable terminal", false},
	KindStrayUnreachable:       {"stray-unreachable", "an unreachable block is the fallthrough of a reachable terminal", true},
	KindFallthroughNotEmpty:    {"fallthrough-not-empty", "a block kept only as a fallthrough is empty and ends with unreachable", false},
	KindNotReversePostorder:    {"not-reverse-postorder", "blocks stand in reverse postorder", false},
	KindBlockOrder:             {"block-order", "blocks stand in the reverse postorder that walks fallthroughs first and successors last to first", true},
	KindInstructionOrder:       {"instruction-order", "instruction ids increase over the blocks, from 1 or more", false},
	KindFallthroughShared:      {"fallthrough-shared", "only branches share a fallthrough", false},
	KindLvalueNamed:            {"lvalue-named", "the lvalue of an instruction is an unnamed temporary", false},
	KindLvalueReassigned:       {"lvalue-reassigned", "each lvalue of an instruction is assigned once", false},
	KindPhiBeforeSSA:           {"phi-before-ssa", "there are no phis before SSA", false},
	KindPhiWithoutPreds:        {"phi-without-preds", "a block with phis has predecessors", false},
	KindPhiOperandMissing:      {"phi-operand-missing", "a phi has an operand for each predecessor", false},
	KindPhiOperandStray:        {"phi-operand-stray", "a phi has operands for predecessors only", false},
	KindPhiDeclaration:         {"phi-declaration", "a phi merges versions of one declaration", false},
	KindDefinedTwice:           {"defined-twice", "each identifier has one definition", false},
	KindUndefinedVersion:       {"undefined-version", "a version of a variable has a definition", false},
	KindUseNotDominated:        {"use-not-dominated", "a definition dominates its uses", false},
	KindPhiOperandNotDominated: {"phi-operand-not-dominated", "the definition of a phi operand dominates the end of the predecessor", false},
	KindFunctionChanged:        {"function-changed", "the function's head is unchanged", false},
	KindBlockLost:              {"block-lost", "no block is lost", false},
	KindBlockAdded:             {"block-added", "no block is added", false},
	KindBlockChanged:           {"block-changed", "the kind of a block is unchanged", false},
	KindInstructionLost:        {"instruction-lost", "no instruction is lost", false},
	KindInstructionAdded:       {"instruction-added", "no instruction is added", false},
	KindInstructionChanged:     {"instruction-changed", "an instruction computes what it did", false},
	KindTerminalChanged:        {"terminal-changed", "a terminal goes where it did", false},
	KindInstructionID:          {"instruction-id", "instruction ids are unchanged", true},
	KindAnnotation:             {"annotation", "effects and reactive marks are unchanged", true},
	KindUnprinted:              {"unprinted", "details that are not printed are unchanged", true},
	KindName:                   {"name", "a version has the name of its variable", true},
	KindFixedPlace:             {"fixed-place", "a place that SSA construction leaves alone is unchanged", false},
	KindWrongValue:             {"wrong-value", "on every path a place reads the value it read in the input", false},
	KindVersionOfTwo:           {"version-of-two", "an identifier is a version of one variable", false},
	KindPhiChanged:             {"phi-changed", "elimination adds no phi and changes none that stay", false},
	KindReplacement:            {"replacement", "elimination replaces phis it removes, each by one identifier, and nothing else", false},
	KindPhiLeft:                {"phi-left", "elimination leaves no phi that merges one value only", false},
	KindIDGap:                  {"id-gap", "instructions and terminals have the ids 1, 2, ... in block order", false},
	KindIdentifierChanged:      {"identifier-changed", "name, type and scope of an identifier are unchanged", false},
	KindPlaceChanged:           {"place-changed", "places are unchanged", false},
	KindRangeChanged:           {"range-changed", "other ranges are unchanged", false},
	KindScopeRange:             {"scope-range", "the range of a scope is one of the function's instructions", false},
	KindScopeNesting:           {"scope-nesting", "scopes and constructs form a tree", false},
	KindScopeLoopTest:          {"scope-loop-test", "no scope lasts from the body of a do-while into its test", false},
	KindScopeEntry:             {"scope-entry", "control enters a scope at its start only", false},
	KindScopeHandler:           {"scope-handler", "handlers are not in scopes that do not hold all that they are for", false},
	KindScopeExit:              {"scope-exit", "control leaves a scope at its end, or with a construct around it", false},
	KindScopeLost:              {"scope-lost", "each scope has a terminal", false},
	KindScopeTwice:             {"scope-twice", "each scope has one terminal", false},
	KindScopeAdded:             {"scope-added", "each scope terminal is of a scope of the input", false},
	KindScopeBounds:            {"scope-bounds", "the range of a scope reaches from its terminal to its fallthrough", false},
	KindScopeMembers:           {"scope-members", "a scope holds the instructions that its range held", false},
	KindScopeCut:               {"scope-cut", "blocks are cut where scopes start and end, and nowhere else", false},
	KindScopePiece:             {"scope-piece", "the pieces of a block lead to each other only", false},
	KindInstructionsMoved:      {"instructions-moved", "instructions stand in the same order", false},
	KindPhiOperandBlock:        {"phi-operand-block", "an operand of a phi is under the block that ends in its edge", false},
	KindPhiOperandOrder:        {"phi-operand-order", "operands under blocks that were cut come last, else the order is as before", true},
	KindScopeShrunk:            {"scope-shrunk", "ranges of scopes only grow", false},
	KindScopeAlignment:         {"scope-alignment", "a scope holds the constructs that alignment gives it, and no more", false},
	KindScopesApart:            {"scopes-apart", "scopes that cannot nest are joined", false},
	KindScopesJoined:           {"scopes-joined", "only scopes that cannot nest are joined", false},
}

// Kinds lists all kinds.
func Kinds() []Kind {
	var ks []Kind
	for k := KindMalformed; k < numKinds; k++ {
		ks = append(ks, k)
	}
	return ks
}

// String returns the kind's name, a few words joined by hyphens.
func (k Kind) String() string { return kindInfo[k].name }

// Invariant returns the sentence that the violation contradicts.
func (k Kind) Invariant() string { return kindInfo[k].text }

// Weak reports whether the invariant is one of order, numbering or annotation:
// a function that violates only weak ones still means the same, but it is not
// what the React Compiler would have made.
func (k Kind) Weak() bool { return kindInfo[k].weak }

// Violation is one violated invariant.
type Violation struct {
	Kind Kind
	// Function is the name of the function, after those of the functions around
	// it, separated by slashes.
	Function string
	// Block is NoBlock, Instr 0 and Identifier NoIdentifier where they say
	// nothing. Name is the source name of Identifier.
	Block      hir.BlockID
	Instr      hir.InstructionID
	Identifier hir.IdentifierID
	Name       string
	// Expected and Found say what should stand there and what does.
	Expected, Found string
	// Path leads from the entry to the block on a way that shows the violation,
	// for kinds that speak of paths. Blocks of a nested function follow the block
	// that holds it.
	Path []hir.BlockID

	// at orders violations by place.
	at location
}

// location is a place in a flattened function tree.
type location struct {
	fn    int32
	block int32 // position over all functions; -1 for the function's head
	instr int32 // position in the block; -1 for its head and phis, the number of instructions for its terminal
}

// Message returns "function f, block bb1, instruction 3: wrong-value: x$5:
// expected ..., found ...", without the parts that are absent.
func (v *Violation) Message() string {
	var b strings.Builder
	b.WriteString(hir.Location(v.Function, v.Block, v.Instr))
	b.WriteString(": ")
	b.WriteString(v.Kind.String())
	b.WriteString(": ")
	if v.Identifier != hir.NoIdentifier {
		b.WriteString(identifierText(v.Name, v.Identifier))
		b.WriteString(": ")
	}
	if v.Expected == "" && v.Found == "" {
		b.WriteString(v.Kind.Invariant())
	} else {
		b.WriteString("expected ")
		b.WriteString(orNothing(v.Expected))
		b.WriteString(", found ")
		b.WriteString(orNothing(v.Found))
	}
	if len(v.Path) > 0 {
		b.WriteString(", on the path")
		appendPath(&b, v.Path)
	}
	return b.String()
}

// maxPrintedPath bounds the blocks of a path in a message; the middle of a
// longer one is left out.
const maxPrintedPath = 24

func appendPath(b *strings.Builder, path []hir.BlockID) {
	for i, id := range path {
		if len(path) > maxPrintedPath && i == maxPrintedPath/2 {
			b.WriteString(" ...")
		}
		if len(path) > maxPrintedPath && i >= maxPrintedPath/2 && i < len(path)-maxPrintedPath/2 {
			continue
		}
		b.WriteByte(' ')
		b.WriteString(id.String())
	}
}

// Error returns Message.
func (v *Violation) Error() string { return v.Message() }

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

func identifierText(name string, id hir.IdentifierID) string {
	return name + "$" + strconv.Itoa(int(id))
}

// Violations is a list of violations as an error.
type Violations []*Violation

// Error lists the messages, one a line.
func (vs Violations) Error() string {
	var b strings.Builder
	for i, v := range vs {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(v.Message())
	}
	return b.String()
}

// Err returns vs as an error, or nil if it is empty.
func (vs Violations) Err() error {
	if len(vs) == 0 {
		return nil
	}
	return vs
}

// Strong returns the violations whose kind is not weak.
func Strong(vs []*Violation) []*Violation {
	var out []*Violation
	for _, v := range vs {
		if !v.Kind.Weak() {
			out = append(out, v)
		}
	}
	return out
}

// sortViolations orders violations by place, those at one place by kind.
func sortViolations(vs []*Violation) {
	slices.SortStableFunc(vs, func(a, b *Violation) int {
		return cmp.Or(
			cmp.Compare(a.at.fn, b.at.fn), cmp.Compare(a.at.block, b.at.block),
			cmp.Compare(a.at.instr, b.at.instr), cmp.Compare(a.Kind, b.Kind),
		)
	})
}
