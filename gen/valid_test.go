package gen

import (
	"strings"
	"testing"

	"assay/js"
)

func parse(t *testing.T, src string) *js.Program {
	t.Helper()
	p, err := js.Parse("t.js", []byte(src))
	if err != nil {
		t.Fatalf("%s\n%v", src, err)
	}
	return p
}

// body puts statements into a function.
func inMain(body string) string { return "function main(a, b) {\n" + body + "\n}" }

func TestValid(t *testing.T) {
	tests := []struct {
		name, body string
		want       string // part of the error; "" if it is valid
	}{
		{"empty", "", ""},
		{"uses", "let x = a; x = x + b; return x;", ""},
		{"global", "return f(G, undefined);", ""},

		{"twice", "let x = 1; let x = 2;", "x is declared twice"},
		{"parameter again", "let a = 1;", "a is declared twice"},
		{"catch parameter again", "try { f(); } catch (e) { let e = 1; }", "e is declared twice"},
		{"shadowing", "let x = 1; { let x = 2; f(x); } return x;", ""},
		{"loop shadows its counter", "for (let i = 0; i < 3; i++) { let i = 1; f(i); }", ""},

		{"before declaration", "f(x); let x = 1;", "x is used before its declaration"},
		{"assigned before declaration", "x = 1; let x;", "x is used before its declaration"},
		{"in its own value", "let x = x + 1;", "x is used before its declaration"},
		{"outer one hidden", "{ f(a); let a = 1; }", "a is used before its declaration"},
		{"outer one hidden by itself", "{ let a = a; }", "a is used before its declaration"},
		{"head of for-of", "for (const a of [a]) { f(a); }", "a is used before its declaration"},
		{"head of for-in", "for (const a in a) { f(a); }", "a is used before its declaration"},
		{"default of pattern", "let [x, y = x] = a;", "x is used before its declaration"},

		{"closure called later", "const g = () => x; let x = 1; return g();", ""},
		{"closure called too early", "const g = () => x; f(g()); let x = 1;", "x is used before its declaration"},
		{"closure passed too early", "const g = () => x; f(g); let x = 1;", "x is used before its declaration"},
		{"closure of closure too early", "const g = () => x; const h = () => g(); h(); let x = 1;", "x is used before its declaration"},
		{"closure of closure later", "const g = () => x; const h = () => g(); let x = 1; return h();", ""},
		{"anonymous closure too early", "f(() => x); let x = 1;", "x is used before its declaration"},
		{"closure in closure", "const g = () => { const k = () => x; return k(); }; let x = 1; return g();", ""},
		{"closure in closure too early", "const g = () => { const k = () => x; return k(); }; g(); let x = 1;", "x is used before its declaration"},
		{"hoisted function", "f(g()); function g() { return a; }", ""},
		{"hoisted function too early", "f(g()); let x = 1; function g() { return x; }", "x is used before its declaration"},
		{"hoisted through another too early", "f(g()); let x = 1; function g() { return h(); } function h() { return x; }", "x is used before its declaration"},
		{"hoisted through another later", "let x = 1; f(g()); function g() { return h(); } function h() { return x; }", ""},

		{"constant assigned", "const x = 1; x = 2;", "constant x is assigned"},
		{"constant updated", "const x = 1; x++;", "constant x is assigned"},
		{"constant in pattern", "const x = 1; [x] = [2];", "constant x is assigned"},
		{"constant in for-of", "const x = 1; for (x of [1]) { f(x); }", "constant x is assigned"},
		{"constant in closure", "const x = 1; f(() => { x = 2; });", "constant x is assigned"},
		{"function assigned", "function g() {} g = 1;", "constant g is assigned"},
		{"parameter assigned", "a = 1; return a;", ""},

		{"out of scope", "{ let x = 1; f(x); } return x;", "x is not declared"},
		{"loop variable out of scope", "for (let i = 0; i < 2; i++) f(i); return i;", "i is not declared"},

		{"other case", "switch (a) { case 1: let x = 1; f(x); break; default: f(x); }", "x is declared in another case"},
		{"same case", "switch (a) { case 1: let x = 1; f(x); default: f(b); }", ""},
		{"case hides", "switch (a) { case 1: let b = 1; f(b); default: f(b); }", "b is declared in another case"},
		{"function of the same case", "switch (a) { case 1: let x = 1; function g() { return x; } f(g()); }", ""},

		{"continue of outer loop", "L: for (const x of [1]) { for (const y of [2]) { if (x) continue L; f(y); } }", ""},
		{"break of block", "L: { if (a) break L; f(b); }", ""},

		{"function in dead code", "return a; f(() => b);", "a function stands in unreachable code"},
		{"declaration in dead code", "return g(); function g() { return 1; }", "a function stands in unreachable code"},
		{"after if", "if (a) { return 1; } else { throw 2; } f(() => b);", "a function stands in unreachable code"},
		{"after if without else", "if (a) { return 1; } f(() => b);", ""},
		{"after switch", "switch (a) { case 1: return 1; default: return 2; } f(() => b);", "a function stands in unreachable code"},
		{"after switch with break", "switch (a) { case 1: break; default: return 2; } f(() => b);", ""},
		{"after switch without default", "switch (a) { case 1: return 1; } f(() => b);", ""},
		{"after block", "L: { return a; } f(() => b);", "a function stands in unreachable code"},
		{"after block with break", "L: { if (a) break L; return a; } f(() => b);", ""},
		{"break in dead code", "L: { return a; break L; } f(() => b);", "a function stands in unreachable code"},
		{"test of do-while", "do { return a; } while (f(() => b));", "a function stands in unreachable code"},
		{"test of do-while with continue", "do { if (a) continue; return a; } while (f(() => b));", ""},
		{"after do-while", "do { break; } while (a); f(() => b);", ""},
		{"after do-while without exit", "do { return 1; } while (a); f(() => b);", "a function stands in unreachable code"},
		{"after while", "while (true) { return 1; } f(() => b);", ""},
		{"update of for", "for (let i = 0; i < 3; f(() => b)) { return a; }", "a function stands in unreachable code"},
		{"after for without test", "for (;;) { f(a); } f(() => b);", "a function stands in unreachable code"},
		{"after for without test with break", "for (;;) { if (a) break; } f(() => b);", ""},
		{"handler of nothing", "try { } catch (e) { f(() => b); }", "a function stands in unreachable code"},
		{"handler of a jump", "L: { try { break L; } catch (e) { f(() => b); } }", "a function stands in unreachable code"},
		{"handler of a return", "try { return; } catch (e) { f(() => b); }", ""},
		{"after try", "try { return a; } catch (e) { throw e; } f(() => b);", "a function stands in unreachable code"},
		{"after try with handler", "try { return a; } catch (e) { } f(() => b);", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Valid(parse(t, inMain(tt.body)))
			switch {
			case err == nil && tt.want != "":
				t.Errorf("expected %q, found no error", tt.want)
			case err != nil && tt.want == "":
				t.Errorf("expected no error, found %v", err)
			case err != nil && !strings.Contains(err.Error(), tt.want):
				t.Errorf("expected %q, found %v", tt.want, err)
			}
		})
	}
}

