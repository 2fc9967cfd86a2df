package hir

import (
	"fmt"
	"strings"
)

// FormError says how a function is not well-formed, and where.
type FormError struct {
	Function string
	Block    BlockID       // or NoBlock
	Instr    InstructionID // or 0
	// Msg says what was expected and what was found.
	Msg string
}

// Error returns "function f, block bb1, instruction 3: message".
func (e *FormError) Error() string { return Location(e.Function, e.Block, e.Instr) + ": " + e.Msg }

// Check returns all ways in which f is not well-formed. It says nothing of what
// only some stages demand (SSA form, orders, preds that fit the edges), but that
// the model means something and prints as text that reads back:
//
//   - ids are in their tables, block ids are unique over the function tree;
//   - the entry, all targets and fallthroughs, and all blocks in preds and phis
//     exist in the same function; no pred and no phi operand is there twice;
//   - operands, definitions and payloads fit the kind of the instruction;
//   - blocks have terminals, and targets, cases and operands fit their kind;
//   - names and other texts have no characters that they cannot have.
//
// All other code may assume a function for which Check returns nothing.
func Check(f *Function) []*FormError {
	c := checker{env: f.Env}
	if c.env == nil {
		c.f = f
		c.fail(NoBlock, 0, "expected an Env, found none")
		return c.errs
	}
	c.f = f
	c.environment()
	c.work = append(c.work, f)
	for len(c.work) > 0 {
		c.f = c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		c.function(c.f == f)
	}
	return c.errs
}

// checker collects the errors of one function tree.
type checker struct {
	env  *Env
	errs []*FormError
	f    *Function
	// b and id are where the checker is.
	b    BlockID
	id   InstructionID
	work []*Function
	// owner holds for each block id the function with that block, if there is
	// more than one function.
	owner map[BlockID]*Function
	// stamp finds blocks that are listed twice: it holds by position the last
	// list that had the block.
	stamp []int32
	list  int32
}

func (c *checker) fail(b BlockID, id InstructionID, format string, args ...any) {
	c.errs = append(c.errs, &FormError{Function: c.f.ID, Block: b, Instr: id, Msg: fmt.Sprintf(format, args...)})
}

// bad adds an error at the present place.
func (c *checker) bad(format string, args ...any) { c.fail(c.b, c.id, format, args...) }

func (c *checker) environment() {
	c.b, c.id = NoBlock, 0
	e := c.env
	scope := func(i int, what string, s ScopeID) {
		if s != NoScope && uint(s) >= uint(len(e.Scopes)) {
			c.bad("identifier $%d: expected a %s below %d, found %d", i, what, len(e.Scopes), s)
		}
	}
	for i := range e.Identifiers {
		id := &e.Identifiers[i]
		if uint(id.Decl) >= uint(len(e.Identifiers)) {
			c.bad("identifier $%d: expected a declaration below %d, found %d", i, len(e.Identifiers), id.Decl)
		}
		scope(i, "scope", id.Scope)
		scope(i, "range scope", id.RangeScope)
		if id.Name != "" && !isName(strings.TrimPrefix(id.Name, "#")) || !isText(id.Name) {
			c.bad("identifier $%d: expected a name, found %q", i, id.Name)
		}
		if id.Type != "" && !isType(id.Type) {
			c.bad("identifier $%d: expected a type such as \":TObject<shape>\", found %q", i, id.Type)
		}
		if id.Range.Start < 0 || id.Range.End < 0 {
			c.bad("identifier $%d: expected a range of instruction ids, found [%d:%d]", i, id.Range.Start, id.Range.End)
		}
	}
	for i := range e.Scopes {
		s := &e.Scopes[i]
		if s.Range.Start < 0 || s.Range.End < 0 {
			c.bad("scope @%d: expected a range of instruction ids, found [%d:%d]", i, s.Range.Start, s.Range.End)
		}
		c.refText(s.Dependencies)
		c.refText(s.Declarations)
		c.refText(s.Reassignments)
		c.refText(s.EarlyReturn)
	}
}

