package js

import "slices"

// Clone gives a deep copy of a program: no node of one belongs to the other.
func Clone(p *Program) *Program {
	return &Program{
		Directives: slices.Clone(p.Directives),
		Body:       cloneStmts(p.Body),
		Lines:      slices.Clone(p.Lines),
		File:       p.File,
	}
}

// CloneFunction gives a deep copy of a function.
func CloneFunction(f *Function) *Function {
	out := *f
	out.Params = clonePatterns(f.Params)
	out.Rest = ClonePattern(f.Rest)
	out.Body = cloneStmts(f.Body)
	out.ExprBody = CloneExpr(f.ExprBody)
	out.Directives = slices.Clone(f.Directives)
	return &out
}

func cloneStmts(list []Stmt) []Stmt {
	if list == nil {
		return nil
	}
	out := make([]Stmt, len(list))
	for i, s := range list {
		out[i] = CloneStmt(s)
	}
	return out
}

func cloneBlock(b *Block) *Block {
	if b == nil {
		return nil
	}
	return &Block{b.Pos, cloneStmts(b.Body)}
}

// CloneStmt gives a deep copy of a statement, which may be nil.
func CloneStmt(s Stmt) Stmt {
	switch s := s.(type) {
	case *VarDecl:
		out := &VarDecl{s.Pos, s.Kind, slices.Clone(s.Decls)}
		for i := range out.Decls {
			d := &out.Decls[i]
			d.Target, d.Init = ClonePattern(d.Target), CloneExpr(d.Init)
		}
		return out
	case *FunctionDecl:
		return &FunctionDecl{s.Pos, CloneFunction(s.Func)}
	case *ExprStmt:
		return &ExprStmt{s.Pos, CloneExpr(s.X)}
	case *Block:
		return cloneBlock(s)
	case *If:
		return &If{s.Pos, CloneExpr(s.Test), CloneStmt(s.Then), CloneStmt(s.Else)}
	case *While:
		return &While{s.Pos, CloneExpr(s.Test), CloneStmt(s.Body)}
	case *DoWhile:
		return &DoWhile{s.Pos, CloneStmt(s.Body), CloneExpr(s.Test)}
	case *For:
		return &For{s.Pos, CloneStmt(s.Init), CloneExpr(s.Test), CloneExpr(s.Update), CloneStmt(s.Body)}
	case *ForOf:
		return &ForOf{s.Pos, s.Declares, s.Kind, ClonePattern(s.Target), CloneExpr(s.Right), CloneStmt(s.Body)}
	case *ForIn:
		return &ForIn{s.Pos, s.Declares, s.Kind, ClonePattern(s.Target), CloneExpr(s.Right), CloneStmt(s.Body)}
	case *Switch:
		out := &Switch{s.Pos, CloneExpr(s.Disc), slices.Clone(s.Cases)}
		for i := range out.Cases {
			c := &out.Cases[i]
			c.Test, c.Body = CloneExpr(c.Test), cloneStmts(c.Body)
		}
		return out
	case *Labeled:
		return &Labeled{s.Pos, s.Label, CloneStmt(s.Body)}
	case *Break:
		out := *s
		return &out
	case *Continue:
		out := *s
		return &out
	case *Return:
		return &Return{s.Pos, CloneExpr(s.X)}
	case *Throw:
		return &Throw{s.Pos, CloneExpr(s.X)}
	case *Try:
		return &Try{s.Pos, cloneBlock(s.Block), ClonePattern(s.Param), cloneBlock(s.Handler), cloneBlock(s.Finally)}
	case *Empty:
		return &Empty{s.Pos}
	case *Debugger:
		return &Debugger{s.Pos}
	}
	return nil
}

func cloneExprs(list []Expr) []Expr {
	if list == nil {
		return nil
	}
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = CloneExpr(e)
	}
	return out
}

