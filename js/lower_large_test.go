package js

import (
	"fmt"
	"testing"

	"assay/hir"
)

func id(name string) *Ident { return &Ident{Name: name} }

func exprStmt(x Expr) Stmt { return &ExprStmt{X: x} }

func callOf(name string) Expr { return &Call{Callee: id(name)} }

func let(name string, x Expr) Stmt {
	return &VarDecl{Kind: Let, Decls: []Declarator{{Target: id(name), Init: x}}}
}

// largeShapes make programs of about n parts that are long or deep.
var largeShapes = []struct {
	name string
	make func(n int) []Stmt
}{
	{"statements", func(n int) []Stmt {
		var body []Stmt
		for range n {
			body = append(body, &If{Test: id("a"), Then: exprStmt(callOf("a"))})
		}
		return body
	}},
	{"variables", func(n int) []Stmt {
		var body []Stmt
		for i := range n {
			body = append(body, let(fmt.Sprint("v", i), id("a")))
		}
		return body
	}},
	{"blocks of shadowing variables", func(n int) []Stmt {
		var body []Stmt
		for range n {
			body = append(body, &Block{Body: []Stmt{let("x", id("a")), exprStmt(id("x"))}})
		}
		return body
	}},
	{"else-if", func(n int) []Stmt {
		var s Stmt
		for range n {
			s = &If{Test: id("a"), Then: exprStmt(callOf("a")), Else: s}
		}
		return []Stmt{s}
	}},
	{"cases", func(n int) []Stmt {
		s := &Switch{Disc: id("a")}
		for i := range n {
			s.Cases = append(s.Cases, Case{
				Test: &NumberLit{Value: float64(i)}, Body: []Stmt{&Block{Body: []Stmt{let("x", id("a"))}}},
			})
		}
		return []Stmt{s}
	}},
	{"loops in loops", func(n int) []Stmt {
		s := exprStmt(callOf("a"))
		for range n {
			s = &While{Test: id("a"), Body: &Block{Body: []Stmt{let("x", id("a")), s}}}
		}
		return []Stmt{s}
	}},
	{"labels", func(n int) []Stmt {
		var s Stmt = &Break{Label: "l0"}
		for i := range n {
			s = &Labeled{Label: fmt.Sprint("l", n-1-i), Body: &Block{Body: []Stmt{s}}}
		}
		return []Stmt{s}
	}},
	{"sum", func(n int) []Stmt {
		var x Expr = id("a")
		for range n {
			x = &Binary{Op: "+", X: x, Y: id("a")}
		}
		return []Stmt{exprStmt(x)}
	}},
	{"conditionals to the right", func(n int) []Stmt {
		var x Expr = id("a")
		for range n {
			x = &Conditional{Test: id("a"), Then: id("a"), Else: x}
		}
		return []Stmt{exprStmt(x)}
	}},
	{"logical to the left", func(n int) []Stmt {
		var x Expr = id("a")
		for range n {
			x = &Logical{Op: "&&", X: x, Y: id("a")}
		}
		return []Stmt{exprStmt(x)}
	}},
	{"chain", func(n int) []Stmt {
		var x Expr = id("a")
		for range n {
			x = &Member{X: x, Name: "p", Optional: true}
		}
		return []Stmt{exprStmt(&Chain{X: x})}
	}},
	{"functions", func(n int) []Stmt {
		var body []Stmt
		for i := range n {
			f := &Function{Arrow: true, ExprBody: id("late")}
			body = append(body, let(fmt.Sprint("f", i), &FunctionExpr{Func: f}))
		}
		return append(body, let("late", id("a")))
	}},
	{"captured variables", func(n int) []Stmt {
		f := &Function{Name: "g"}
		var body []Stmt
		for i := range n {
			v := fmt.Sprint("v", i)
			body = append(body, let(v, id("a")))
			f.Body = append(f.Body, exprStmt(id(v)), exprStmt(id(v)))
		}
		return append(body, &FunctionDecl{Func: f})
	}},
	{"try with a long body", func(n int) []Stmt {
		b := &Block{}
		for range n {
			b.Body = append(b.Body, exprStmt(callOf("a")))
		}
		return []Stmt{&Try{Block: b, Handler: &Block{}}}
	}},
}

func largeProgram(body []Stmt) (*Program, *FunctionDecl) {
	fn := &FunctionDecl{Func: &Function{Name: "f", Params: []Pattern{id("a")}, Body: body}}
	return &Program{Body: []Stmt{fn}, File: "large.js"}, fn
}

// TestLowerLarge lowers programs that are far longer and deeper than any that
// people write. What is not linear, or recurses too deep, does not end.
func TestLowerLarge(t *testing.T) {
	var l Lowerer
	for _, s := range largeShapes {
		t.Run(s.name, func(t *testing.T) {
			n := 10_000
			if (s.name == "statements" || s.name == "loops in loops") && !testing.Short() {
				n = 100_000
			}
			p, fn := largeProgram(s.make(n))
			for _, opt := range []LowerOptions{{}, {React: true}} {
				f, err := l.Lower(p, fn, opt)
				if err != nil {
					t.Fatal(err)
				}
				if f.Size() < n {
					t.Errorf("only %d instructions for %d parts", f.Size(), n)
				}
				if err := f.PruneMaybeThrows(hir.CleanupOptions{}); err != nil {
					t.Fatal(err)
				}
				if err := f.MergeConsecutiveBlocks(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
