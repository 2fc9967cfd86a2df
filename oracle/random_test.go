package oracle

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"assay/hir"
	"assay/ssa"
)

// randomConfig says what random functions hold.
type randomConfig struct {
	blocks, vars, instrs int // at most
	nested               int // depth of nested functions
	context              bool
}

// randomFunction makes a function in the form before SSA with an arbitrary
// graph: irreducible, with self-loops, duplicate edges and loops without exit.
// Variables are declared at the start of the entry unless early reads are wanted.
func randomFunction(c Chooser, cfg randomConfig) *hir.Function {
	env := &hir.Env{}
	f := hir.NewFunction(env, "f")
	r := &randomBuilder{c: c, cfg: cfg, env: env}
	r.build(f, nil, nil, cfg.nested)
	return f
}

type randomBuilder struct {
	c   Chooser
	cfg randomConfig
	env *hir.Env
}

func place(id hir.IdentifierID) hir.Place { return hir.Place{Identifier: id} }

func (r *randomBuilder) temp() hir.Place { return place(r.env.NewTemporary()) }

// build fills f. vars are outer variables that it may read, cells context
// variables that it may read and store to.
func (r *randomBuilder) build(f *hir.Function, vars, cells []hir.IdentifierID, depth int) {
	outer := slices.Clone(vars)
	var own []hir.IdentifierID
	for i := range 1 + r.c.Intn(r.cfg.vars) {
		id := r.env.NewNamed(string(rune('a' + (len(vars)+i)%26)))
		own = append(own, id)
		if r.c.Intn(3) == 0 {
			f.Params = append(f.Params, hir.Param{Place: place(id)})
		}
	}
	if r.cfg.context && r.c.Intn(2) == 0 {
		cells = append(slices.Clone(cells), r.env.NewNamed("cell"))
	}
	n := 1 + r.c.Intn(r.cfg.blocks)
	var ids []hir.BlockID
	for range n {
		ids = append(ids, r.env.NewBlockID())
	}
	f.Entry = ids[0]
	taken := map[hir.BlockID]bool{} // as a fallthrough of a switch
	for i, id := range ids {
		b := f.AddBlock(id, hir.BlockStatement)
		emit := func(in hir.Instruction) hir.Place {
			in.Lvalue = r.temp()
			b.Instrs = append(b.Instrs, in)
			return in.Lvalue
		}
		if i == 0 {
			for _, v := range own {
				if r.c.Intn(8) > 0 && !slices.ContainsFunc(f.Params, func(p hir.Param) bool { return p.Identifier == v }) {
					x := emit(hir.Instruction{Kind: hir.Primitive, Aux: &hir.Literal{Kind: hir.LiteralNumber, Num: float64(r.c.Intn(9))}})
					emit(hir.Instruction{Kind: hir.StoreLocal, LKind: hir.LvalueLet, Operands: []hir.Place{x}, Defs: []hir.Place{place(v)}})
				}
			}
		}
		readable := append(slices.Clone(outer), own...)
		for range r.c.Intn(r.cfg.instrs + 1) {
			switch k := r.c.Intn(9); {
			case k < 3:
				x := emit(hir.Instruction{Kind: hir.LoadLocal, Operands: []hir.Place{place(readable[r.c.Intn(len(readable))])}})
				emit(hir.Instruction{Kind: hir.StoreLocal, LKind: hir.LvalueReassign, Operands: []hir.Place{x}, Defs: []hir.Place{place(own[r.c.Intn(len(own))])}})
			case k < 5:
				x, y := readable[r.c.Intn(len(readable))], readable[r.c.Intn(len(readable))]
				emit(hir.Instruction{Kind: hir.BinaryExpression, Text: "+", Operands: []hir.Place{place(x), place(y)}})
			case k == 5:
				v := own[r.c.Intn(len(own))]
				emit(hir.Instruction{Kind: hir.PostfixUpdate, Text: "++", Operands: []hir.Place{place(v)}, Defs: []hir.Place{place(v)}})
			case k == 6 && len(cells) > 0:
				cell := cells[r.c.Intn(len(cells))]
				x := emit(hir.Instruction{Kind: hir.LoadContext, Operands: []hir.Place{place(cell)}})
				emit(hir.Instruction{Kind: hir.StoreContext, LKind: hir.LvalueReassign, Operands: []hir.Place{place(cell), x}})
			case k == 7 && len(cells) > 0:
				emit(hir.Instruction{Kind: hir.DeclareContext, LKind: hir.LvalueLet, Defs: []hir.Place{place(cells[r.c.Intn(len(cells))])}})
			case k == 8 && depth > 0:
				g := hir.NewFunction(r.env, "")
				r.build(g, readable, cells, depth-1)
				for _, v := range append(slices.Clone(readable), cells...) {
					g.Context = append(g.Context, place(v))
				}
				g.Returns = r.temp()
				emit(hir.Instruction{Kind: hir.FunctionExpression, Func: g})
			}
		}
		to := func() hir.BlockID { return ids[min(n-1, 1+r.c.Intn(n))] } // rarely none but itself
		v := place(readable[r.c.Intn(len(readable))])
		if n == 1 {
			b.Term = hir.Terminal{Kind: hir.Return, Operands: []hir.Place{v}, Fallthrough: hir.NoBlock}
			continue
		}
		switch r.c.Intn(6) {
		case 0:
			b.Term = hir.Terminal{Kind: hir.Return, Operands: []hir.Place{v}}
		case 1:
			b.Term = hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{to()}}
		case 2:
			b.Term = hir.Terminal{Kind: hir.Switch, Operands: []hir.Place{v, v}, Targets: []hir.BlockID{to(), to(), to()}, HasTest: []bool{true, false, false}}
			b.Term.Fallthrough = ids[1+r.c.Intn(n-1)]
			if taken[b.Term.Fallthrough] {
				b.Term = hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{to()}, Fallthrough: hir.NoBlock}
			}
			taken[b.Term.Fallthrough] = true
			continue
		case 3:
			b.Term = hir.Terminal{Kind: hir.MaybeThrow, Targets: []hir.BlockID{to(), to()}}
		default:
			b.Term = hir.Terminal{Kind: hir.Branch, Operands: []hir.Place{v}, Targets: []hir.BlockID{to(), to()}}
		}
		b.Term.Fallthrough = hir.NoBlock
		if b.Term.Kind.HasFallthrough() {
			b.Term.Fallthrough = b.Term.Targets[0]
		}
	}
	// The blocks that the first order keeps only as fallthroughs have lost their
	// edges in the second.
	for range 1 + r.c.Intn(2) {
		if err := f.ReversePostorder(); err != nil {
			panic(err)
		}
	}
	if err := f.MarkPreds(); err != nil {
		panic(err)
	}
	f.NumberInstructions()
	if f.Returns.Identifier == hir.NoIdentifier {
		f.Returns = r.temp()
	}
}

