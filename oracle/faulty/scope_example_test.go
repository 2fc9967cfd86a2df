package faulty_test

import (
	"fmt"
	"strings"

	"assay/hir"
	"assay/oracle/faulty"
	"assay/scopes/scopestest"
)

func ExampleScopes() {
	b := scopestest.New("f")
	x := b.Op()
	b.If(x, func() { b.Op() }, nil)
	f := b.Finish()
	scopestest.AddPhis(f)
	scopestest.AddScope(f, hir.Range{Start: 4, End: 6}, 4)

	passes := []func(*hir.Function) error{faulty.BuildReactiveScopeTerminals}
	for _, fault := range faulty.Scopes() {
		if fault.Name == "phi-operand-first-piece" {
			passes = append(passes, fault.Run)
		}
	}
	for _, pass := range passes {
		g := f.Clone()
		if err := pass(g); err != nil {
			panic(err)
		}
		for line := range strings.Lines(g.Text()) {
			if strings.Contains(line, "phi(") {
				fmt.Println(strings.TrimSpace(line))
			}
		}
	}
	// Output:
	// $4: phi(bb0: $6, bb4: $5)
	// $4: phi(bb0: $6, bb3: $5)
}
