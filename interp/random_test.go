package interp

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"assay/hir"
)

// byteSource gives choices from bytes, and zeros after their end.
type byteSource struct{ data []byte }

func (s *byteSource) n(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := int(s.data[0])
	s.data = s.data[1:]
	return b % n
}

func (s *byteSource) maybe(n int) bool { return s.n(n) == n-1 }

// builder makes well-formed functions of every kind of value and terminal, with
// no other sense: any graph, any variables, phis with and without operands.
type builder struct {
	*byteSource
	env *hir.Env
}

func randomFunction(data []byte) *hir.Function {
	b := builder{&byteSource{data}, &hir.Env{}}
	for i := range 2 + b.n(12) {
		b.env.NewNamed([]string{"", "x", "y"}[i%3])
	}
	for range 1 + b.n(3) {
		b.env.NewScope(hir.Range{Start: 1, End: 3})
	}
	return b.function(0)
}

func (b *builder) place() hir.Place {
	return hir.Place{Identifier: hir.IdentifierID(b.n(len(b.env.Identifiers)))}
}

func (b *builder) places(n int) []hir.Place {
	ps := make([]hir.Place, n)
	for i := range ps {
		ps[i] = b.place()
	}
	return ps
}

func (b *builder) function(depth int) *hir.Function {
	f := hir.NewFunction(b.env, "f")
	f.Async = b.maybe(8)
	if b.maybe(2) {
		f.Returns = b.place()
	}
	n := 1 + b.n(7)
	first := b.env.NextBlock
	b.env.NextBlock += hir.BlockID(n)
	f.Entry = first + hir.BlockID(b.n(n)*b.n(2))
	for i := range b.n(4) {
		f.Params = append(f.Params, hir.Param{Place: b.place(), Spread: i == 2})
	}
	if depth > 0 || b.maybe(8) {
		f.Context = b.places(b.n(4))
	}
	target := func() hir.BlockID { return first + hir.BlockID(b.n(n)) }
	for i := range n {
		blk := f.AddBlock(first+hir.BlockID(i), hir.BlockKind(b.n(6)))
		for range b.n(3) {
			phi := hir.Phi{Place: b.place()}
			seen := map[hir.BlockID]bool{}
			for range b.n(2 * n) {
				if p := target(); !seen[p] {
					seen[p] = true
					phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: p, Place: b.place()})
				}
			}
			blk.Phis = append(blk.Phis, phi)
		}
		if depth == 0 && blk.ID == f.Entry && !b.maybe(4) {
			blk.Instrs = b.prelude()
		}
		for range b.n(6) {
			blk.Instrs = append(blk.Instrs, b.instruction(depth))
		}
		blk.Term = b.terminal(target)
	}
	if b.maybe(2) { // complete phis, as a pass leaves them
		for _, blk := range f.Blocks {
			for s := range successors(blk) {
				for i := range f.Block(s).Phis {
					phi := &f.Block(s).Phis[i]
					if phi.Operand(blk.ID) == nil {
						phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: blk.ID, Place: b.place()})
					}
				}
			}
		}
	}
	f.NumberInstructions()
	return f
}

// prelude defines all variables.
func (b *builder) prelude() (ins []hir.Instruction) {
	for id := range b.env.Identifiers {
		p := hir.Place{Identifier: hir.IdentifierID(id)}
		in := hir.Instruction{Kind: hir.LoadGlobal, Lvalue: p, Aux: &hir.Binding{Name: "g"}}
		switch b.n(5) {
		case 0:
			in = hir.Instruction{Kind: hir.Primitive, Lvalue: p, Aux: &hir.Literal{Kind: hir.LiteralNumber, Num: 3}}
		case 1:
			in = hir.Instruction{Kind: hir.DeclareLocal, Lvalue: p, Defs: []hir.Place{p}, LKind: hir.LvalueLet}
		case 2:
			in = hir.Instruction{Kind: hir.ArrayExpression, Lvalue: p}
		}
		ins = append(ins, in)
	}
	return ins
}

// successors yields each successor of a block once.
func successors(b *hir.Block) map[hir.BlockID]bool {
	m := map[hir.BlockID]bool{}
	for _, s := range b.Term.Successors() {
		m[s] = true
	}
	return m
}

