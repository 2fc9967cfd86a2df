package oracle

import (
	"fmt"
	"strings"

	"assay/hir"
	"assay/scopes"
)

// WithPass returns options with another implementation of a pass in the place of
// ours. The pass is named as in ConformPasses. newRun makes the implementation, once
// for each Checker. Since what comes from elsewhere may come by way of its text, what
// text does not tell is not compared.
func (o CheckOptions) WithPass(name string, newRun func() func(*hir.Function) error) (CheckOptions, error) {
	full, ok := passOfFault[name]
	if !ok {
		return o, fmt.Errorf("no pass is named %q; there are %s", name, strings.Join(ConformPasses(), ", "))
	}
	o.FromText = true
	put := func(ps []Pass) []Pass {
		for i := range ps {
			if p := &ps[i]; p.Name == full {
				p.Run = newRun()
				p.Verify, p.VerifyStep, p.Validate = printed(p.Verify), printedStep(p.VerifyStep), printedStep(p.Validate)
			}
		}
		return ps
	}
	switch name {
	case "ssa", "eliminate":
		o.Only = ConvertSSA
		o.Passes = func() []Pass { return put(SSAPasses()) }
	default:
		o.Only = ConvertScopes
		o.ScopePasses = func(from Stage, opt scopes.AlignOptions) []Pass { return put(ScopePasses(from, opt)) }
	}
	return o, nil
}

// printed leaves out what text does not tell.
func printed(verify func(*hir.Function) []*Violation) func(*hir.Function) []*Violation {
	if verify == nil {
		return nil
	}
	return func(f *hir.Function) []*Violation { return onlyPrinted(verify(f)) }
}

// printedStep gives a check of a step the function before as its text tells it.
func printedStep(check func(before, after *hir.Function) []*Violation) func(before, after *hir.Function) []*Violation {
	if check == nil {
		return nil
	}
	return func(before, after *hir.Function) []*Violation {
		return onlyPrinted(check(readBack(before), after))
	}
}

// readBack returns a function as its text tells it. One whose text cannot be read
// stays as it is, and passes get to see it.
func readBack(f *hir.Function) *hir.Function {
	n := f.Env.Counters()
	opt := hir.ReadOptions{Next: &n, ScopeRanges: map[hir.ScopeID]hir.Range{}}
	for i := range f.Env.Scopes {
		opt.ScopeRanges[hir.ScopeID(i)] = f.Env.Scopes[i].Range
	}
	g, err := hir.ReadFunction(f.Name(), []byte(f.Text()), opt)
	if err != nil {
		return f
	}
	return g
}

func onlyPrinted(vs []*Violation) []*Violation {
	var out []*Violation
	for _, v := range vs {
		if v.Kind != KindUnprinted {
			out = append(out, v)
		}
	}
	return out
}
