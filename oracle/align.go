package oracle

import (
	"fmt"
	"slices"
	"strconv"

	"assay/hir"
)

// alignment pairs a function tree with what a conversion made of it: blocks by
// id, instructions by position, nested functions by the instruction that holds
// them. Positions are those of the flow of the tree before.
type alignment struct {
	fns    []*hir.Function
	blocks []*hir.Block
}

// align pairs v.flow's function with after, and reports every difference that
// renaming identifiers and changing phis does not make. It reports whether the
// two have the same graph and the same places, so that values can be compared;
// then it has given all definitions to v.values and all places to v.erase.
func (v *Verifier) align(after *hir.Function) bool {
	g, a := &v.flow, &v.aligned
	v.values.begin(g, a, g.fns[0].f.Env, after.Env)
	v.erase.begin(g.fns[0].f.Env, after.Env)
	a.fns = resize(a.fns, len(g.fns))
	a.blocks = resize(a.blocks, g.nblocks())
	clear(a.fns)
	clear(a.blocks)
	a.fns[0] = after
	ok := true
	for fi := range g.fns {
		if a.fns[fi] == nil {
			ok = false // the instruction that holds it is lost, which is reported
			continue
		}
		ok = v.alignFunction(int32(fi)) && ok
	}
	return ok
}

func (v *Verifier) alignFunction(fi int32) bool {
	g, a := &v.flow, &v.aligned
	fn := &g.fns[fi]
	x, y := fn.f, a.fns[fi]
	ok := v.alignHeads(fi, x, y)
	extra := len(y.Blocks) - len(x.Blocks)
	for bi := fn.block0; bi < fn.block0+fn.nblock; bi++ {
		id := g.blocks[bi].b.ID
		b := y.Block(id)
		if b == nil {
			v.report(KindBlockLost, bi, atHead, hir.NoIdentifier, "block "+id.String(), "")
			ok = false
			extra++
			continue
		}
		a.blocks[bi] = b
		ok = v.alignBlock(bi, g.blocks[bi].b, b) && ok
	}
	if extra > 0 {
		ok = false
		for _, b := range y.Blocks {
			if x.Block(b.ID) == nil {
				v.reportIn(KindBlockAdded, fi, fn.block0+fn.nblock, b, atHead, hir.NoIdentifier, "", "block "+b.ID.String())
			}
		}
	}
	return ok
}

// alignHeads compares the heads of two functions.
func (v *Verifier) alignHeads(fi int32, x, y *hir.Function) bool {
	ok := true
	changed := func(what, expected, found string) {
		v.reportFunction(KindFunctionChanged, fi, hir.NoIdentifier, what+" "+expected, found)
	}
	if x.ID != y.ID || x.NameHint != y.NameHint {
		changed("name", strconv.Quote(x.ID)+" "+strconv.Quote(x.NameHint), strconv.Quote(y.ID)+" "+strconv.Quote(y.NameHint))
	}
	if x.Entry != y.Entry {
		changed("entry", x.Entry.String(), y.Entry.String())
		ok = false
	}
	if len(x.Params) != len(y.Params) {
		changed("number of parameters", itoa(len(x.Params)), itoa(len(y.Params)))
		ok = false
	} else {
		v.values.firstParam[fi] = int32(len(v.values.node))
		for i := range x.Params {
			v.values.define(v.flow.blocks[v.flow.fns[fi].entry].node0, atParams, x.Params[i].Identifier, y.Params[i].Identifier)
			if x.Params[i].Spread != y.Params[i].Spread {
				changed("rest parameter "+itoa(i+1), strconv.FormatBool(x.Params[i].Spread), strconv.FormatBool(y.Params[i].Spread))
			}
			v.alignPlace(location{fi, -1, atHead}, x.Params[i].Place, y.Params[i].Place)
		}
	}
	if len(x.Context) != len(y.Context) {
		changed("number of captured variables", itoa(len(x.Context)), itoa(len(y.Context)))
		ok = false
	}
	if !slices.Equal(x.Directives, y.Directives) {
		changed("directives", strconv.Itoa(len(x.Directives)), "others")
	}
	if x.Type != y.Type || x.Generator != y.Generator || x.Async != y.Async {
		v.reportFunction(KindUnprinted, fi, hir.NoIdentifier, "the same type, async and generator marks", "others")
	}
	if len(x.Effects)+len(y.Effects) > 0 && !sameEffects(x.Effects, y.Effects) {
		v.reportFunction(KindAnnotation, fi, hir.NoIdentifier, "the same effects", "others")
	}
	return ok
}