func (c *checker) function(outermost bool) {
	f := c.f
	c.b, c.id = NoBlock, 0
	if f.Env != c.env {
		c.bad("expected the Env of the function around it, found another")
	}
	if f.ID != "" && !isName(f.ID) || !isText(f.ID) {
		c.bad("expected a name as ID, found %q", f.ID)
	}
	if !isText(f.NameHint) {
		c.bad("expected UTF-8 as name hint, found %q", f.NameHint)
	}
	for i := range f.Params {
		c.place("parameter", f.Params[i].Place)
	}
	if f.HeaderOmitted && (len(f.Params) > 0 || f.Returns.Identifier != NoIdentifier) {
		c.bad("expected no parameters and returns of a function without header, found some")
	}
	if f.Returns.Identifier != NoIdentifier {
		c.place("returns", f.Returns)
	}
	for _, p := range f.Context {
		c.place("context", p)
	}
	for _, d := range f.Directives {
		if !isText(d) {
			c.bad("expected UTF-8 as directive, found %q", d)
		}
	}
	c.refTexts(f.Effects)
	if len(f.Blocks) == 0 {
		c.bad("expected at least one block, found none")
	}
	if f.EntryBlock() == nil {
		c.bad("expected the entry %v among the blocks, found no such block", f.Entry)
	}
	nested := !outermost
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if g := b.Instrs[i].Func; g != nil {
				nested = true
				c.work = append(c.work, g)
			}
		}
	}
	if nested && c.owner == nil {
		c.owner = map[BlockID]*Function{}
	}
	for i, b := range f.Blocks {
		c.block(i, b)
	}
}

func (c *checker) block(pos int, b *Block) {
	c.b, c.id = b.ID, 0
	if b.ID < 0 || b.ID >= c.env.NextBlock {
		c.bad("expected a block id below %d, found %d", c.env.NextBlock, b.ID)
	}
	if c.f.BlockPos(b.ID) != pos {
		c.bad("expected one block of this id, found another (or SetBlocks was not called)")
	}
	if c.owner != nil {
		if g := c.owner[b.ID]; g != nil && g != c.f {
			c.bad("expected one block of this id, found another in function %s", g.Name())
		}
		c.owner[b.ID] = c.f
	}
	if b.Kind > BlockCatch {
		c.bad("expected a block kind, found %d", b.Kind)
	}
	c.list++
	for _, p := range b.Preds {
		if c.exists("a predecessor", p) && c.twice(p) {
			c.bad("expected %v once among the predecessors, found it twice", p)
		}
	}
	for i := range b.Phis {
		phi := &b.Phis[i]
		c.place("phi", phi.Place)
		c.list++
		for j := range phi.Operands {
			o := &phi.Operands[j]
			if c.exists("a phi operand's predecessor", o.Pred) && c.twice(o.Pred) {
				c.bad("phi $%d: expected one operand for %v, found two", phi.Place.Identifier, o.Pred)
			}
			c.place("phi operand", o.Place)
		}
	}
	for i := range b.Instrs {
		c.instruction(&b.Instrs[i])
	}
	c.terminal(&b.Term)
}

// exists checks that a block is in the function.
func (c *checker) exists(what string, b BlockID) bool {
	if c.f.BlockPos(b) < 0 {
		c.bad("expected %s in this function, found %v", what, b)
		return false
	}
	return true
}

// twice reports whether a block, which exists, has been seen in the present
// list already.
func (c *checker) twice(b BlockID) bool {
	pos := c.f.BlockPos(b)
	if pos >= len(c.stamp) {
		c.stamp = append(c.stamp, make([]int32, len(c.f.Blocks)-len(c.stamp))...)
	}
	was := c.stamp[pos] == c.list
	c.stamp[pos] = c.list
	return was
}

func (c *checker) place(what string, p Place) {
	if uint(p.Identifier) >= uint(len(c.env.Identifiers)) {
		c.bad("%s: expected an identifier below $%d, found $%d", what, len(c.env.Identifiers), p.Identifier)
	}
	if p.Effect > EffectStore {
		c.bad("%s: expected an effect, found %d", what, p.Effect)
	}
}

func (c *checker) refTexts(ts []RefText) {
	for _, t := range ts {
		c.refText(t)
	}
}

func (c *checker) refText(t RefText) {
	for _, p := range t {
		if p.Identifier != NoIdentifier && uint(p.Identifier) >= uint(len(c.env.Identifiers)) {
			c.bad("expected an identifier below $%d in the text of an effect or scope, found $%d", len(c.env.Identifiers), p.Identifier)
		}
		if !isText(p.Text) {
			c.bad("expected UTF-8 in the text of an effect or scope, found %q", p.Text)
		}
	}
}