func (b *builder) terminal(target func() hir.BlockID) hir.Terminal {
	t := hir.Terminal{Kind: hir.TermKind(1 + b.n(hir.NumTermKinds-1)), Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	targets := 0
	switch t.Kind {
	case hir.Goto:
		targets, t.Variant = 1, uint8(b.n(3))
	case hir.Logical:
		targets, t.Text = 1, "&&"
	case hir.Ternary, hir.Optional, hir.Sequence, hir.Label:
		targets = 1
	case hir.ScopeTerm, hir.PrunedScope:
		targets, t.Scope = 1, hir.ScopeID(b.n(len(b.env.Scopes)))
	case hir.If, hir.Branch:
		targets, t.Operands = 2, b.places(1)
	case hir.While, hir.DoWhile, hir.ForIn:
		targets = 2
	case hir.MaybeThrow:
		targets = 2
	case hir.Try:
		targets, t.Operands = 2, b.places(b.n(2))
	case hir.ForOf:
		targets = 3
	case hir.For:
		targets = 4
	case hir.Switch:
		targets = 1 + b.n(4)
		t.Operands = b.places(1)
		deflt := -1
		if b.maybe(2) {
			deflt = b.n(targets)
		}
		for i := range targets {
			t.HasTest = append(t.HasTest, i != deflt)
			if t.HasTest[i] {
				t.Operands = append(t.Operands, b.place())
			}
		}
	case hir.Return:
		t.Operands, t.Variant = b.places(1), uint8(b.n(4))
	case hir.Throw:
		t.Operands = b.places(1)
	}
	for range targets {
		t.Targets = append(t.Targets, target())
	}
	if t.Kind == hir.For && b.maybe(2) {
		t.Targets[hir.ForUpdate] = hir.NoBlock
	}
	if t.Kind == hir.MaybeThrow && b.maybe(4) {
		t.Targets[hir.ThrowHandlerTarget] = hir.NoBlock
	}
	if t.Kind.HasFallthrough() {
		t.Fallthrough = target()
	}
	return t
}

var randomBinary = []string{"+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>", "<", "<=", ">", ">=",
	"==", "!=", "===", "!==", "in", "instanceof", "|>"}

func (b *builder) elements(in *hir.Instruction, holes bool) {
	n := b.n(4)
	var e hir.Elements
	for range n {
		kind := hir.Element(b.n(2) * b.n(2))
		if holes && b.maybe(4) {
			kind = hir.ElementHole
		}
		e = append(e, kind)
		if kind != hir.ElementHole {
			in.Operands = append(in.Operands, b.place())
		}
	}
	in.Aux = e
}

func (b *builder) key() hir.Key {
	return []hir.Key{{Kind: hir.KeyIdentifier, Text: "a"}, {Kind: hir.KeyString, Text: "b c"}, {Kind: hir.KeyNumber, Text: "1"}, {Kind: hir.KeyComputed}}[b.n(4)]
}

func (b *builder) instruction(depth int) hir.Instruction {
	kinds := int(hir.UnsupportedNode)
	if b.maybe(2) {
		kinds = int(hir.BinaryExpression) // those of variables
	}
	in := hir.Instruction{Kind: hir.ValueKind(1 + b.n(kinds)), Lvalue: b.place()}
	if in.Kind == hir.UnsupportedNode && !b.maybe(8) {
		in.Kind = hir.CallExpression
	}
	if depth > 2 && (in.Kind == hir.FunctionExpression || in.Kind == hir.ObjectMethod) {
		in.Kind = hir.LoadLocal
	}
	switch in.Kind {
	case hir.LoadLocal, hir.LoadContext, hir.Await, hir.NextPropertyOf, hir.GetIterator:
		in.Operands = b.places(1)
	case hir.TypeCastExpression:
		in.Operands, in.Text = b.places(1), "any"
	case hir.FinishMemoize:
		in.Operands = b.places(1)
		if b.maybe(2) {
			in.Aux = hir.Pruned{}
		}
	case hir.TaggedTemplateExpression:
		in.Operands, in.Aux = b.places(1), hir.Template{{Raw: "a"}}
	case hir.StoreLocal:
		in.Operands, in.Defs, in.LKind = b.places(1), b.places(1), hir.LvalueKind(1+b.n(8))
	case hir.DeclareLocal, hir.DeclareContext:
		in.Defs, in.LKind = b.places(1), hir.LvalueKind(1+b.n(8))
	case hir.StoreContext:
		in.Operands, in.LKind = b.places(2), hir.LvalueKind(1+b.n(8))
	case hir.Destructure:
		in.Operands, in.LKind = b.places(1), hir.LvalueLet
		p := &hir.Pattern{Object: b.maybe(2)}
		for i := range b.n(4) {
			it := hir.PatternItem{Spread: i == 3, Hole: !p.Object && b.maybe(4)}
			if it.Hole {
				it.Spread = false
			} else {
				in.Defs = append(in.Defs, b.place())
			}
			if p.Object && !it.Spread {
				it.Key, it.KeyPlace = b.key(), b.place()
			}
			p.Items = append(p.Items, it)
		}
		in.Aux = p
	case hir.PrefixUpdate, hir.PostfixUpdate:
		in.Operands, in.Defs, in.Text = b.places(1), b.places(1), []string{"++", "--"}[b.n(2)]
	case hir.BinaryExpression:
		in.Operands, in.Text = b.places(2), randomBinary[b.n(len(randomBinary))]
	case hir.UnaryExpression:
		in.Operands, in.Text = b.places(1), []string{"", "+", "-", "~", "!", "typeof", "void"}[b.n(7)]
	case hir.StoreGlobal, hir.PropertyLoad, hir.PropertyDelete:
		in.Operands, in.Text = b.places(1), "p"
	case hir.PropertyStore:
		in.Operands, in.Text = b.places(2), "p"
	case hir.NewExpression, hir.CallExpression:
		in.Operands = b.places(1)
		b.elements(&in, false)
	case hir.MethodCall:
		in.Operands = b.places(2)
		b.elements(&in, false)
	case hir.ComputedLoad, hir.ComputedDelete, hir.IteratorNext:
		in.Operands = b.places(2)
	case hir.ComputedStore:
		in.Operands = b.places(3)
	case hir.ArrayExpression:
		b.elements(&in, true)
	case hir.ObjectExpression:
		var ps hir.Properties
		for range b.n(4) {
			p := hir.Property{Spread: b.maybe(4)}
			if !p.Spread {
				p.Key = b.key()
				if p.Key.Kind == hir.KeyComputed {
					in.Operands = append(in.Operands, b.place())
				}
			}
			in.Operands = append(in.Operands, b.place())
			ps = append(ps, p)
		}
		in.Aux = ps
	case hir.JsxExpression:
		x := &hir.Jsx{Tag: "div", HasChildren: b.maybe(2)}
		if b.maybe(2) {
			x.Tag, x.TagIsPlace = "", true
			in.Operands = b.places(1)
		}
		for range b.n(3) {
			a := hir.JsxAttribute{Name: "a"}
			if b.maybe(3) {
				a = hir.JsxAttribute{Spread: true}
			}
			x.Attributes = append(x.Attributes, a)
			in.Operands = append(in.Operands, b.place())
		}
		if x.HasChildren {
			in.Operands = append(in.Operands, b.places(b.n(3))...)
		}
		in.Aux = x
	case hir.JsxFragment:
		in.Operands = b.places(b.n(3))
	case hir.FunctionExpression, hir.ObjectMethod:
		in.Func = b.function(depth + 1)
	case hir.TemplateLiteral:
		n := b.n(3)
		in.Operands = b.places(n)
		q := hir.Template{{Raw: "a"}}
		for range n {
			q = append(q, hir.Quasi{Raw: "\\n", Cooked: "\n", HasCooked: b.maybe(2)})
		}
		for i := range q {
			if !q[i].HasCooked {
				q[i].Cooked = ""
			}
		}
		in.Aux = q
	case hir.StartMemoize:
		d := &hir.MemoDeps{Known: true}
		for range b.n(3) {
			dep := hir.MemoDep{Path: []hir.PathEntry{{Name: "a", Optional: b.maybe(2)}}}
			if b.maybe(3) {
				dep.Global = "g"
			} else {
				in.Operands = append(in.Operands, b.place())
			}
			d.Deps = append(d.Deps, dep)
		}
		in.Aux = d
	case hir.Primitive:
		in.Aux = []*hir.Literal{{Kind: hir.LiteralNumber, Num: 1}, {Kind: hir.LiteralUndefined}, {Kind: hir.LiteralNull},
			{Kind: hir.LiteralBool, Bool: true}, {Kind: hir.LiteralString, Str: "ab"}, {Kind: hir.LiteralNumber, Num: 1.5}}[b.n(6)]
	case hir.JSXText:
		in.Text = "text"
	case hir.RegExpLiteral:
		in.Text, in.Aux = "a+", hir.RegExpFlags("g")
	case hir.MetaProperty:
		in.Text, in.Aux = "import", hir.MetaName("meta")
	case hir.LoadGlobal:
		in.Aux = []*hir.Binding{{Name: "g"}, {Name: "undefined"}, {Kind: hir.BindingModule, Name: "NaN"},
			{Kind: hir.BindingImportSpecifier, Name: "u", Module: "m", Imported: "v"}}[b.n(4)]
	case hir.UnsupportedNode:
		in.Text = "Node"
	}
	return in
}

// checkRandom runs one random function: it must be well-formed, no run may
// panic or hang, and a run must not depend on what the Machine ran before, nor on
// whether it is recorded or observed.
func checkRandom(t *testing.T, data []byte, m *Machine, entered func(*hir.Block), ended func(Result)) {
	f := randomFunction(data)
	if errs := hir.Check(f); len(errs) > 0 {
		t.Fatalf("the function is not well-formed: %v", errs[0])
	}
	m.Load(f)
	for seed := range uint64(3) {
		opt := Options{Seed: seed, Fuel: 300}
		a := m.Run(opt)
		opt.Record = true
		opt.OnBlock = func(_ *hir.Function, b *hir.Block, _ []hir.ScopeID) { entered(b) }
		b := Run(f, opt)
		if a.Outcome != b.Outcome || a.Hash != b.Hash || a.Effects != b.Effects || a.Steps != b.Steps || !a.Value.Equal(b.Value) {
			t.Fatalf("a run with a used Machine %s, with a new one it %s (hash %x, %x)", ending(a), ending(b), a.Hash, b.Hash)
		}
		if d := Difference(a, b); d != "" {
			t.Fatalf("a run differs from itself: %s", d)
		}
		if len(b.Trace) != b.Effects {
			t.Fatalf("%d effects, %d recorded", b.Effects, len(b.Trace))
		}
		if a.Outcome == Stuck && a.Stuck.Error() != b.Stuck.Error() {
			t.Fatalf("stuck: %v, then %v", a.Stuck, b.Stuck)
		}
		ended(a)
	}
}

func TestRandomFunctions(t *testing.T) {
	n := 8_000
	if testing.Short() {
		n = 1_000
	}
	m := NewMachine()
	outcomes := map[Outcome]int{}
	reasons := map[string]int{}
	var kinds [hir.NumValueKinds]int
	var terms [hir.NumTermKinds]int
	steps := 0
	entered := func(b *hir.Block) {
		terms[b.Term.Kind]++
		for i := range b.Instrs {
			kinds[b.Instrs[i].Kind]++
		}
	}
	ended := func(r Result) {
		outcomes[r.Outcome]++
		if r.Outcome == Stuck {
			reasons[r.Stuck.Reason]++
		}
		steps += r.Steps
	}
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 600)
	for range n {
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		checkRandom(t, data, m, entered, ended)
	}
	t.Logf("%v, %v, %d steps", outcomes, reasons, steps)
	for k := hir.LoadLocal; k < hir.Elision; k++ {
		if kinds[k] == 0 {
			t.Errorf("no %v was met", k)
		}
	}
	for k := hir.Goto; int(k) < hir.NumTermKinds; k++ {
		if terms[k] == 0 {
			t.Errorf("no %v was met", k)
		}
	}
	for _, o := range []Outcome{Returned, Threw, OutOfFuel, Stuck} {
		if outcomes[o] < n/500 {
			t.Errorf("%v: %d times", o, outcomes[o])
		}
	}
}

