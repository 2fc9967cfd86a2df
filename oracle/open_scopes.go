package oracle

import (
	"fmt"
	"slices"
	"strings"

	"assay/hir"
)

// openScopes watches a run of a function with scope terminals: in each block
// that control enters, the open scopes must be those whose range held the block's
// instructions in the function before.
//
// It says nothing of a function in which control can enter a scope other than at
// its start or leave it other than at its end, nor of blocks without instructions.
type openScopes struct {
	// before is the number of the snapshot without terminals, or -1 if there is none.
	before   int
	f        *hir.Function
	expected [][]hir.ScopeID // by position: ascending
	known    []bool
	got      []hir.ScopeID
	// wrong describes the first block entered with other scopes, or is "".
	wrong string
}

// load prepares for runs of after, which is before with scope terminals. It says
// whether these can be watched.
func (o *openScopes) load(before, after *hir.Function) bool {
	o.f, o.wrong = after, ""
	c := scopeCheck{before: before, after: after}
	scopes := c.wanted()
	for _, s := range scopes {
		c.inputEdges(s)
		c.repeats(s)
	}
	if len(scopes) == 0 || len(c.out) > 0 {
		return false
	}
	o.expected = cleared(o.expected, len(after.Blocks))
	o.known = cleared(o.known, len(after.Blocks))
	was := make([]hir.InstructionID, len(before.Env.Identifiers)) // by lvalue
	for _, b := range before.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.HasLvalue() {
				was[in.Lvalue.Identifier] = in.ID
			}
		}
	}
	for pos, b := range after.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if !in.HasLvalue() || int(in.Lvalue.Identifier) >= len(was) || was[in.Lvalue.Identifier] == 0 {
				continue
			}
			for _, s := range scopes {
				if before.Env.Scopes[s].Range.Contains(was[in.Lvalue.Identifier]) {
					o.expected[pos] = append(o.expected[pos], s)
				}
			}
			slices.Sort(o.expected[pos])
			o.known[pos] = true
			break
		}
	}
	return true
}

// repeats checks that no scope that starts within a loop or try lasts into a part
// of it that control comes to from any depth: by the end of a turn, or an exception.
// That ends what is open in the construct.
func (c *scopeCheck) repeats(s hir.ScopeID) {
	f := c.before
	r := f.Env.Scopes[s].Range
	check := func(b *hir.Block, target hir.BlockID) {
		if target == hir.NoBlock || r.Start <= b.Term.ID {
			return
		}
		if first := f.Block(target).FirstID(); r.Start < first && first < r.End {
			c.report(KindScopeExit, f, b.ID, b.Term.ID, scopeText(s)+" "+rangeText(r)+" to end before "+target.String(), "it to last into it")
		}
	}
	for _, b := range f.Blocks {
		switch t := &b.Term; t.Kind {
		case hir.DoWhile:
			check(b, t.Targets[hir.DoWhileTest])
		case hir.For:
			check(b, t.Targets[hir.ForTest])
			check(b, t.Targets[hir.ForUpdate])
		case hir.ForOf:
			check(b, t.Targets[hir.ForOfTest])
		case hir.Try:
			check(b, t.Targets[hir.TryHandler])
		}
	}
}

// enter is an interp.Options.OnBlock.
func (o *openScopes) enter(f *hir.Function, b *hir.Block, open []hir.ScopeID) {
	if f != o.f || o.wrong != "" {
		return
	}
	pos := f.BlockPos(b.ID)
	if !o.known[pos] {
		return
	}
	o.got = append(o.got[:0], open...)
	slices.Sort(o.got)
	if !slices.Equal(o.got, o.expected[pos]) {
		o.wrong = fmt.Sprintf("%s is entered with other scopes open than those whose range held [%d] %s\n- %s\n+ %s",
			b.ID, b.FirstID(), instructionText(&b.Instrs[0]), scopeListText(o.expected[pos]), scopeListText(o.got))
	}
}

func scopeListText(list []hir.ScopeID) string {
	if len(list) == 0 {
		return "none"
	}
	var parts []string
	for _, s := range list {
		parts = append(parts, scopeText(s))
	}
	return strings.Join(parts, ", ")
}