func (v *Verifier) alignBlock(bi int32, x, y *hir.Block) bool {
	if x.Kind != y.Kind && (x.Kind != hir.BlockUnspecified || y.Kind != hir.BlockStatement) &&
		(y.Kind != hir.BlockUnspecified || x.Kind != hir.BlockStatement) {
		v.report(KindBlockChanged, bi, atHead, hir.NoIdentifier, "kind "+x.Kind.String(), y.Kind.String())
	}
	ok := true
	fn := v.flow.blocks[bi].fn
	if len(x.Instrs) != len(y.Instrs) {
		v.reportCount(bi, x, y)
		ok = false
	} else {
		node := v.flow.blocks[bi].node0
		v.values.firstDef[node] = int32(len(v.values.node))
		for i := range x.Instrs {
			p, q := &x.Instrs[i], &y.Instrs[i]
			ok = v.alignInstruction(bi, node, i, p, q) && ok
			if p.Func != nil {
				v.aligned.fns[v.flow.nodes[node].nested] = q.Func
				node++
				v.values.firstDef[node] = int32(len(v.values.node))
			}
		}
	}
	s, t := &x.Term, &y.Term
	switch compareTerminals(s, t) {
	case sameInPrint:
		v.report(KindUnprinted, bi, len(x.Instrs), hir.NoIdentifier, terminalText(s), terminalText(t))
	case different:
		v.report(KindTerminalChanged, bi, len(x.Instrs), hir.NoIdentifier, terminalText(s), terminalText(t))
		if len(s.Operands) != len(t.Operands) || !slices.Equal(s.Successors(), t.Successors()) {
			return false
		}
	}
	if s.ID != t.ID {
		v.report(KindInstructionID, bi, len(x.Instrs), hir.NoIdentifier, itoa(int(s.ID)), itoa(int(t.ID)))
	}
	if len(s.Effects)+len(t.Effects) > 0 && !sameEffects(s.Effects, t.Effects) {
		v.report(KindAnnotation, bi, len(x.Instrs), hir.NoIdentifier, "the same effects", "others")
	}
	for i := range s.Operands {
		v.alignPlace(location{fn, bi, int32(len(x.Instrs))}, s.Operands[i], t.Operands[i])
	}
	return ok
}

// reportCount reports that a block has lost or got instructions, at the first
// one that does not fit.
func (v *Verifier) reportCount(bi int32, x, y *hir.Block) {
	i := 0
	for i < len(x.Instrs) && i < len(y.Instrs) && compareInstructions(&x.Instrs[i], &y.Instrs[i]) != different {
		i++
	}
	count := itoa(len(x.Instrs)) + " instructions"
	if len(x.Instrs) > len(y.Instrs) {
		v.report(KindInstructionLost, bi, i, hir.NoIdentifier, count+", here "+instructionText(&x.Instrs[i]), itoa(len(y.Instrs))+" instructions")
	} else {
		v.report(KindInstructionAdded, bi, i, hir.NoIdentifier, count, itoa(len(y.Instrs))+" instructions, here "+instructionText(&y.Instrs[i]))
	}
}