// naiveSSA converts f to SSA form in the most wasteful way: each block with
// predecessors gets a phi for each variable that is defined anywhere.
func naiveSSA(f *hir.Function) {
	defined := map[hir.IdentifierID]bool{}
	eachFunction(f, func(g *hir.Function) {
		for i := range g.Params {
			defined[g.Params[i].Identifier] = true
		}
		for _, b := range g.Blocks {
			for i := range b.Instrs {
				b.Instrs[i].RenamedDefs(func(p *hir.Place) bool { defined[p.Identifier] = true; return true })
			}
		}
	})
	var vars []hir.IdentifierID
	for v := range defined {
		vars = append(vars, v)
	}
	slices.Sort(vars)
	naiveFunction(f, vars, map[hir.IdentifierID]hir.IdentifierID{})
}

func naiveFunction(f *hir.Function, vars []hir.IdentifierID, outer map[hir.IdentifierID]hir.IdentifierID) {
	type state = map[hir.IdentifierID]hir.IdentifierID
	copyOf := func(s state) state {
		t := state{}
		for k, v := range s {
			t[k] = v
		}
		return t
	}
	in, out := map[hir.BlockID]state{}, map[hir.BlockID]state{}
	for _, b := range f.Blocks {
		in[b.ID] = copyOf(outer)
		if len(b.Preds) > 0 {
			for _, v := range vars {
				in[b.ID][v] = f.Env.NewVersion(v)
			}
		}
	}
	for _, b := range f.Blocks {
		s := copyOf(in[b.ID])
		define := func(p *hir.Place) bool {
			id := f.Env.NewVersion(p.Identifier)
			s[p.Identifier] = id
			p.Identifier = id
			return true
		}
		read := func(p *hir.Place) {
			if id, ok := s[p.Identifier]; ok {
				p.Identifier = id
			}
		}
		if b.ID == f.Entry {
			for i := range f.Params {
				define(&f.Params[i].Place)
			}
		}
		for i := range b.Instrs {
			uses := b.Instrs[i].Uses()
			for k := range uses {
				read(&uses[k])
			}
			b.Instrs[i].RenamedDefs(define)
			if g := b.Instrs[i].Func; g != nil {
				naiveFunction(g, vars, s)
			}
		}
		for k := range b.Term.Operands {
			read(&b.Term.Operands[k])
		}
		out[b.ID] = s
	}
	for _, b := range f.Blocks {
		if len(b.Preds) == 0 {
			continue
		}
		for _, v := range vars {
			phi := hir.Phi{Place: place(in[b.ID][v])}
			for _, p := range b.Preds {
				op := v
				if id, ok := out[p][v]; ok {
					op = id
				}
				phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: p, Place: place(op)})
			}
			b.Phis = append(b.Phis, phi)
		}
	}
}

var randomConfigs = []randomConfig{
	{blocks: 3, vars: 1, instrs: 2},
	{blocks: 5, vars: 2, instrs: 3},
	{blocks: 9, vars: 3, instrs: 3, context: true},
	{blocks: 5, vars: 2, instrs: 3, nested: 2, context: true},
}

