package command

import (
	"context"
	"errors"

	"assay/hir"
)

// Pass returns a function that has the command apply a pass to a function in HIR, in
// place. Its error is a *hir.PassError if the command answers with an error, of
// category Todo if it says that it does not take the function, else of the kind that
// it names; or a *Failure.
func (p *Process) Pass(ctx context.Context, name string) func(*hir.Function) error {
	return func(f *hir.Function) error {
		a, err := p.Do(ctx, RequestPass(name, f))
		switch {
		case err != nil:
			return err
		case a.Error != nil && a.Error.Kind == Unsupported:
			return &hir.PassError{Pass: name, Category: hir.CategoryTodo, Reason: a.Error.Message}
		case a.Error != nil:
			return &hir.PassError{Pass: name, Category: a.Error.Kind, Reason: a.Error.Message}
		case len(a.Snapshots) == 0:
			return errors.New("expected a snapshot of the function after the pass, found none")
		}
		s := a.Snapshots[len(a.Snapshots)-1]
		if s.Next == nil {
			n := f.Env.Counters()
			s.Next = &Counters{n.Identifier, n.Block, n.Scope}
		}
		g, err := s.Read()
		if err != nil {
			return err
		}
		*f = *g
		return nil
	}
}