// alignInstruction compares two instructions and reports whether they have the
// same places.
func (v *Verifier) alignInstruction(bi, node int32, i int, p, q *hir.Instruction) bool {
	switch compareInstructions(p, q) {
	case sameInPrint:
		v.report(KindUnprinted, bi, i, hir.NoIdentifier, "the same operator, literal or key", "another")
	case different:
		v.report(KindInstructionChanged, bi, i, hir.NoIdentifier, instructionText(p), instructionText(q))
		if len(p.Operands) != len(q.Operands) || len(p.Defs) != len(q.Defs) || (p.Func == nil) != (q.Func == nil) ||
			(p.Kind == hir.DeclareContext) != (q.Kind == hir.DeclareContext) || (p.Kind == hir.Elision) != (q.Kind == hir.Elision) || p.HasLvalue() != q.HasLvalue() {
			return false
		}
	}
	if p.ID != q.ID {
		v.report(KindInstructionID, bi, i, hir.NoIdentifier, itoa(int(p.ID)), itoa(int(q.ID)))
	}
	if len(p.Effects)+len(q.Effects) > 0 && !sameEffects(p.Effects, q.Effects) {
		v.report(KindAnnotation, bi, i, hir.NoIdentifier, "the same effects", "others")
	}
	if p.Kind == hir.Elision {
		return true
	}
	at := location{v.flow.blocks[bi].fn, bi, int32(i)}
	for k := range p.Defs {
		v.alignPlace(at, p.Defs[k], q.Defs[k])
		if p.Kind != hir.DeclareContext {
			v.values.define(node, int32(i), p.Defs[k].Identifier, q.Defs[k].Identifier)
		}
	}
	if p.HasLvalue() {
		v.alignPlace(at, p.Lvalue, q.Lvalue)
		v.values.define(node, int32(i), p.Lvalue.Identifier, q.Lvalue.Identifier)
	}
	s, t := p.Uses(), q.Uses()
	if len(s) != len(t) {
		return false // reported with the function
	}
	for k := range s {
		v.alignPlace(at, s[k], t[k])
	}
	return true
}

// alignPlace compares the annotations of two places, and notes that the one
// stands for the other.
func (v *Verifier) alignPlace(at location, x, y hir.Place) {
	if v.erase.variable[y.Identifier] != int32(x.Identifier)+1 {
		v.erase.note(at, x.Identifier, y.Identifier)
	}
	if x.Effect == y.Effect && x.Reactive == y.Reactive {
		return
	}
	mark := func(p hir.Place) string {
		s := "effect " + p.Effect.String()
		if p.Effect == hir.EffectNone {
			s = "no effect"
		}
		if p.Reactive {
			s += " and reactive"
		}
		return s
	}
	v.reportAt(KindAnnotation, at, y.Identifier, mark(x), mark(y))
}

// instructionText describes an instruction without its identifiers.
func instructionText(in *hir.Instruction) string {
	s := in.Kind.String()
	if in.LKind != hir.LvalueNone {
		s += " " + in.LKind.String()
	}
	if in.Text != "" {
		s += " " + strconv.Quote(in.Text)
	}
	if in.Aux != nil {
		s += " " + payloadText(in.Aux)
	}
	return s + " of " + itoa(len(in.Uses())) + " operands and " + itoa(len(in.Defs)) + " definitions"
}

func payloadText(a hir.Aux) string {
	switch a := a.(type) {
	case *hir.Literal:
		switch a.Kind {
		case hir.LiteralUndefined:
			return "undefined"
		case hir.LiteralNull:
			return "null"
		case hir.LiteralBool:
			return strconv.FormatBool(a.Bool)
		case hir.LiteralNumber:
			return strconv.FormatFloat(a.Num, 'g', -1, 64)
		case hir.LiteralString:
			return strconv.Quote(a.Str)
		}
	case *hir.Binding:
		return a.Name
	}
	return fmt.Sprintf("%+v", a)
}

// variantName names what distinguishes a terminal from others of its kind.
func variantName(t *hir.Terminal) string {
	names := map[hir.TermKind][]string{
		hir.Goto:   {hir.GotoContinue: "Continue", hir.GotoTry: "Try"},
		hir.Return: {hir.ReturnVoid: "Void", hir.ReturnImplicit: "Implicit", hir.ReturnExplicit: "Explicit"},
	}[t.Kind]
	if int(t.Variant) < len(names) {
		return names[t.Variant]
	}
	return "variant " + itoa(int(t.Variant))
}

// terminalText describes a terminal without its identifiers.
func terminalText(t *hir.Terminal) string {
	s := t.Kind.String()
	if t.Variant != 0 {
		s += " (" + variantName(t) + ")"
	}
	if t.Text != "" {
		s += " " + t.Text
	}
	for i, id := range t.Targets {
		s += " " + id.String()
		if t.Kind == hir.Switch && i < len(t.HasTest) && !t.HasTest[i] {
			s += " by default"
		}
	}
	if t.Fallthrough != hir.NoBlock {
		s += " fallthrough " + t.Fallthrough.String()
	}
	return s
}
