package js

// Walk visits a node and all nodes below it, each before what it holds, and in
// source order. If visit returns false, what the node holds is left out. The nodes
// are statements, expressions and patterns, and also *Declarator, *Case, *Prop and
// *PatternProp. A Function is no node: its parts belong to the *FunctionDecl or
// *FunctionExpr that holds it.
func Walk(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	switch n := n.(type) {
	case *VarDecl:
		for i := range n.Decls {
			Walk(&n.Decls[i], visit)
		}
	case *Declarator:
		Walk(n.Target, visit)
		walkExpr(n.Init, visit)
	case *FunctionDecl:
		walkFunction(n.Func, visit)
	case *ExprStmt:
		Walk(n.X, visit)
	case *Block:
		walkStmts(n.Body, visit)
	case *If:
		Walk(n.Test, visit)
		Walk(n.Then, visit)
		if n.Else != nil {
			Walk(n.Else, visit)
		}
	case *While:
		Walk(n.Test, visit)
		Walk(n.Body, visit)
	case *DoWhile:
		Walk(n.Body, visit)
		Walk(n.Test, visit)
	case *For:
		if n.Init != nil {
			Walk(n.Init, visit)
		}
		walkExpr(n.Test, visit)
		walkExpr(n.Update, visit)
		Walk(n.Body, visit)
	case *ForOf:
		Walk(n.Target, visit)
		Walk(n.Right, visit)
		Walk(n.Body, visit)
	case *ForIn:
		Walk(n.Target, visit)
		Walk(n.Right, visit)
		Walk(n.Body, visit)
	case *Switch:
		Walk(n.Disc, visit)
		for i := range n.Cases {
			Walk(&n.Cases[i], visit)
		}
	case *Case:
		walkExpr(n.Test, visit)
		walkStmts(n.Body, visit)
	case *Labeled:
		Walk(n.Body, visit)
	case *Return:
		walkExpr(n.X, visit)
	case *Throw:
		Walk(n.X, visit)
	case *Try:
		Walk(n.Block, visit)
		if n.Param != nil {
			Walk(n.Param, visit)
		}
		if n.Handler != nil {
			Walk(n.Handler, visit)
		}
		if n.Finally != nil {
			Walk(n.Finally, visit)
		}
	case *Template:
		walkExprs(n.Exprs, visit)
	case *TaggedTemplate:
		Walk(n.Tag, visit)
		Walk(n.Template, visit)
	case *ArrayLit:
		walkExprs(n.Elems, visit)
	case *ObjectLit:
		for i := range n.Props {
			Walk(&n.Props[i], visit)
		}
	case *Prop:
		walkExpr(n.Computed, visit)
		Walk(n.Value, visit)
	case *Spread:
		Walk(n.X, visit)
	case *FunctionExpr:
		walkFunction(n.Func, visit)
	case *Unary:
		Walk(n.X, visit)
	case *Binary:
		Walk(n.X, visit)
		Walk(n.Y, visit)
	case *Logical:
		Walk(n.X, visit)
		Walk(n.Y, visit)
	case *Conditional:
		Walk(n.Test, visit)
		Walk(n.Then, visit)
		Walk(n.Else, visit)
	case *Assign:
		Walk(n.Target, visit)
		Walk(n.Value, visit)
	case *Update:
		Walk(n.X, visit)
	case *Sequence:
		walkExprs(n.List, visit)
	case *Call:
		Walk(n.Callee, visit)
		walkExprs(n.Args, visit)
	case *New:
		Walk(n.Callee, visit)
		walkExprs(n.Args, visit)
	case *Member:
		Walk(n.X, visit)
		walkExpr(n.Index, visit)
	case *Chain:
		Walk(n.X, visit)
	case *AwaitExpr:
		Walk(n.X, visit)
	case *ArrayPattern:
		walkPatterns(n.Elems, n.Rest, visit)
	case *ObjectPattern:
		for i := range n.Props {
			Walk(&n.Props[i], visit)
		}
		if n.Rest != nil {
			Walk(n.Rest, visit)
		}
	case *PatternProp:
		walkExpr(n.Computed, visit)
		Walk(n.Value, visit)
	case *DefaultPattern:
		Walk(n.Target, visit)
		Walk(n.Default, visit)
	}
}

// WalkProgram visits all nodes of a program.
func WalkProgram(p *Program, visit func(Node) bool) { walkStmts(p.Body, visit) }

// WalkFunction visits all nodes of a function.
func WalkFunction(f *Function, visit func(Node) bool) { walkFunction(f, visit) }

func walkFunction(f *Function, visit func(Node) bool) {
	walkPatterns(f.Params, f.Rest, visit)
	walkExpr(f.ExprBody, visit)
	walkStmts(f.Body, visit)
}

func walkStmts(list []Stmt, visit func(Node) bool) {
	for _, s := range list {
		Walk(s, visit)
	}
}

func walkExpr(e Expr, visit func(Node) bool) {
	if e != nil {
		Walk(e, visit)
	}
}

func walkExprs(list []Expr, visit func(Node) bool) {
	for _, e := range list {
		walkExpr(e, visit)
	}
}

func walkPatterns(list []Pattern, rest Pattern, visit func(Node) bool) {
	for _, p := range list {
		if p != nil {
			Walk(p, visit)
		}
	}
	if rest != nil {
		Walk(rest, visit)
	}
}
