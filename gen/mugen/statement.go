package mugen

import (
	"assay/gen"
	"assay/mu"
)

// statement is a way to go on in a block.
type statement uint8

const (
	stmtAssign statement = iota
	stmtCopy
	stmtSwap
	stmtTrap
	stmtCall
	stmtMemory
	stmtKeep
	stmtWeb
	// The others end the block.
	stmtIf
	stmtLoop
	stmtSwitch
	stmtExc
	stmtWatchpoint
	stmtJump
	stmtChain
	stmtRecursion
	stmtInfinite
	numStatements
)

// simple says that a statement stays in its block.
func (s statement) simple() bool { return s < stmtIf }

var statementWeights = [numStatements]int{60, 24, 12, 14, 14, 14, 3, 6, 22, 16, 7, 14, 8, 10, 4, 8, 1}

var statementFeatures = [numStatements]Feature{
	stmtCopy: FeatureCopy, stmtSwap: FeatureSwap, stmtTrap: FeatureTrap, stmtCall: FeatureCall,
	stmtMemory: FeatureMemory, stmtKeep: FeatureKeepAlive, stmtWeb: FeatureWeb, stmtIf: FeatureIf,
	stmtLoop: FeatureLoop, stmtSwitch: FeatureSwitch, stmtExc: FeatureExc, stmtWatchpoint: FeatureWatchpoint,
	stmtJump: FeatureReturn, stmtChain: FeatureChain, stmtRecursion: FeatureRecursion, stmtInfinite: FeatureInfinite,
}

// weighStatements makes the table of the statements that the bundle may have.
func (g *generator) weighStatements() {
	w := statementWeights
	for s := range statementWeights {
		if s > 0 && !g.has(statementFeatures[s]) {
			w[s] = 0
		}
	}
	if g.ssa {
		w[stmtCopy], w[stmtSwap], w[stmtWeb] = 0, 0, 0
	}
	g.statements = *gen.NewTable(w[:]...)
}

// maxDepth bounds how deep statements nest.
const maxDepth = 4

// list makes statements until the budget is used up, or until a jump, or until a
// choice ends it.
func (g *generator) list(depth int) {
	for !g.done && g.budget > 0 {
		s := statement(g.c.Pick(&g.statements))
		if depth > 0 && g.c.Chance(40) {
			return
		}
		switch {
		case s.simple():
			g.simple(s)
		case depth < maxDepth || s == stmtJump:
			g.compound(s, depth+1)
		default:
			g.simple(stmtAssign)
		}
	}
}

// simple makes a statement that stays in its block.
func (g *generator) simple(s statement) {
	switch s {
	case stmtCopy:
		s := g.fromMenu()
		in := g.id(s, g.use(s))
		g.emitTo(g.target(s, nil), in)
	case stmtSwap:
		g.swap()
	case stmtTrap:
		g.emitResults(g.trap())
	case stmtCall:
		if in, ok := g.call(); ok {
			g.emitResults(in)
		}
	case stmtMemory:
		if in, ok := g.memory(); ok {
			g.emitResults(in)
		}
	case stmtKeep:
		if !g.ssa && g.c.Bool() {
			g.keepConstants()
			return
		}
		in := g.comm("@uvm.get_threadlocal")
		in.Results = g.results(excRef)
		g.keepAlive(&in)
		g.emitResults(in)
	case stmtWeb:
		g.useWeb()
	default:
		t := g.fromMenu()
		in := g.value(t)
		if in.Op == mu.ID && g.ssa {
			in = g.killDependency(t, in.Args[0])
		}
		g.emitTo(g.target(t, nil), in)
	}
}

// emitResults emits an instruction whose results are chosen.
func (g *generator) emitResults(in mu.Instruction) {
	g.name(&in)
	g.sugar(&in)
	g.emit(in)
	for _, d := range in.Results {
		g.assigned(d.Var)
	}
}

// sugar writes results in parentheses, perhaps.
func (g *generator) sugar(in *mu.Instruction) {
	if g.has(FeatureSugar) && len(in.Results) < 2 && g.c.Chance(48) && (len(in.Results) == 1 || g.yieldsNothing(in)) {
		in.Flags |= mu.FlagParenResults
	}
}

// yieldsNothing reports whether an instruction has no values that could be named.
func (g *generator) yieldsNothing(in *mu.Instruction) bool {
	types, known := g.b.AppendResultTypes(nil, in, func(mu.Operand) mu.TypeID { return mu.NoType })
	return known && len(types) == 0
}

// results chooses variables for the values of an instruction. They are not assigned
// yet.
func (g *generator) results(shapes ...shapeID) []mu.Def {
	if len(shapes) == 0 || g.c.Chance(20) {
		return nil // unnamed
	}
	var ds [4]mu.Def
	for i, s := range shapes {
		ds[i].Var = g.target(s, ds[:i])
		ds[i].Full = g.full(ds[i].Var)
	}
	return g.defs.list(ds[:len(shapes)]...)
}

// swap exchanges two variables, or rotates three, by copies.
func (g *generator) swap() {
	s := g.fromMenu()
	a := g.target(s, nil)
	b := g.target(s, []mu.Def{{Var: a}})
	n := 2 + g.c.Intn(2)
	t := g.target(s, []mu.Def{{Var: a}, {Var: b}})
	g.emitTo(t, g.id(s, g.local(a)))
	g.emitTo(a, g.id(s, g.local(b)))
	if n == 3 {
		c := g.target(s, []mu.Def{{Var: a}, {Var: b}, {Var: t}})
		g.emitTo(b, g.id(s, g.local(c)))
		b = c
	}
	g.emitTo(b, g.id(s, g.local(t)))
}

