package oracle

import (
	"errors"
	"fmt"

	"assay/hir"
	"assay/interp"
	"assay/oracle/guard"
	"assay/ssa"
)

// anyFuel bounds the runs of CheckAnyHIR.
const anyFuel = 500

// CheckAnyHIR checks that nothing panics on a program somebody else has made,
// however odd: for each well-formed function in the bytes, all verifiers and
// validators, the interpreter, and both passes of the SSA conversion, which may
// refuse it with a *hir.PassError. What a pass accepts must be accepted by every
// oracle, if the input has no violation.
func CheckAnyHIR(data []byte) error {
	return guard.Call(func() error {
		fs, err := hir.Read("input", data)
		if err != nil {
			return nil
		}
		for _, f := range fs {
			if len(hir.Check(f)) > 0 {
				continue
			}
			if err := checkAny(f); err != nil {
				return err
			}
		}
		return nil
	})
}

func checkAny(f *hir.Function) error {
	CompareSSA(f, f, CompareOptions{FromText: true})
	ValidateEliminate(f, f)
	interp.Run(f, interp.Options{Fuel: anyFuel})
	input := VerifyPre(f)
	VerifySSA(f)
	for _, pass := range []struct {
		name string
		run  func(*hir.Function) error
	}{{"EnterSSA", ssa.EnterSSA}, {"EliminateRedundantPhis", ssa.EliminateRedundantPhis}} {
		g := f.Clone()
		err := pass.run(g)
		var refused *hir.PassError
		if err != nil && !errors.As(err, &refused) {
			return fmt.Errorf("%s: %w", pass.name, err)
		}
		if err == nil && len(hir.Check(g)) > 0 {
			return fmt.Errorf("%s made an ill-formed function of a well-formed one: %w\n%s", pass.name, hir.Check(g)[0], f.Text())
		}
	}
	if len(Strong(input)) > 0 {
		return nil
	}
	k := NewChecker(CheckOptions{Seeds: 1, Fuel: anyFuel})
	if bad := k.Check(Case{Name: "input", Func: f}); bad != nil {
		var refused *hir.PassError
		if bad.Oracle == OracleCrash && errors.As(bad.Err, &refused) {
			return nil
		}
		return bad
	}
	return nil
}