func FuzzRun(f *testing.F) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 20 {
		data := make([]byte, 20*i)
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	m := NewMachine()
	f.Fuzz(func(t *testing.T, data []byte) {
		checkRandom(t, data, m, func(*hir.Block) {}, func(Result) {})
	})
}

// TestDeepAndWide runs functions of a size that generated ones do not have.
func TestDeepAndWide(t *testing.T) {
	const n = 100_000
	env := &hir.Env{}
	x := env.NewNamed("x")
	f := hir.NewFunction(env, "f")
	f.Entry = 0
	for i := range n {
		b := f.AddBlock(hir.BlockID(i), hir.BlockStatement)
		v := env.NewTemporary()
		b.Instrs = []hir.Instruction{{Kind: hir.PostfixUpdate, Lvalue: hir.Place{Identifier: v}, Text: "++",
			Operands: []hir.Place{{Identifier: x}}, Defs: []hir.Place{{Identifier: x}}}}
		b.Term = hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{hir.BlockID(i + 1)}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	}
	last := f.AddBlock(n, hir.BlockStatement)
	last.Term = hir.Terminal{Kind: hir.Return, Operands: []hir.Place{{Identifier: x}}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	f.Params = []hir.Param{{Place: hir.Place{Identifier: x}}}
	r := Run(f, Options{Fuel: 2 * n, Args: []Value{Number(0)}})
	if r.Outcome != Returned || r.Value.Num() != n || r.Steps != n {
		t.Errorf("%s after %d steps", ending(r), r.Steps)
	}

	// A wide join: a switch with n arms to one block with phis.
	env = &hir.Env{}
	x = env.NewNamed("x")
	f = hir.NewFunction(env, "f")
	f.Entry = 0
	f.Params = []hir.Param{{Place: hir.Place{Identifier: x}}}
	sw := f.AddBlock(0, hir.BlockStatement)
	sw.Term = hir.Terminal{Kind: hir.Switch, Operands: []hir.Place{{Identifier: x}}, Fallthrough: n, Scope: hir.NoScope}
	join := &hir.Block{ID: n, Kind: hir.BlockStatement}
	phis := []hir.IdentifierID{env.NewTemporary(), env.NewTemporary()}
	for _, p := range phis {
		join.Phis = append(join.Phis, hir.Phi{Place: hir.Place{Identifier: p}})
	}
	for i := 1; i < n; i++ {
		b := f.AddBlock(hir.BlockID(i), hir.BlockStatement)
		v := env.NewTemporary()
		num := &hir.Literal{Kind: hir.LiteralNumber, Num: float64(i)}
		sw.Instrs = append(sw.Instrs, hir.Instruction{Kind: hir.Primitive, Aux: num, Lvalue: hir.Place{Identifier: v}})
		sw.Term.Operands = append(sw.Term.Operands, hir.Place{Identifier: v})
		sw.Term.HasTest = append(sw.Term.HasTest, true)
		sw.Term.Targets = append(sw.Term.Targets, b.ID)
		b.Term = hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{n}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		for j := range phis {
			join.Phis[j].Operands = append(join.Phis[j].Operands, hir.PhiOperand{Pred: b.ID, Place: hir.Place{Identifier: v}})
		}
	}
	join.Term = hir.Terminal{Kind: hir.Return, Operands: []hir.Place{{Identifier: phis[1]}}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	f.SetBlocks(append(f.Blocks, join))
	r = Run(f, Options{Fuel: 2 * n, Args: []Value{Number(n - 7)}})
	if r.Outcome != Returned || r.Value.Num() != n-7 {
		t.Errorf("%s after %d steps", ending(r), r.Steps)
	}

	// Functions nested n deep.
	env = &hir.Env{}
	var inner *hir.Function
	for i := range n {
		g := hir.NewFunction(env, fmt.Sprintf("f%d", i))
		g.Entry = hir.BlockID(i)
		b := g.AddBlock(g.Entry, hir.BlockStatement)
		v := env.NewTemporary()
		in := hir.Instruction{Kind: hir.JSXText, Text: "end", Lvalue: hir.Place{Identifier: v}}
		if inner != nil {
			in = hir.Instruction{Kind: hir.FunctionExpression, Func: inner, Lvalue: hir.Place{Identifier: v}}
		}
		b.Instrs = []hir.Instruction{in}
		b.Term = hir.Terminal{Kind: hir.Return, Operands: []hir.Place{{Identifier: v}}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		inner = g
	}
	if r = Run(inner, Options{}); r.Outcome != Returned {
		t.Error(ending(r))
	}
}
