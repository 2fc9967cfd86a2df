package mugen

import (
	"slices"

	"assay/mu"
)

// dest returns an edge to a block. results are those of the terminator if they do
// not exist on the edge.
func (g *generator) dest(kind mu.EdgeKind, to mu.BlockID, results []mu.Def) mu.Dest {
	d := mu.Dest{Kind: kind, BlockRef: mu.BlockRef{Block: to}}
	ps := g.infos[to].params
	if g.ssa {
		d.HasArgs = true
		d.Args = g.ssaArgs(ps, results)
		return d
	}
	if len(ps) == 0 {
		d.HasArgs = g.has(FeatureEmptyList) && g.c.Bool()
		return d
	}
	bare := g.c.Byte() >= 128
	for _, p := range ps {
		if contains(results, p.v) && !g.assignedHere(p.v) {
			bare = false
		}
	}
	if bare {
		return d
	}
	d.HasArgs = true
	args := make([]mu.Operand, len(ps))
	for i, p := range ps {
		if i < len(ps)-1 && g.has(FeatureSwap) && g.c.Bool() {
			// What the next parameter holds, as in an exchange.
			if q := ps[i+1]; q.shape == p.shape && (!contains(results, q.v) || g.assignedHere(q.v)) {
				args[i] = g.local(q.v)
				continue
			}
		}
		args[i] = g.useBut(p.shape, results)
	}
	d.Args = args
	return d
}

// endExc ends the block under way with an instruction that may throw, or whatever
// else has an exceptional edge.
func (g *generator) endExc(in mu.Instruction, normal, exceptional mu.BlockID) {
	in.Flags |= mu.FlagExc
	exc := g.dest(mu.EdgeExceptional, exceptional, in.Results)
	for _, d := range in.Results {
		g.assigned(d.Var)
	}
	nor := g.dest(mu.EdgeNormal, normal, nil)
	in.Dests = g.dests.list(nor, exc)
	g.end(in)
}

// watchpoint ends the block under way with a WATCHPOINT. There is no exceptional
// edge if that block is mu.NoBlock.
func (g *generator) watchpoint(disabled, enabled, exceptional mu.BlockID) {
	in := mu.Instruction{Op: mu.WATCHPOINT, Extra: g.extra(mu.Extra{Index: mu.IntLit{Lo: uint64(g.c.Intn(4))}})}
	g.trapTypes(&in)
	g.keepAlive(&in)
	dis := g.dest(mu.EdgeDisabled, disabled, in.Results)
	var exc mu.Dest
	if exceptional != mu.NoBlock {
		in.Flags |= mu.FlagExc
		exc = g.dest(mu.EdgeExceptional, exceptional, in.Results)
	}
	for _, d := range in.Results {
		g.assigned(d.Var)
	}
	ena := g.dest(mu.EdgeEnabled, enabled, nil)
	in.Dests = g.dests.list(dis, ena)
	if exceptional != mu.NoBlock {
		in.Dests = g.dests.list(dis, ena, exc)
	}
	g.end(in)
}

// wpbranch ends the block under way with a WPBRANCH.
func (g *generator) wpbranch(disabled, enabled mu.BlockID) {
	in := mu.Instruction{Op: mu.WPBRANCH, Extra: g.extra(mu.Extra{Index: mu.IntLit{Lo: uint64(g.c.Intn(4))}})}
	in.Dests = g.dests.list(g.dest(mu.EdgeDisabled, disabled, nil), g.dest(mu.EdgeEnabled, enabled, nil))
	g.end(in)
}

// branch2 ends the block under way with a conditional branch.
func (g *generator) branch2(cond mu.Operand, yes, no mu.BlockID) {
	in := mu.Instruction{Op: mu.BRANCH2, Args: g.operands.list(cond)}
	in.Dests = g.dests.list(g.dest(mu.EdgeTrue, yes, nil), g.dest(mu.EdgeFalse, no, nil))
	g.end(in)
}

// switchTo ends the block under way with a SWITCH to a default and up to four
// other blocks.
func (g *generator) switchTo(def mu.BlockID, cases []mu.BlockID) {
	s := g.ints[g.c.Intn(len(g.ints))]
	in := mu.Instruction{Op: mu.SWITCH, Types: g.types(s), Args: g.operands.list(g.use(s))}
	dests := make([]mu.Dest, 0, 1+len(cases))
	dests = append(dests, g.dest(mu.EdgeDefault, def, nil))
	var values []uint64
	for i, b := range cases {
		v := g.mask(s, intValues[(i+int(in.Types[0].ID))%len(intValues)])
		if slices.Contains(values, v) {
			continue
		}
		values = append(values, v)
		d := g.dest(mu.EdgeCase, b, nil)
		d.Case = mu.Global(g.intConst(s, v))
		dests = append(dests, d)
	}
	in.Dests = dests
	g.end(in)
}

// leave ends the block under way, and the function with it.
func (g *generator) leave() {
	sig := &g.sigs[g.funcs[g.fi].sig]
	if g.has(FeatureThrow) && g.c.Chance(24) {
		g.end(mu.Instruction{Op: mu.THROW, Args: g.operands.list(g.use(excRef))})
		return
	}
	if g.has(FeatureTailCall) && g.c.Chance(64) && g.tailCall(sig) {
		return
	}
	in := mu.Instruction{Op: mu.RET}
	var args [4]mu.Operand
	for i, s := range sig.returns {
		args[i] = g.use(s)
	}
	in.Args = g.operands.list(args[:len(sig.returns)]...)
	if len(in.Args) == 1 && g.has(FeatureSugar) && g.c.Bool() {
		in.Flags |= mu.FlagParenValue
	}
	g.end(in)
}

// tailCall ends the block under way with a TAILCALL, if there is a function with
// the same results that is not under way.
func (g *generator) tailCall(sig *signature) bool {
	for j := g.fi + 1; j < len(g.funcs); j++ {
		if !slices.Equal(g.sigs[g.funcs[j].sig].returns, sig.returns) {
			continue
		}
		in := mu.Instruction{Op: mu.TAILCALL, Sig: g.sigRef(g.funcs[j].sig)}
		in.Args = g.callArgs(mu.Global(g.functionEntity(j)), j)
		g.end(in)
		return true
	}
	return false
}

// extra returns a copy of x for an instruction.
func (g *generator) extra(x mu.Extra) *mu.Extra { return &g.extras.list(x)[0] }