// trap returns a TRAP.
func (g *generator) trap() mu.Instruction {
	in := mu.Instruction{Op: mu.TRAP}
	g.keepAlive(&in)
	g.trapTypes(&in)
	return in
}

// trapTypes gives an instruction types that a client answers with, and results.
func (g *generator) trapTypes(in *mu.Instruction) {
	var shapes [3]shapeID
	n := [...]int{0, 1, 1, 1, 2, 3}[g.c.Intn(6)]
	for i := range n {
		shapes[i] = g.fromMenu()
	}
	in.Types = g.types(shapes[:n]...)
	in.Results = g.results(shapes[:n]...)
}

// keepAlive gives an instruction a KEEPALIVE clause, perhaps.
func (g *generator) keepAlive(in *mu.Instruction) {
	if !g.has(FeatureKeepAlive) || g.c.Byte() < 96 {
		return
	}
	in.Flags |= mu.FlagKeepAlive
	var os [4]mu.Operand
	n := 0
	for range g.c.Intn(5) {
		if v := g.anyVariable(); v != mu.NoVar {
			os[n] = g.local(v)
			n++
		}
	}
	in.KeepAlive = g.operands.list(os[:n]...)
}

// call returns a CALL of a function that cannot call this one.
func (g *generator) call() (mu.Instruction, bool) {
	n := len(g.funcs) - g.fi - 1
	if n <= 0 {
		return mu.Instruction{}, false
	}
	j := g.fi + 1 + g.c.Intn(n)
	callee := mu.Global(g.functionEntity(j))
	if b := g.c.Byte(); b >= 128 {
		s := g.funcRefTo(g.funcs[j].sig)
		for _, v := range g.cells {
			if g.vars[v].shape == s {
				callee = g.local(v)
			}
		}
	}
	in := mu.Instruction{Op: mu.CALL, Sig: g.sigRef(g.funcs[j].sig), Args: g.callArgs(callee, j)}
	g.keepAlive(&in)
	in.Results = g.results(g.sigs[g.funcs[j].sig].returns...)
	return in, true
}

// callArgs returns the operands of a call of function j.
func (g *generator) callArgs(callee mu.Operand, j int) []mu.Operand {
	var args [5]mu.Operand
	args[0] = callee
	params := g.sigs[g.funcs[j].sig].params
	for i, s := range params {
		args[i+1] = g.use(s)
		// A function that is called through a variable may be any of its signature.
		if i == 0 && (g.funcs[j].recursive || callee.IsLocal()) {
			args[1] = mu.Global(g.intConst(i64, uint64(1+g.c.Intn(3))))
		}
	}
	return g.operands.list(args[:1+len(params)]...)
}

// memory returns an instruction that writes memory.
func (g *generator) memory() (mu.Instruction, bool) {
	if g.c.Chance(64) {
		if in, ok := g.exchange(); ok {
			in.Results = g.results(i64, i1)
			return in, true
		}
	}
	return g.store()
}

// keepConstants assigns constants to a variable, one after another, and keeps each
// alive.
func (g *generator) keepConstants() {
	s := g.fromMenu()
	v := g.target(s, nil)
	for range 1 + g.c.Intn(3) {
		if e, ok := g.constant(s); ok {
			g.emitTo(v, g.id(s, mu.Global(e)))
		}
		g.emitResults(mu.Instruction{Op: mu.TRAP, Flags: mu.FlagKeepAlive, KeepAlive: g.operands.list(g.local(v))})
	}
}

// useWeb assigns the variable that has another type in each block, and reads it.
func (g *generator) useWeb() {
	if g.web == mu.NoVar {
		return
	}
	if g.webShape == noShape {
		g.webShape = g.fromMenu()
	}
	s := g.webShape
	in := g.value(s)
	if in.Op == mu.ID {
		in.Types = g.types(s)
	}
	g.emitTo(g.web, in)
	in = g.killDependency(s, g.local(g.web))
	if g.c.Bool() {
		in = mu.Instruction{Op: mu.TRAP, Flags: mu.FlagKeepAlive, KeepAlive: g.operands.list(g.local(g.web))}
		g.emitResults(in)
		return
	}
	g.emitTo(g.target(s, nil), in)
}

// cond returns a condition.
func (g *generator) cond() mu.Operand {
	if b := g.c.Byte(); b >= 64 {
		in := g.test(int(b))
		v := g.target(i1, nil)
		g.emitTo(v, in)
		return g.local(v)
	}
	return g.use(i1)
}

// throwing returns an instruction that can have an EXC clause.
func (g *generator) throwing() mu.Instruction {
	switch b := int(g.c.Byte()); {
	case b%8 < 3 && g.has(FeatureTrap):
		return g.trap()
	case b%8 < 6:
		if in, ok := g.call(); ok {
			return in
		}
	case b%8 == 6 && g.has(FeatureMemory):
		t := g.targets[b/8%len(g.targets)]
		if b >= 128 {
			// A location that may be NULL.
			in := g.one(mu.LOAD, g.use(g.irefTo(t)), t)
			in.Results = g.results(g.strong(t))
			return in
		}
		in := mu.Instruction{Op: mu.NEW, Types: g.types(t)}
		in.Results = g.results(g.refTo(t))
		return in
	}
	s := g.ints[g.c.Intn(len(g.ints))]
	in := g.two(divOps[g.c.Intn(4)], g.use(s), g.use(s), s)
	in.Results = g.results(s)
	return in
}