// termShape says how many operands and targets a kind of terminal has; -1
// stands for any number.
var termShape = [NumTermKinds]struct{ operands, targets int8 }{
	Goto: {0, 1}, If: {1, 2}, Branch: {1, 2}, Switch: {-1, -1}, Logical: {0, 1}, Ternary: {0, 1},
	Optional: {0, 1}, Sequence: {0, 1}, Label: {0, 1}, While: {0, 2}, DoWhile: {0, 2}, For: {0, 4},
	ForOf: {0, 3}, ForIn: {0, 2}, Try: {-1, 2}, MaybeThrow: {0, 2}, ScopeTerm: {0, 1}, PrunedScope: {0, 1},
	Return: {1, 0}, Throw: {1, 0},
}

// maxVariant is the largest Variant of a kind of terminal.
var maxVariant = [NumTermKinds]uint8{Goto: GotoTry, Optional: 1, ScopeTerm: ScopeBrief, PrunedScope: ScopeBrief, Return: ReturnExplicit}

func (c *checker) terminal(t *Terminal) {
	c.id = t.ID
	if t.Kind == NoTerminal || int(t.Kind) >= NumTermKinds {
		c.bad("expected a terminal, found %v", t.Kind)
		return
	}
	if t.ID < 0 {
		c.bad("expected an instruction id, found %d", t.ID)
	}
	shape := termShape[t.Kind]
	if n := len(t.Operands); shape.operands >= 0 && n != int(shape.operands) || t.Kind == Try && n > 1 || t.Kind == Switch && n < 1 {
		c.bad("%v: expected as many operands as the kind has, found %d", t.Kind, n)
	}
	for _, o := range t.Operands {
		c.place("operand", o)
	}
	if n := len(t.Targets); shape.targets >= 0 && n != int(shape.targets) {
		c.bad("%v: expected %d targets, found %d", t.Kind, shape.targets, n)
	}
	if t.Kind == Switch {
		tests := 0
		for _, has := range t.HasTest {
			if has {
				tests++
			}
		}
		if len(t.HasTest) != len(t.Targets) || tests != len(t.Operands)-1 {
			c.bad("switch: expected an entry of HasTest for each target and an operand for each test, found %d targets, %d entries, %d tests and %d operands",
				len(t.Targets), len(t.HasTest), tests, len(t.Operands))
		}
	} else if len(t.HasTest) > 0 {
		c.bad("%v: expected no cases, found %d", t.Kind, len(t.HasTest))
	}
	for i, b := range t.Targets {
		if b == NoBlock && (t.Kind == For && i == ForUpdate || t.Kind == MaybeThrow && i == ThrowHandlerTarget) {
			continue
		}
		if c.f.BlockPos(b) < 0 { // else no text is made
			c.exists(t.Kind.String()+": a target", b)
		}
	}
	switch {
	case t.Fallthrough != NoBlock && !t.Kind.HasFallthrough():
		c.bad("%v: expected no fallthrough, found %v", t.Kind, t.Fallthrough)
	case t.Fallthrough != NoBlock:
		if c.f.BlockPos(t.Fallthrough) < 0 {
			c.exists(t.Kind.String()+": a fallthrough", t.Fallthrough)
		}
	case t.Kind.HasFallthrough() && t.Kind != If && t.Kind != Branch && t.Kind != Switch:
		c.bad("%v: expected a fallthrough, found none", t.Kind)
	}
	if t.Variant > maxVariant[t.Kind] {
		c.bad("%v: expected a variant of at most %d, found %d", t.Kind, maxVariant[t.Kind], t.Variant)
	}
	if (t.Kind == ScopeTerm || t.Kind == PrunedScope) && uint(t.Scope) >= uint(len(c.env.Scopes)) {
		c.bad("%v: expected a scope below %d, found %d", t.Kind, len(c.env.Scopes), t.Scope)
	}
	if isOperator(t.Text) != (t.Kind == Logical) || t.Kind != Logical && t.Text != "" {
		c.bad("%v: expected an operator in a logical and in nothing else, found %q", t.Kind, t.Text)
	}
	if t.Effects != nil && t.Kind != Return && t.Kind != MaybeThrow {
		c.bad("%v: expected no effects, found %d", t.Kind, len(t.Effects))
	}
	c.refTexts(t.Effects)
}