// What no parser accepts is made by hand.
func TestValidOfTrees(t *testing.T) {
	wrap := func(body ...js.Stmt) *js.Program {
		return &js.Program{Body: []js.Stmt{&js.FunctionDecl{Func: &js.Function{Name: "main", Body: body}}}}
	}
	x := &js.Ident{Name: "x"}
	let := &js.VarDecl{Decls: []js.Declarator{{Target: x, Init: &js.NumberLit{}}}}
	tests := []struct {
		name string
		p    *js.Program
		want string
	}{
		{"break", wrap(&js.Break{}), "has no target"},
		{"break of label", wrap(&js.Labeled{Label: "L", Body: &js.Block{Body: []js.Stmt{&js.Break{Label: "M"}}}}), "has no target"},
		{"bare break of block", wrap(&js.Labeled{Label: "L", Body: &js.Block{Body: []js.Stmt{&js.Break{}}}}), "has no target"},
		{"continue", wrap(&js.Switch{Disc: &js.NumberLit{}, Cases: []js.Case{{Body: []js.Stmt{&js.Continue{}}}}}), "no loop"},
		{"continue of block", wrap(&js.Labeled{Label: "L", Body: &js.While{Test: &js.BoolLit{}, Body: &js.Labeled{
			Label: "M", Body: &js.Block{Body: []js.Stmt{&js.Continue{Label: "M"}}}}}}), "no loop"},
		{"label twice", wrap(&js.Labeled{Label: "L", Body: &js.Block{Body: []js.Stmt{
			&js.Labeled{Label: "L", Body: &js.Empty{}}}}}), "same label"},
		{"declaration as a body", wrap(&js.If{Test: &js.NumberLit{}, Then: let}), "declaration"},
		{"two defaults", wrap(&js.Switch{Disc: &js.NumberLit{}, Cases: []js.Case{{}, {}}}), "two defaults"},
		{"delete of a variable", wrap(let, &js.ExprStmt{X: &js.Unary{Op: "delete", X: x}}), "delete"},
		{"jump over a function", wrap(&js.While{Test: &js.BoolLit{}, Body: &js.ExprStmt{X: &js.FunctionExpr{
			Func: &js.Function{Body: []js.Stmt{&js.Break{}}}}}}), "has no target"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Valid(tt.p)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("expected %q, found %v", tt.want, err)
			}
		})
	}
}

