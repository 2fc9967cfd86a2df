package js

import "math"

// Equal tells whether two programs have the same syntax tree, but for the places
// in the source. An empty list equals an absent one.
func Equal(a, b *Program) bool {
	return equalStrings(a.Directives, b.Directives) && equalStmts(a.Body, b.Body)
}

func equalStrings(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func equalStmts(a, b []Stmt) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !EqualStmt(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalBlocks(a, b *Block) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equalStmts(a.Body, b.Body)
}

// EqualStmt tells whether two statements are the same, but for their places.
func EqualStmt(a, b Stmt) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *ExprStmt:
		b, ok := b.(*ExprStmt)
		return ok && EqualExpr(a.X, b.X)
	case *VarDecl:
		b, ok := b.(*VarDecl)
		return ok && a.Kind == b.Kind && equalDeclarators(a.Decls, b.Decls)
	case *Block:
		b, ok := b.(*Block)
		return ok && equalStmts(a.Body, b.Body)
	case *If:
		b, ok := b.(*If)
		return ok && EqualExpr(a.Test, b.Test) && EqualStmt(a.Then, b.Then) && EqualStmt(a.Else, b.Else)
	case *Return:
		b, ok := b.(*Return)
		return ok && EqualExpr(a.X, b.X)
	case *FunctionDecl:
		b, ok := b.(*FunctionDecl)
		return ok && EqualFunction(a.Func, b.Func)
	case *While:
		b, ok := b.(*While)
		return ok && EqualExpr(a.Test, b.Test) && EqualStmt(a.Body, b.Body)
	case *DoWhile:
		b, ok := b.(*DoWhile)
		return ok && EqualExpr(a.Test, b.Test) && EqualStmt(a.Body, b.Body)
	case *For:
		b, ok := b.(*For)
		return ok && EqualStmt(a.Init, b.Init) && EqualExpr(a.Test, b.Test) && EqualExpr(a.Update, b.Update) && EqualStmt(a.Body, b.Body)
	case *ForOf:
		b, ok := b.(*ForOf)
		return ok && a.Declares == b.Declares && (!a.Declares || a.Kind == b.Kind) &&
			EqualPattern(a.Target, b.Target) && EqualExpr(a.Right, b.Right) && EqualStmt(a.Body, b.Body)
	case *ForIn:
		b, ok := b.(*ForIn)
		return ok && a.Declares == b.Declares && (!a.Declares || a.Kind == b.Kind) &&
			EqualPattern(a.Target, b.Target) && EqualExpr(a.Right, b.Right) && EqualStmt(a.Body, b.Body)
	case *Switch:
		b, ok := b.(*Switch)
		return ok && EqualExpr(a.Disc, b.Disc) && equalCases(a.Cases, b.Cases)
	case *Labeled:
		b, ok := b.(*Labeled)
		return ok && a.Label == b.Label && EqualStmt(a.Body, b.Body)
	case *Break:
		b, ok := b.(*Break)
		return ok && a.Label == b.Label
	case *Continue:
		b, ok := b.(*Continue)
		return ok && a.Label == b.Label
	case *Throw:
		b, ok := b.(*Throw)
		return ok && EqualExpr(a.X, b.X)
	case *Try:
		b, ok := b.(*Try)
		return ok && equalBlocks(a.Block, b.Block) && EqualPattern(a.Param, b.Param) &&
			equalBlocks(a.Handler, b.Handler) && equalBlocks(a.Finally, b.Finally)
	case *Empty:
		_, ok := b.(*Empty)
		return ok
	case *Debugger:
		_, ok := b.(*Debugger)
		return ok
	}
	return false
}

func equalDeclarators(a, b []Declarator) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !EqualPattern(a[i].Target, b[i].Target) || !EqualExpr(a[i].Init, b[i].Init) {
			return false
		}
	}
	return true
}

func equalCases(a, b []Case) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !EqualExpr(a[i].Test, b[i].Test) || !equalStmts(a[i].Body, b[i].Body) {
			return false
		}
	}
	return true
}

// EqualFunction tells whether two functions are the same, but for places.
func EqualFunction(a, b *Function) bool {
	return a.Name == b.Name && a.Arrow == b.Arrow && a.Async == b.Async && a.Generator == b.Generator &&
		equalPatterns(a.Params, b.Params) && EqualPattern(a.Rest, b.Rest) && EqualExpr(a.ExprBody, b.ExprBody) &&
		equalStrings(a.Directives, b.Directives) && equalStmts(a.Body, b.Body)
}

func equalExprs(a, b []Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !EqualExpr(a[i], b[i]) {
			return false
		}
	}
	return true
}

