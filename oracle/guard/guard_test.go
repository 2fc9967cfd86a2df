package guard

import (
	"errors"
	"strings"
	"testing"
)

//go:noinline
func broken(n []int) int { return n[len(n)] }

func TestCall(t *testing.T) {
	if err := Call(func() error { return nil }); err != nil {
		t.Errorf("found %v", err)
	}
	want := errors.New("refused")
	if err := Call(func() error { return want }); err != want {
		t.Errorf("found %v", err)
	}
	var p *PanicError
	err := Call(func() error { broken(nil); return nil })
	if !errors.As(err, &p) || !strings.Contains(p.Value, "index out of range") || !strings.Contains(p.Where[0], "guard.broken:") {
		t.Errorf("found %v", err)
	}
	for _, w := range p.Where {
		if strings.Contains(w, "guard.Call") || strings.Contains(w, "0x") {
			t.Errorf("found %s among the frames", w)
		}
	}
}
