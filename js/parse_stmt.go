package js

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// stmts maps a statement list.
func (m *mapper) stmts(list []ast.Statement) []Stmt {
	if len(list) == 0 {
		return nil
	}
	out := make([]Stmt, len(list))
	for i, s := range list {
		out[i] = m.stmt(s)
	}
	return out
}

// directives takes the directives off the front of a function body or program.
func (m *mapper) directives(list []ast.Statement) ([]string, []ast.Statement) {
	var out []string
	for len(list) > 0 {
		s, ok := list[0].(*ast.ExpressionStatement)
		if !ok {
			break
		}
		lit, ok := s.Expression.(*ast.StringLiteral)
		if !ok {
			break
		}
		at := m.offset(lit.Idx)
		if before := m.s.previous(at); before >= 0 && m.s.masked[before] == '(' {
			break
		}
		errs := len(m.errs)
		if m.str(lit); len(m.errs) == errs {
			out = append(out, m.s.text[at+1:m.s.stringEnd(at)-1])
		}
		list = list[1:]
	}
	return out, list
}

func (m *mapper) block(b *ast.BlockStatement) *Block {
	return &Block{Pos: m.pos(b.LeftBrace), Body: m.stmts(b.List)}
}

func (m *mapper) stmt(s ast.Statement) Stmt {
	switch s := s.(type) {
	case *ast.ExpressionStatement:
		x := m.expr(s.Expression)
		return &ExprStmt{x.Position(), x}
	case *ast.VariableStatement:
		return &VarDecl{m.pos(s.Var), Var, m.declarators(s.List, Var)}
	case *ast.LexicalDeclaration:
		return m.lexical(s)
	case *ast.BlockStatement:
		return m.block(s)
	case *ast.IfStatement:
		return m.ifStmt(s)
	case *ast.ReturnStatement:
		return &Return{m.pos(s.Return), m.exprOrNil(s.Argument)}
	case *ast.FunctionDeclaration:
		return &FunctionDecl{m.pos(s.Function.Function), m.function(s.Function)}
	case *ast.ForStatement:
		return m.forStmt(s)
	case *ast.ForOfStatement:
		return m.forOf(s)
	case *ast.ForInStatement:
		return m.forIn(s)
	case *ast.WhileStatement:
		test := m.expr(s.Test)
		return &While{m.pos(s.While), test, m.loopBody(s.Body)}
	case *ast.DoWhileStatement:
		body := m.loopBody(s.Body)
		return &DoWhile{m.pos(s.Do), body, m.expr(s.Test)}
	case *ast.BranchStatement:
		return m.branch(s)
	case *ast.SwitchStatement:
		return m.switchStmt(s)
	case *ast.ThrowStatement:
		return &Throw{m.pos(s.Throw), m.expr(s.Argument)}
	case *ast.TryStatement:
		return m.try(s)
	case *ast.LabelledStatement:
		return m.labelled(s)
	case *ast.EmptyStatement:
		return &Empty{m.pos(s.Semicolon)}
	case *ast.DebuggerStatement:
		return &Debugger{m.pos(s.Debugger)}
	case *ast.ClassDeclaration:
		m.unsupported(m.offset(s.Class.Class), "class declaration")
	case *ast.WithStatement:
		m.unsupported(m.offset(s.With), "with statement")
	case *ast.BadStatement:
		m.errorAt(m.offset(s.From), "syntax error")
	default:
		m.errorAt(m.offset(s.Idx0()), "unsupported: statement")
	}
	return &Empty{}
}

func (m *mapper) lexical(s *ast.LexicalDeclaration) *VarDecl {
	kind := Let
	if s.Token == token.CONST {
		kind = Const
	}
	return &VarDecl{m.pos(s.Idx), kind, m.declarators(s.List, kind)}
}

func (m *mapper) declarators(list []*ast.Binding, kind VarKind) []Declarator {
	out := make([]Declarator, len(list))
	for i, b := range list {
		d := &out[i]
		d.Target = m.binding(b.Target)
		d.Pos = d.Target.Position()
		d.Init = m.exprOrNil(b.Initializer)
		if kind == Const && d.Init == nil {
			m.errorPos(d.Pos, "missing initializer in const declaration")
		}
		if id, ok := d.Target.(*Ident); ok && kind != Var && id.Name == "let" {
			m.errorPos(d.Pos, "let is not allowed as a name in let and const declarations")
		}
	}
	return out
}

func (m *mapper) ifStmt(s *ast.IfStatement) *If {
	out := &If{}
	out.Test = m.expr(s.Test)
	// goja does not keep the place of the if, but only spaces and parentheses can
	// stand between it and the test.
	at := m.s.previous(m.offset(startOf(s.Test)))
	for at >= 0 && m.s.masked[at] == '(' {
		at = m.s.previous(at)
	}
	out.Pos = Pos(at)
	out.Then = m.branchOfIf(s.Consequent)
	if s.Alternate != nil {
		out.Else = m.branchOfIf(s.Alternate)
	}
	return out
}

// branchOfIf maps one arm of an if, where a plain function declaration may stand,
// but none under a label.
func (m *mapper) branchOfIf(s ast.Statement) Stmt {
	m.plainFunction(s)
	if _, ok := s.(*ast.LabelledStatement); ok {
		m.noFunction(s)
	}
	return m.stmt(s)
}