// EqualExpr tells whether two expressions are the same, but for their places.
func EqualExpr(a, b Expr) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *Ident:
		b, ok := b.(*Ident)
		return ok && a.Name == b.Name
	case *NumberLit:
		b, ok := b.(*NumberLit)
		return ok && math.Float64bits(a.Value) == math.Float64bits(b.Value)
	case *StringLit:
		b, ok := b.(*StringLit)
		return ok && a.Value == b.Value
	case *BoolLit:
		b, ok := b.(*BoolLit)
		return ok && a.Value == b.Value
	case *NullLit:
		_, ok := b.(*NullLit)
		return ok
	case *ThisExpr:
		_, ok := b.(*ThisExpr)
		return ok
	case *RegExpLit:
		b, ok := b.(*RegExpLit)
		return ok && a.Pattern == b.Pattern && a.Flags == b.Flags
	case *Binary:
		b, ok := b.(*Binary)
		return ok && a.Op == b.Op && EqualExpr(a.X, b.X) && EqualExpr(a.Y, b.Y)
	case *Logical:
		b, ok := b.(*Logical)
		return ok && a.Op == b.Op && EqualExpr(a.X, b.X) && EqualExpr(a.Y, b.Y)
	case *Unary:
		b, ok := b.(*Unary)
		return ok && a.Op == b.Op && EqualExpr(a.X, b.X)
	case *Update:
		b, ok := b.(*Update)
		return ok && a.Op == b.Op && a.Prefix == b.Prefix && EqualExpr(a.X, b.X)
	case *Assign:
		b, ok := b.(*Assign)
		return ok && a.Op == b.Op && EqualPattern(a.Target, b.Target) && EqualExpr(a.Value, b.Value)
	case *Call:
		b, ok := b.(*Call)
		return ok && a.Optional == b.Optional && EqualExpr(a.Callee, b.Callee) && equalExprs(a.Args, b.Args)
	case *New:
		b, ok := b.(*New)
		return ok && EqualExpr(a.Callee, b.Callee) && equalExprs(a.Args, b.Args)
	case *Member:
		b, ok := b.(*Member)
		return ok && a.Name == b.Name && a.Optional == b.Optional && EqualExpr(a.X, b.X) && EqualExpr(a.Index, b.Index)
	case *Chain:
		b, ok := b.(*Chain)
		return ok && EqualExpr(a.X, b.X)
	case *Conditional:
		b, ok := b.(*Conditional)
		return ok && EqualExpr(a.Test, b.Test) && EqualExpr(a.Then, b.Then) && EqualExpr(a.Else, b.Else)
	case *Sequence:
		b, ok := b.(*Sequence)
		return ok && equalExprs(a.List, b.List)
	case *ArrayLit:
		b, ok := b.(*ArrayLit)
		return ok && equalExprs(a.Elems, b.Elems)
	case *ObjectLit:
		b, ok := b.(*ObjectLit)
		return ok && equalProps(a.Props, b.Props)
	case *Spread:
		b, ok := b.(*Spread)
		return ok && EqualExpr(a.X, b.X)
	case *FunctionExpr:
		b, ok := b.(*FunctionExpr)
		return ok && EqualFunction(a.Func, b.Func)
	case *Template:
		b, ok := b.(*Template)
		return ok && equalTemplates(a, b)
	case *TaggedTemplate:
		b, ok := b.(*TaggedTemplate)
		return ok && EqualExpr(a.Tag, b.Tag) && equalTemplates(a.Template, b.Template)
	case *AwaitExpr:
		b, ok := b.(*AwaitExpr)
		return ok && EqualExpr(a.X, b.X)
	}
	return false
}

func equalTemplates(a, b *Template) bool {
	if len(a.Quasis) != len(b.Quasis) {
		return false
	}
	for i := range a.Quasis {
		if a.Quasis[i] != b.Quasis[i] {
			return false
		}
	}
	return equalExprs(a.Exprs, b.Exprs)
}

func equalProps(a, b []Prop) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := &a[i], &b[i]
		if x.Spread != y.Spread || !EqualExpr(x.Value, y.Value) {
			return false
		}
		if !x.Spread && (x.Key != y.Key || x.KeyKind != y.KeyKind || x.Shorthand != y.Shorthand || x.Method != y.Method ||
			!EqualExpr(x.Computed, y.Computed)) {
			return false
		}
	}
	return true
}

func equalPatterns(a, b []Pattern) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !EqualPattern(a[i], b[i]) {
			return false
		}
	}
	return true
}

// EqualPattern tells whether two patterns are the same, but for their places.
func EqualPattern(a, b Pattern) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *Ident:
		b, ok := b.(*Ident)
		return ok && a.Name == b.Name
	case *Member:
		b, ok := b.(*Member)
		return ok && EqualExpr(a, b)
	case *ArrayPattern:
		b, ok := b.(*ArrayPattern)
		return ok && equalPatterns(a.Elems, b.Elems) && EqualPattern(a.Rest, b.Rest)
	case *ObjectPattern:
		b, ok := b.(*ObjectPattern)
		return ok && equalPatternProps(a.Props, b.Props) && EqualPattern(a.Rest, b.Rest)
	case *DefaultPattern:
		b, ok := b.(*DefaultPattern)
		return ok && EqualPattern(a.Target, b.Target) && EqualExpr(a.Default, b.Default)
	}
	return false
}

func equalPatternProps(a, b []PatternProp) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := &a[i], &b[i]
		if x.Key != y.Key || x.KeyKind != y.KeyKind || x.Shorthand != y.Shorthand ||
			!EqualExpr(x.Computed, y.Computed) || !EqualPattern(x.Value, y.Value) {
			return false
		}
	}
	return true
}