func TestProgramErrorTellsThePlace(t *testing.T) {
	err := Valid(parse(t, "function main(a) {\n  const g = () => {\n    a = b;\n    let b;\n  };\n}"))
	if want := "t.js:3:9: function g: b is used before its declaration"; err == nil || err.Error() != want {
		t.Errorf("expected %q, found %v", want, err)
	}
}

func TestTerminates(t *testing.T) {
	tests := []struct {
		name, body string
		ends       bool
	}{
		{"no loop", "return a;", true},
		{"for", "for (let i = 0; i < 3; i++) f(i);", true},
		{"for down", "for (let i = 3; i > 0; i--) f(i);", true},
		{"for, other side", "for (let i = 0; 3 > i; i += 1) f(i);", true},
		{"for, wrong direction", "for (let i = 0; i < 3; i--) f(i);", false},
		{"for without step", "for (let i = 0; i < 3; ) f(i);", false},
		{"for from a parameter", "for (let i = a; i < 3; i++) f(i);", false},
		{"for to a parameter", "for (let i = 0; i < a; i++) f(i);", false},
		{"for with another assignment", "for (let i = 0; i < 3; i++) i = 0;", false},
		{"for with an opposite step", "for (let i = 0; i < 3; i++) i -= 1;", false},
		{"for with one more step", "for (let i = 0; i < 3; i++) { i += 2; }", true},
		{"for with a closure that resets", "for (let i = 0; i < 3; i++) f(() => { i = 0; });", false},
		{"for with a comma", "for (let i = 0; i < 3; f(a), i++) f(i);", true},
		{"for with zero step", "for (let i = 0; i < 3; i += 0) f(i);", false},
		{"for with a fraction", "for (let i = 0; i < 3; i += 0.0001) f(i);", false},
		{"for far", "for (let i = 0; i < 1e300; i++) f(i);", false},
		{"for stepped by a pattern", "for (let i = 0; i < 3; [i] = [i + 1]) f(i);", false},

		{"while", "let i = 0; while (i < 3) { f(i); i = i + 1; }", true},
		{"while, step may be missed", "let i = 0; while (i < 3) { if (a) continue; i = i + 1; }", false},
		{"while, step before continue", "let i = 0; while (i < 3) { i = i + 1; if (a) continue; f(i); }", true},
		{"while, outer continue", "L: for (const x of [1, 2]) { let i = 0; while (i < 3) { if (x) continue L; i++; } }", true},
		{"while, own label", "let i = 0; L: while (i < 3) { for (const x of [1]) { continue L; } i++; }", false},
		{"while, continue of an inner loop", "let i = 0; while (i < 3) { for (const x of [1]) { continue; } i++; }", true},
		{"while, conditional step", "let i = 0; while (i < 3) { if (a) i++; }", false},
		{"while, other variable of that name", "let i = 0; while (i < 3) { let i = 0; i++; }", false},
		{"while, step in the test", "let i = 0; while (i++ < 3) f(i);", true},
		{"while, step in the test, down", "let i = 3; while ((i -= 1) >= 0) f(i);", true},
		{"while, assignment in the test", "let i = 0; while ((i = i + 1) < 3) f(i);", true},
		{"while, and", "let i = 0; while (f(a) && i++ < 3) f(i);", true},
		{"while, or", "let i = 0; while (f(a) || i++ < 3) f(i);", false},
		{"while, not", "let i = 0; while (!(i++ >= 3)) f(i);", true},
		{"while, comma", "let i = 0; while (f(a), i++ < 3) f(i);", true},
		{"while, comma the other way", "let i = 0; while (i++ < 3, f(a)) f(i);", false},
		{"while, conditional", "let i = 0; while (i++ < 3 ? f(a) : false) f(i);", true},
		{"while, conditional with a way out", "let i = 0; while (i++ < 3 ? f(a) : true) f(i);", false},
		{"while true", "while (true) f(a);", false},
		{"while true, break", "let i = 0; while (true) { if (i++ > 3) break; f(i); }", true},
		{"while true, break of something", "while (true) { if (a) break; }", false},
		{"while true, continue before it", "let i = 0; while (true) { if (a) continue; if (i++ > 3) break; }", false},
		{"while true, return", "let i = 0; while (true) { i++; if (i > 3 || f(a)) return 1; }", true},
		{"counter of an inner loop outside", "let j = 0; for (let i = 0; i < 3; i++) { while (j < 3) j++; }", true},

		{"do-while", "let i = 0; do { i++; } while (i < 3);", true},
		{"do-while, step may be missed", "let i = 0; do { if (a) continue; i++; } while (i < 3);", false},
		{"do-while, self step", "let i = 0; do { if (a) continue; } while (++i < 3);", true},

		{"for-of literal", "for (const x of [a, b]) f(x);", true},
		{"for-of constant", "const xs = [a, b]; for (const x of xs) f(x, xs.length);", true},
		{"for-of growing", "const xs = [a, b]; for (const x of xs) xs[xs.length] = 1;", false},
		{"for-of pushing", "const xs = [a, b]; for (const x of xs) xs.push(1);", false},
		{"for-of harmless method", "const xs = [a, b]; for (const x of xs) f(xs.concat(x));", true},
		{"for-of first element stored", "const xs = [a, b]; for (const x of xs) xs[0] = x;", true},
		{"for-of growing by another name", "const xs = [a, b]; const ys = xs; for (const x of xs) ys[b] = 1;", false},
		{"for-of growing as an element", "const xs = [a, b]; const o = {xs: xs}; for (const x of xs) o.xs[b] = 1;", false},
		{"for-of variable", "let xs = [a, b]; for (const x of xs) f(x);", false},
		{"for-of parameter", "for (const x of a) f(x);", true},
		{"for-of parameter stored to", "for (const x of a) a[b] = 1;", false},
		{"for-of call", "for (const x of f(a)) f(x);", true},
		{"for-of local call", "const xs = [1]; const g = () => xs; for (const x of g()) { xs[b] = 1; }", false},
		{"for-of rest", "const [x, ...ys] = [a, b]; for (const y of ys) f(y);", true},
		{"for-in", "for (const k in {x: a}) f(k);", true},

		{"recursion", "function g() { return g(); } g();", false},
		{"recursion of a constant", "const g = () => g(); g();", false},
		{"recursion by own name", "const g = function h() { return h(); }; g();", false},
		{"mutual recursion", "function g() { return h(); } function h() { return g(); } g();", false},
		{"calls in order", "const g = () => 1; const h = () => g() + g(); return h();", true},
		{"recursion of a method", "const o = {m() { return o.m(); }}; o.m();", false},
		{"method", "const o = {m() { return a; }}; return o.m();", true},
		{"recursion through a variable", "let g = () => 1; const h = () => g(); g = h; g();", false},
		{"function in a variable", "let g = () => 1; g();", false},
		{"function passed on", "const w = (k) => k(k); w(w);", false},
		{"function to the environment", "const g = () => a; f(g); f(() => b);", true},
		{"function stored", "const o = {x: 1}; o.x = () => a;", false},
		{"method taken out", "const o = {m() { return a; }}; const g = o.m; g();", false},
		{"method by index", "const o = {m() { return a; }}; const g = o[b]; g();", false},
		{"method copied", "const o = {m() { return a; }}; const q = {...o}; q.m();", false},
		{"called where it stands", "return (() => a)();", true},
		{"function returned", "return () => a;", true},
		{"function returned to the program", "const g = () => () => a; return g()();", false},
		{"this", "const o = {m() { return this.m(); }}; o.m();", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, inMain(tt.body))
			if err := Valid(p); err != nil {
				t.Fatalf("expected a valid program, found %v", err)
			}
			switch err := Terminates(p); {
			case tt.ends && err != nil:
				t.Errorf("expected a program that ends, found %v", err)
			case !tt.ends && err == nil:
				t.Error("expected an error, found none")
			}
		})
	}
}