// plainFunction refuses an async function or generator declaration where only a
// plain one may be.
func (m *mapper) plainFunction(s ast.Statement) {
	if f, ok := s.(*ast.FunctionDeclaration); ok && (f.Function.Async || f.Function.Generator) {
		m.errorAt(m.offset(f.Function.Function), "async functions and generators cannot be declared in a single-statement context")
	}
}

// noFunction refuses a function declaration, also under labels.
func (m *mapper) noFunction(s ast.Statement) {
	if f, ok := unlabelled(s).(*ast.FunctionDeclaration); ok {
		m.errorAt(m.offset(f.Function.Function), "functions cannot be declared in a single-statement context")
	}
}

// unlabelled gives a statement without the labels before it.
func unlabelled(s ast.Statement) ast.Statement {
	for {
		l, ok := s.(*ast.LabelledStatement)
		if !ok {
			return s
		}
		s = l.Statement
	}
}

// loopBody maps the body of a loop, where no declaration may stand.
func (m *mapper) loopBody(s ast.Statement) Stmt {
	m.noFunction(s)
	return m.stmt(s)
}

func (m *mapper) forStmt(s *ast.ForStatement) *For {
	out := &For{Pos: m.pos(s.For)}
	switch init := s.Initializer.(type) {
	case *ast.ForLoopInitializerExpression:
		x := m.expr(init.Expression)
		out.Init = &ExprStmt{x.Position(), x}
	case *ast.ForLoopInitializerVarDeclList:
		decls := m.declarators(init.List, Var)
		out.Init = &VarDecl{Pos(m.s.previousWord(int(decls[0].Pos) - 1)), Var, decls}
	case *ast.ForLoopInitializerLexicalDecl:
		out.Init = m.lexical(&init.LexicalDeclaration)
	}
	out.Test = m.exprOrNil(s.Test)
	out.Update = m.exprOrNil(s.Update)
	out.Body = m.loopBody(s.Body)
	return out
}

func (m *mapper) forOf(s *ast.ForOfStatement) *ForOf {
	out := &ForOf{Pos: m.pos(s.For)}
	if m.s.forAwait(int(out.Pos) - 1) {
		m.unsupported(int(out.Pos)-1, "for await statement")
	}
	out.Declares, out.Kind, out.Target = m.forInto(s.Into)
	out.Right = m.expr(s.Source)
	out.Body = m.loopBody(s.Body)
	return out
}

func (m *mapper) forIn(s *ast.ForInStatement) *ForIn {
	out := &ForIn{Pos: m.pos(s.For)}
	out.Declares, out.Kind, out.Target = m.forInto(s.Into)
	out.Right = m.expr(s.Source)
	out.Body = m.loopBody(s.Body)
	return out
}

func (m *mapper) forInto(into ast.ForInto) (declares bool, kind VarKind, target Pattern) {
	switch into := into.(type) {
	case *ast.ForIntoVar:
		return true, Var, m.binding(into.Binding.Target)
	case *ast.ForDeclaration:
		kind = Let
		if into.IsConst {
			kind = Const
		}
		target = m.binding(into.Target)
		if id, ok := target.(*Ident); ok && id.Name == "let" {
			m.errorPos(id.Pos, "let is not allowed as a name in let and const declarations")
		}
		return true, kind, target
	case *ast.ForIntoExpression:
		return false, Let, m.assignmentTarget(into.Expression)
	}
	m.errorAt(m.offset(into.Idx0()), "unsupported: target of a for statement")
	return false, Let, &Ident{}
}

func (m *mapper) branch(s *ast.BranchStatement) Stmt {
	pos, name := m.pos(s.Idx), ""
	if s.Label != nil {
		name = m.name(s.Label)
	}
	if s.Token == token.BREAK {
		return &Break{pos, name}
	}
	if name != "" {
		for _, l := range m.fn.labels {
			if l.name == name && !l.loop {
				m.errorPos(pos, "continue to label "+name+", which is not the label of a loop")
			}
		}
	}
	return &Continue{pos, name}
}

func (m *mapper) switchStmt(s *ast.SwitchStatement) *Switch {
	out := &Switch{Pos: m.pos(s.Switch), Disc: m.expr(s.Discriminant)}
	if len(s.Body) > 0 {
		out.Cases = make([]Case, len(s.Body))
	}
	for i, c := range s.Body {
		out.Cases[i] = Case{m.pos(c.Case), m.exprOrNil(c.Test), m.stmts(c.Consequent)}
	}
	return out
}

func (m *mapper) try(s *ast.TryStatement) *Try {
	out := &Try{Pos: m.pos(s.Try), Block: m.block(s.Body)}
	if s.Catch != nil {
		if s.Catch.Parameter != nil {
			out.Param = m.binding(s.Catch.Parameter)
		}
		out.Handler = m.block(s.Catch.Body)
	}
	if s.Finally != nil {
		out.Finally = m.block(s.Finally)
	}
	return out
}

func (m *mapper) labelled(s *ast.LabelledStatement) *Labeled {
	m.plainFunction(s.Statement)
	l := label{name: m.name(s.Label)}
	switch unlabelled(s.Statement).(type) {
	case *ast.ForStatement, *ast.ForOfStatement, *ast.ForInStatement, *ast.WhileStatement, *ast.DoWhileStatement:
		l.loop = true
	}
	m.fn.labels = append(m.fn.labels, l)
	body := m.stmt(s.Statement)
	m.fn.labels = m.fn.labels[:len(m.fn.labels)-1]
	return &Labeled{m.pos(s.Label.Idx), l.name, body}
}
