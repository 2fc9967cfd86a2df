package gen

import (
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"

	"assay/js"
)

// environment supplies the globals that programs use. Unknown functions give
// numbers that can be iterated over, throw now and then, and call the functions they
// are given.
const environment = `
"use strict";
var state = 1, depth = 0;
function next() {
  state = (state * 1103515245 + 12345) % 2147483648;
  return state >> 8;
}
class Num {
  constructor(v) { this.v = v; }
  valueOf() { return this.v; }
  [Symbol.iterator]() {
    let i = 0;
    return { next: () => ({ done: i >= 3, value: this.v + i++ }) };
  }
}
function unknown(...args) {
  if (next() % 16 == 0) throw next() % 100;
  if (depth < 2) {
    depth++;
    try {
      for (const a of args) {
        if (typeof a == "function") a(next() % 10, next() % 10);
        else if (a !== null && typeof a == "object" && typeof a.m == "function") a.m(next() % 10);
      }
    } finally {
      depth--;
    }
  }
  return next() % 4 == 0 ? next() % 10 : new Num(next() % 10);
}
var f = unknown, g = unknown, h = unknown, tag = unknown;
var G, H;
class C {
  constructor(...args) { this.x = args.length; this.y = 2; }
  valueOf() { return this.x; }
}
function begin(seed) {
  state = seed;
  depth = 0;
  G = { x: 1, y: 2, z: 3, m: unknown, valueOf() { return 7; } };
  H = { x: 4, y: 5, z: 6, m: unknown, valueOf() { return 8; } };
}
`

// Programs end in a JavaScript engine too, and most of them return: they are not
// made of exceptions.
func TestProgramsRunInGoja(t *testing.T) {
	const programs = 600
	rt := goja.New()
	if _, err := rt.RunString(environment); err != nil {
		t.Fatal(err)
	}
	begin, _ := goja.AssertFunction(rt.Get("begin"))
	returned, threw, nan := 0, 0, 0
	for seed := range uint64(programs) {
		p := Program(FromSeed(seed), Config{Extra: Optional})
		src := js.Print(p)
		v, err := rt.RunString("(() => {\n" + src + "\nreturn main;\n})()")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		main, _ := goja.AssertFunction(v)
		for run := range 2 {
			if _, err := begin(nil, rt.ToValue(int(seed)*2+run+1)); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(20*time.Second, func() { rt.Interrupt("too long") })
			v, err := main(nil, rt.ToValue(run), rt.ToValue(int(seed%7)), rt.ToValue(3))
			timer.Stop()
			var interrupted *goja.InterruptedError
			var exception *goja.Exception
			switch {
			case errors.As(err, &interrupted):
				t.Fatalf("seed %d: does not end\n%s", seed, src)
			case errors.As(err, &exception):
				threw++
				if e, ok := exception.Value().(*goja.Object); ok && e.ClassName() == "Error" {
					switch name := e.Get("name").String(); name {
					case "ReferenceError", "SyntaxError", "RangeError":
						t.Fatalf("seed %d: %v\n%s", seed, err, src)
					}
				}
			case err != nil:
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			default:
				returned++
				if v.String() == "NaN" {
					nan++
				}
			}
		}
	}
	t.Logf("%d runs returned, %d of them NaN, %d threw", returned, nan, threw)
	if returned < 2*threw {
		t.Errorf("expected two of three runs to return, found %d that do and %d that throw", returned, threw)
	}
	if nan*10 > returned {
		t.Errorf("expected at most a tenth of the results to be NaN, found %d of %d", nan, returned)
	}
}
