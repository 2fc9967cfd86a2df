// Package guard calls code under test so that its panics become errors:
//
//	panic: runtime error: index out of range [3] with length 3
//	  at assay/ssa.(*builder).seal:118
package guard

import (
	"fmt"
	"runtime"
	"strings"
)

// PanicError is a panic of a pass under test, which is a finding and not an end
// of the run.
type PanicError struct {
	Value string
	// Where lists the functions of the panicking goroutine, innermost first,
	// without addresses, so that it is the same in every run.
	Where []string
}

// Error returns the value of the panic and where it happened.
func (e *PanicError) Error() string {
	return fmt.Sprintf("panic: %s\n  at %s", e.Value, strings.Join(e.Where, "\n  at "))
}

// maxPanicFrames bounds the frames listed in a PanicError.
const maxPanicFrames = 8

// Call calls f and turns a panic in it into a *PanicError.
func Call(f func() error) (err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		e := &PanicError{Value: fmt.Sprint(r)}
		pcs := make([]uintptr, 64)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
		for len(e.Where) < maxPanicFrames {
			fr, more := frames.Next()
			if strings.HasPrefix(fr.Function, "assay/oracle/guard.Call") {
				break
			}
			if !strings.HasPrefix(fr.Function, "runtime.") {
				e.Where = append(e.Where, fmt.Sprintf("%s:%d", fr.Function, fr.Line))
			}
			if !more {
				break
			}
		}
		err = e
	}()
	return f()
}