// randomForms makes a random function and its SSA forms, each by another way.
// The function is nil if it has an entry with predecessors or EnterSSA refuses it.
func randomForms(t *testing.T, seed uint64, cfg randomConfig) (before *hir.Function, forms map[string]*hir.Function) {
	t.Helper()
	before = randomFunction(newChooser(seed), cfg)
	for _, v := range VerifyPre(before) {
		if v.Kind == KindNotReversePostorder {
			return nil, nil // its order was shaped by blocks that are gone
		}
	}
	if errs := hir.Check(before); len(errs) > 0 {
		t.Fatalf("seed %d: the random function is ill-formed: %v\n%s", seed, errs[0], before.Text())
	}
	entered := before.Clone()
	if err := ssa.EnterSSA(entered); err != nil {
		var e *hir.PassError
		if errors.As(err, &e) && e.Category == hir.CategoryTodo {
			return nil, nil
		}
		t.Fatalf("seed %d: %v\n%s", seed, err, before.Text())
	}
	eliminated := entered.Clone()
	if err := ssa.EliminateRedundantPhis(eliminated); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, entered.Text())
	}
	naive := before.Clone()
	naiveSSA(naive)
	return before, map[string]*hir.Function{"entered": entered, "eliminated": eliminated, "naive": naive}
}

func seeds(n int) uint64 {
	if testing.Short() {
		n /= 10
	}
	return uint64(n)
}

// TestRandomForms checks that all forms of random functions are accepted, by
// every check.
func TestRandomForms(t *testing.T) {
	refused, phis := 0, 0
	for seed := range seeds(800) {
		cfg := randomConfigs[seed%uint64(len(randomConfigs))]
		before, forms := randomForms(t, seed, cfg)
		if before == nil {
			refused++
			continue
		}
		wrong := func(what string, vs []*Violation) {
			t.Helper()
			if len(vs) > 0 {
				t.Fatalf("seed %d: %s: %v\nbefore:\n%s\n%s", seed, what, Violations(vs), before.Text(), show(forms))
			}
		}
		wrong("before", VerifyPre(before))
		for _, name := range []string{"entered", "eliminated", "naive"} {
			after := forms[name]
			wrong(name, VerifySSA(after))
			wrong(name+" validated", ValidateSSA(before, after))
			if ok, why := meansTheSame(before, after); !ok {
				t.Fatalf("seed %d: %s: reference: %v", seed, name, why)
			}
			for _, other := range []string{"entered", "eliminated", "naive"} {
				r := CompareSSA(after, forms[other], CompareOptions{})
				wrong(name+" to "+other, r.Violations)
				if hasPhis(after) {
					phis++
				}
			}
		}
		wrong("elimination", ValidateEliminate(forms["entered"], forms["eliminated"]))
	}
	t.Logf("refused %d, with phis %d", refused, phis)
}

func show(forms map[string]*hir.Function) string {
	s := ""
	for _, name := range []string{"entered", "eliminated", "naive"} {
		s += name + ":\n" + forms[name].Text() + "\n"
	}
	return s
}

// TestRandomCorruptions corrupts all forms of random functions, and checks the
// verdicts against the reference.
func TestRandomCorruptions(t *testing.T) {
	score := newCorruptionScore()
	for seed := range seeds(1500) {
		before, forms := randomForms(t, seed, randomConfigs[seed%uint64(len(randomConfigs))])
		if before == nil {
			continue
		}
		for i, name := range []string{"entered", "eliminated", "naive"} {
			c := newChooser(seed*3 + uint64(i))
			input := before
			if c.Intn(3) == 0 {
				input = forms["entered"]
			}
			score.try(t, fmt.Sprintf("seed %d %s", seed, name), input, forms[name], c)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	score.log(t)
}

// TestPaths checks the validator against the enumeration of all paths of small
// functions: it accepts a changed function if and only if no path shows a
// difference.
func TestPaths(t *testing.T) {
	accepted, rejected := 0, 0
	for seed := range seeds(4000) {
		before, forms := randomForms(t, seed, randomConfig{blocks: 4, vars: 2, instrs: 2})
		if before == nil {
			continue
		}
		c := newChooser(seed)
		after := forms[[]string{"entered", "eliminated", "naive"}[c.Intn(3)]]
		k := newCorruptor(after, c)
		for range 1 + c.Intn(2) {
			k.otherVersion()
		}
		vs := ValidateSSA(before, after)
		wrong := slices.ContainsFunc(vs, func(v *Violation) bool { return v.Kind == KindWrongValue })
		// The graph has at most 4 blocks; a shortest witness goes through each phi
		// of a chain once.
		if differs := pathsDiffer(before, after, 9); differs != wrong {
			t.Fatalf("seed %d: the paths differ: %v, the validator says: %v\nbefore:\n%s\nafter:\n%s", seed, differs, Violations(vs), before.Text(), after.Text())
		}
		if wrong {
			rejected++
		} else {
			accepted++
		}
	}
	if accepted == 0 || rejected == 0 {
		t.Error("one of the outcomes never came up")
	}
	t.Logf("accepted %d, rejected %d", accepted, rejected)
}
