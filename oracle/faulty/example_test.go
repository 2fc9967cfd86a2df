package faulty_test

import (
	"fmt"
	"strings"

	"assay/js"
	"assay/oracle/faulty"
)

func Example() {
	const source = `
function f(a, b) {
  let x = 1;
  while (a) {
    x = 2;
    if (b) { x = 3; break; }
  }
  return x;
}`
	p, err := js.Parse("example.js", []byte(source))
	if err != nil {
		panic(err)
	}
	for _, fault := range faulty.All() {
		if fault.Name != "stale-after-break" {
			continue
		}
		for _, pass := range []func() string{
			func() string { f, _ := js.LowerProgram(p); faulty.EnterSSA(f[0]); return f[0].Text() },
			func() string { f, _ := js.LowerProgram(p); fault.Run(f[0]); return f[0].Text() },
		} {
			text := pass()
			line := text[strings.LastIndex(text[:strings.LastIndex(text, ": phi(")], "\n")+1:]
			fmt.Println(strings.TrimSpace(line[:strings.Index(line, "\n")]))
		}
	}
	// Output:
	// <unknown> x$29: phi(bb5: <unknown> x$27, bb1: <unknown> x$30)
	// <unknown> x$29: phi(bb5: <unknown> x$30, bb1: <unknown> x$30)
}
