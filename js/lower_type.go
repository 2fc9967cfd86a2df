package js

import (
	"strings"

	"assay/hir"
)

// functionType tells components and hooks from other functions as the React
// Compiler does without JSX: by the name, and by the hooks that are called.
func functionType(name string, fn *Function) hir.FnType {
	switch {
	case isComponentName(name):
		if callsHook(fn) && hasComponentParams(fn) && !returnsNonNode(fn) {
			return hir.FnComponent
		}
	case isHookName(name):
		if callsHook(fn) {
			return hir.FnHook
		}
	}
	return hir.FnOther
}

func isComponentName(name string) bool { return name != "" && 'A' <= name[0] && name[0] <= 'Z' }

// isHookName reports whether a name is use followed by a capital or digit.
func isHookName(name string) bool {
	if len(name) < 4 || name[:3] != "use" {
		return false
	}
	c := name[3]
	return 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// hasComponentParams reports whether a function takes at most props and a ref.
func hasComponentParams(fn *Function) bool {
	switch n := len(fn.Params); {
	case n == 0:
		return fn.Rest == nil
	case n == 1 && fn.Rest == nil:
		return true
	case n == 2 && fn.Rest == nil:
		id, ok := fn.Params[1].(*Ident)
		return ok && (strings.Contains(id.Name, "ref") || strings.Contains(id.Name, "Ref"))
	}
	return false
}

// callsHook reports whether a function calls a hook, functions within it aside:
// useX() or Name.useX().
func callsHook(fn *Function) bool {
	found := false
	inspectFunction(fn, func(n any) bool {
		switch n := n.(type) {
		case *Call:
			switch callee := n.Callee.(type) {
			case *Ident:
				found = found || isHookName(callee.Name)
			case *Member:
				if object, ok := callee.X.(*Ident); ok && !callee.Optional && callee.Index == nil {
					found = found || isHookName(callee.Name) && isComponentName(object.Name)
				}
			}
		case *FunctionExpr, *FunctionDecl:
			return false
		}
		return !found
	})
	return found
}

// returnsNonNode reports whether the last return of a function, in source
// order, is of something that React cannot render.
func returnsNonNode(fn *Function) bool {
	if fn.ExprBody != nil {
		return isNonNode(fn.ExprBody)
	}
	result := false
	inspectFunction(fn, func(n any) bool {
		switch n := n.(type) {
		case *Return:
			result = n.X == nil || isNonNode(n.X)
		case *FunctionExpr, *FunctionDecl:
			return false
		}
		return true
	})
	return result
}

func isNonNode(x Expr) bool {
	switch x.(type) {
	case *ObjectLit, *FunctionExpr, *New:
		return true
	}
	return false
}

// inspectFunction calls visit for the nodes of a function's parameters and body
// in source order, and for what is within a node if visit returns true.
func inspectFunction(fn *Function, visit func(n any) bool) {
	in := inspector{visit}
	for _, p := range fn.Params {
		in.pattern(p)
	}
	in.pattern(fn.Rest)
	in.expr(fn.ExprBody)
	in.stmts(fn.Body)
}

type inspector struct {
	visit func(n any) bool
}

func (in inspector) stmts(list []Stmt) {
	for _, s := range list {
		in.stmt(s)
	}
}

func (in inspector) stmt(s Stmt) {
	if s == nil || !in.visit(s) {
		return
	}
	switch s := s.(type) {
	case *ExprStmt:
		in.expr(s.X)
	case *VarDecl:
		for i := range s.Decls {
			in.pattern(s.Decls[i].Target)
			in.expr(s.Decls[i].Init)
		}
	case *FunctionDecl:
		inspectFunction(s.Func, in.visit)
	case *Block:
		in.stmts(s.Body)
	case *If:
		in.expr(s.Test)
		in.stmt(s.Then)
		in.stmt(s.Else)
	case *While:
		in.expr(s.Test)
		in.stmt(s.Body)
	case *DoWhile:
		in.stmt(s.Body)
		in.expr(s.Test)
	case *For:
		in.stmt(s.Init)
		in.expr(s.Test)
		in.expr(s.Update)
		in.stmt(s.Body)
	case *ForOf:
		in.pattern(s.Target)
		in.expr(s.Right)
		in.stmt(s.Body)
	case *ForIn:
		in.pattern(s.Target)
		in.expr(s.Right)
		in.stmt(s.Body)
	case *Switch:
		in.expr(s.Disc)
		for i := range s.Cases {
			in.expr(s.Cases[i].Test)
			in.stmts(s.Cases[i].Body)
		}
	case *Labeled:
		in.stmt(s.Body)
	case *Return:
		in.expr(s.X)
	case *Throw:
		in.expr(s.X)
	case *Try:
		for _, b := range []*Block{s.Block, s.Handler, s.Finally} {
			if b != nil {
				in.stmt(b)
			}
		}
	}
}

func (in inspector) pattern(p Pattern) {
	switch p := p.(type) {
	case *Member:
		in.expr(p)
	case *DefaultPattern:
		in.pattern(p.Target)
		in.expr(p.Default)
	case *ArrayPattern:
		for _, e := range p.Elems {
			in.pattern(e)
		}
		in.pattern(p.Rest)
	case *ObjectPattern:
		for i := range p.Props {
			in.expr(p.Props[i].Computed)
			in.pattern(p.Props[i].Value)
		}
		in.pattern(p.Rest)
	}
}

func (in inspector) exprs(list []Expr) {
	for _, x := range list {
		in.expr(x)
	}
}

func (in inspector) expr(x Expr) {
	if x == nil || !in.visit(x) {
		return
	}
	switch x := x.(type) {
	case *Binary:
		in.expr(x.X)
		in.expr(x.Y)
	case *Logical:
		in.expr(x.X)
		in.expr(x.Y)
	case *Conditional:
		in.expr(x.Test)
		in.expr(x.Then)
		in.expr(x.Else)
	case *Assign:
		in.pattern(x.Target)
		in.expr(x.Value)
	case *Update:
		in.expr(x.X)
	case *Unary:
		in.expr(x.X)
	case *Call:
		in.expr(x.Callee)
		in.exprs(x.Args)
	case *New:
		in.expr(x.Callee)
		in.exprs(x.Args)
	case *Member:
		in.expr(x.X)
		in.expr(x.Index)
	case *Chain:
		in.expr(x.X)
	case *FunctionExpr:
		inspectFunction(x.Func, in.visit)
	case *ArrayLit:
		in.exprs(x.Elems)
	case *ObjectLit:
		for i := range x.Props {
			in.expr(x.Props[i].Computed)
			in.expr(x.Props[i].Value)
		}
	case *Spread:
		in.expr(x.X)
	case *Sequence:
		in.exprs(x.List)
	case *Template:
		in.exprs(x.Exprs)
	case *TaggedTemplate:
		in.expr(x.Tag)
		in.exprs(x.Template.Exprs)
	case *AwaitExpr:
		in.expr(x.X)
	}
}