// CloneExpr gives a deep copy of an expression, which may be nil.
func CloneExpr(e Expr) Expr {
	switch e := e.(type) {
	case *Ident:
		out := *e
		return &out
	case *NumberLit:
		out := *e
		return &out
	case *StringLit:
		out := *e
		return &out
	case *BoolLit:
		out := *e
		return &out
	case *NullLit:
		out := *e
		return &out
	case *ThisExpr:
		out := *e
		return &out
	case *RegExpLit:
		out := *e
		return &out
	case *Template:
		return cloneTemplate(e)
	case *TaggedTemplate:
		return &TaggedTemplate{e.Pos, CloneExpr(e.Tag), cloneTemplate(e.Template)}
	case *ArrayLit:
		return &ArrayLit{e.Pos, cloneExprs(e.Elems)}
	case *ObjectLit:
		out := &ObjectLit{e.Pos, slices.Clone(e.Props)}
		for i := range out.Props {
			p := &out.Props[i]
			p.Computed, p.Value = CloneExpr(p.Computed), CloneExpr(p.Value)
		}
		return out
	case *Spread:
		return &Spread{e.Pos, CloneExpr(e.X)}
	case *FunctionExpr:
		return &FunctionExpr{e.Pos, CloneFunction(e.Func)}
	case *Unary:
		return &Unary{e.Pos, e.Op, CloneExpr(e.X)}
	case *Binary:
		return &Binary{e.Pos, e.Op, CloneExpr(e.X), CloneExpr(e.Y)}
	case *Logical:
		return &Logical{e.Pos, e.Op, CloneExpr(e.X), CloneExpr(e.Y)}
	case *Conditional:
		return &Conditional{e.Pos, CloneExpr(e.Test), CloneExpr(e.Then), CloneExpr(e.Else)}
	case *Assign:
		return &Assign{e.Pos, e.Op, ClonePattern(e.Target), CloneExpr(e.Value)}
	case *Update:
		return &Update{e.Pos, e.Op, e.Prefix, CloneExpr(e.X)}
	case *Sequence:
		return &Sequence{e.Pos, cloneExprs(e.List)}
	case *Call:
		return &Call{e.Pos, CloneExpr(e.Callee), cloneExprs(e.Args), e.Optional}
	case *New:
		return &New{e.Pos, CloneExpr(e.Callee), cloneExprs(e.Args)}
	case *Member:
		return cloneMember(e)
	case *Chain:
		return &Chain{e.Pos, CloneExpr(e.X)}
	case *AwaitExpr:
		return &AwaitExpr{e.Pos, CloneExpr(e.X)}
	}
	return nil
}

func cloneMember(e *Member) *Member {
	return &Member{e.Pos, CloneExpr(e.X), e.Name, CloneExpr(e.Index), e.Optional}
}

func cloneTemplate(e *Template) *Template {
	return &Template{e.Pos, slices.Clone(e.Quasis), cloneExprs(e.Exprs)}
}

func clonePatterns(list []Pattern) []Pattern {
	if list == nil {
		return nil
	}
	out := make([]Pattern, len(list))
	for i, p := range list {
		out[i] = ClonePattern(p)
	}
	return out
}

// ClonePattern gives a deep copy of a pattern, which may be nil.
func ClonePattern(p Pattern) Pattern {
	switch p := p.(type) {
	case *Ident:
		out := *p
		return &out
	case *Member:
		return cloneMember(p)
	case *ArrayPattern:
		return &ArrayPattern{p.Pos, clonePatterns(p.Elems), ClonePattern(p.Rest)}
	case *ObjectPattern:
		out := &ObjectPattern{p.Pos, slices.Clone(p.Props), ClonePattern(p.Rest)}
		for i := range out.Props {
			q := &out.Props[i]
			q.Computed, q.Value = CloneExpr(q.Computed), ClonePattern(q.Value)
		}
		return out
	case *DefaultPattern:
		return &DefaultPattern{p.Pos, ClonePattern(p.Target), CloneExpr(p.Default)}
	}
	return nil
}
