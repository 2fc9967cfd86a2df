package js

import (
	"strings"
	"testing"
	"time"
)

// FuzzParse gives the reader any text. It must end soon, and give either errors
// with places within the text or a program that prints and reads back to the same.
func FuzzParse(f *testing.F) {
	for _, c := range parseTests {
		f.Add(c.src)
	}
	for _, c := range errorTests {
		f.Add(c.src)
	}
	for seed := range uint64(30) {
		f.Add(Print(randomProgram(seed, 30, false)))
	}
	f.Fuzz(func(t *testing.T, src string) {
		start := time.Now()
		p, errs := ParsePartial("fuzz.js", []byte(src))
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("took %v", d)
		}
		for _, e := range errs {
			checkErrorPlace(t, src, e)
		}
		WalkProgram(p, func(n Node) bool {
			if pos := n.Position(); pos < 1 || int(pos) > len(src) {
				t.Fatalf("%T at %d, outside of the source", n, pos)
			}
			return true
		})
		checkRoundTrip(t, p)
		if q := Clone(p); !Equal(p, q) {
			t.Error("the clone differs")
		}
	})
}

// checkErrorPlace checks that an error is at a place within the source.
func checkErrorPlace(t *testing.T, src string, e *Error) {
	t.Helper()
	lines := lineStarts(src)
	if e.Line < 1 || e.Line > len(lines) || e.Col < 1 || int(lines[e.Line-1])+e.Col-1 > len(src) {
		t.Errorf("%v: no place in the source", e)
	}
	if e.Msg == "" || strings.Contains(e.Msg, "the parser failed") {
		t.Errorf("%v", e)
	}
}
