package oracle

import (
	"testing"

	"assay/js"
)

// Programs that once failed without being at fault, and what was.
func TestRegressions(t *testing.T) {
	tests := []struct{ name, source string }{
		{"an exception sets the binding of a catch, not the phi that a loop in the try took of it before", `
function main(a) {
  try {
    for (let b = 0; b < 4; b += 1) {}
  } catch (u) {
    a = u;
  }
  return a;
}`},
		{"a throw statement makes another version of the binding", `
function main(b) {
  try {
    for (let e = 5; e > 0; e = e - 1) {
      if (0) {
        throw 0;
      }
    }
  } catch (j) {
    b = j;
  }
  return b;
}`},
		{"the only throwing block is in a loop, so the handler reads the loop's phi", `
function main(a, f) {
  let r = 0;
  try {
    while (r++ < 3) f();
  } catch (j) {
    r = j;
  }
  return r;
}`},
		{"the order of blocks was found when an unreachable block still led to the test of the loop", `
function main() {
  let e = 0;
  do {
    if (0) {
      continue;
    }
    switch (0) {
      default:
        throw 0;
    }
  } while ((e = e + 1) <= 0);
}`},
		{"the order of blocks followed a fallthrough to an unreachable block", `
function main() {
  let c = 0;
  do {
    if (0) {
    } else {
      continue;
    }
    L1: {
      continue;
    }
  } while (--c >= 0);
}`},
	}
	g := NewGenerator()
	k := NewChecker(CheckOptions{Seeds: 64})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := js.Parse("test.js", []byte(tt.source))
			if err != nil {
				t.Fatal(err)
			}
			c, err := g.FromProgram(p)
			if err != nil {
				t.Fatal(err)
			}
			if f := k.Check(c); f != nil {
				t.Fatal(f)
			}
		})
	}
}
