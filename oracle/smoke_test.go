package oracle

import (
	"testing"
	"time"
)

// smokeTime is how long each property runs in an ordinary test run.
const smokeTime = time.Second

// smoke calls check with the cases of seeds 0, 1, ... for about smokeTime, and
// for at least a few of them however slow the machine is.
func smoke(t *testing.T, check func(Case) error) {
	t.Helper()
	g := NewGenerator()
	start := time.Now()
	n := 0
	for seed := uint64(0); n < 100 || time.Since(start) < smokeTime; seed++ {
		c, err := g.FromSeed(seed)
		if err != nil {
			t.Fatalf("%v\nreplay: %s", err, c.Replay)
		}
		if err := check(c); err != nil {
			t.Fatal(err)
		}
		n++
	}
	t.Logf("%d programs", n)
}

func TestSmokeSSA(t *testing.T) {
	k := NewChecker(CheckOptions{})
	smoke(t, func(c Case) error {
		if f := k.Check(c); f != nil {
			return f
		}
		return nil
	})
}

func TestSmokeScopes(t *testing.T) {
	k := NewChecker(CheckOptions{Only: ConvertScopes})
	smoke(t, func(c Case) error {
		if f := k.Check(c); f != nil {
			return f
		}
		return nil
	})
	if k.Stats.Scoped < k.Stats.Cases/2 || k.Stats.Unfit > k.Stats.Scoped/2 {
		t.Errorf("of %d programs, %d have scopes, and those of %d cannot be made terminals", k.Stats.Cases, k.Stats.Scoped, k.Stats.Unfit)
	}
}

func TestSmokeText(t *testing.T) { smoke(t, CheckText) }

func TestSmokeHIRText(t *testing.T) {
	smoke(t, func(c Case) error { return CheckHIRText([]byte(c.Func.Text())) })
}
