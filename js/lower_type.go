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

// callsHook reports whether a function calls a hook, functions within it aside
// (but methods of object literals are looked into): useX() or Name.useX().
func callsHook(fn *Function) bool {
	found := false
	var method Node
	walkFunction(fn, func(n Node) bool {
		switch n := n.(type) {
		case *Prop:
			if n.Method {
				method = n.Value
			}
		case *Call:
			if n.Optional {
				break
			}
			switch callee := n.Callee.(type) {
			case *Ident:
				found = found || isHookName(callee.Name)
			case *Member:
				if object, ok := callee.X.(*Ident); ok && !callee.Optional && callee.Index == nil {
					found = found || isHookName(callee.Name) && isComponentName(object.Name)
				}
			}
		case *FunctionExpr:
			return method == n
		case *FunctionDecl:
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
	walkFunction(fn, func(n Node) bool {
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
