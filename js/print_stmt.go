package js

// body prints directives and statements each on a line of its own, with a newline
// at the end if there are any. It is for programs, which start on a new line.
func (w *printer) body(directives []string, list []Stmt) {
	for _, d := range directives {
		w.directive(d)
		w.byte('\n')
	}
	for i, s := range list {
		if i == 0 {
			w.firstStmt(s)
		} else {
			w.stmt(s)
		}
		w.byte('\n')
	}
}

// firstStmt prints the first statement of a body, which must not look like a
// directive.
func (w *printer) firstStmt(s Stmt) {
	if x, ok := s.(*ExprStmt); ok {
		if _, ok := x.X.(*StringLit); ok {
			w.byte('(')
			w.expr(x.X, precSequence, 0)
			w.str(");")
			return
		}
	}
	w.stmt(s)
}

// directive prints a directive between quotes that it does not hold itself.
func (w *printer) directive(d string) {
	quote := byte('"')
	for i := 0; i < len(d); i++ {
		if d[i] == '\\' {
			i++
		} else if d[i] == '"' {
			quote = '\''
		}
	}
	w.byte(quote)
	w.str(d)
	w.byte(quote)
	w.byte(';')
}

// block prints { list }, over several lines unless it is empty.
func (w *printer) block(list []Stmt) {
	if len(list) == 0 {
		w.str("{}")
		return
	}
	w.byte('{')
	w.indent++
	for _, s := range list {
		w.line()
		w.stmt(s)
	}
	w.indent--
	w.line()
	w.byte('}')
}

// functionBody prints the body of a function in braces.
func (w *printer) functionBody(f *Function) {
	if len(f.Directives) == 0 && len(f.Body) == 0 {
		w.str("{}")
		return
	}
	w.byte('{')
	w.indent++
	for _, d := range f.Directives {
		w.line()
		w.directive(d)
	}
	for i, s := range f.Body {
		w.line()
		if i == 0 {
			w.firstStmt(s)
		} else {
			w.stmt(s)
		}
	}
	w.indent--
	w.line()
	w.byte('}')
}

func (w *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *ExprStmt:
		w.expr(s.X, precSequence, atStmt)
		w.byte(';')
	case *VarDecl:
		w.varDecl(s, 0)
		w.byte(';')
	case *Block:
		w.block(s.Body)
	case *If:
		w.ifStmt(s)
	case *Return:
		w.str("return")
		if s.X != nil {
			w.byte(' ')
			w.expr(s.X, precSequence, 0)
		}
		w.byte(';')
	case *FunctionDecl:
		w.function(s.Func, 0)
	case *For:
		w.forStmt(s)
	case *ForOf:
		w.forEach(s.Declares, s.Kind, s.Target, " of ", s.Right, precAssign, s.Body)
	case *ForIn:
		w.forEach(s.Declares, s.Kind, s.Target, " in ", s.Right, precSequence, s.Body)
	case *While:
		w.head("while (", s.Test)
		w.sub(s.Body, false)
	case *DoWhile:
		w.str("do")
		w.sub(s.Body, false)
		w.head(" while (", s.Test)
		w.byte(';')
	case *Switch:
		w.switchStmt(s)
	case *Labeled:
		w.str(s.Label)
		w.byte(':')
		w.sub(s.Body, false)
	case *Break:
		w.jump("break", s.Label)
	case *Continue:
		w.jump("continue", s.Label)
	case *Throw:
		w.str("throw ")
		w.expr(s.X, precSequence, 0)
		w.byte(';')
	case *Try:
		w.try(s)
	case *Empty:
		w.byte(';')
	case *Debugger:
		w.str("debugger;")
	}
}

func (w *printer) jump(word, label string) {
	w.str(word)
	if label != "" {
		w.byte(' ')
		w.str(label)
	}
	w.byte(';')
}

// head prints a condition: an opening text, the test and a parenthesis.
func (w *printer) head(open string, test Expr) {
	w.str(open)
	w.expr(test, precSequence, 0)
	w.byte(')')
}

// sub prints a statement that is part of another, after a space. It gets braces
// where it has none but could not stand there bare: a let or const, or, before an
// else, something that ends with an if without one.
func (w *printer) sub(s Stmt, beforeElse bool) {
	w.byte(' ')
	bare := true
	switch s := s.(type) {
	case *VarDecl:
		bare = s.Kind == Var
	default:
		bare = !beforeElse || !takesElse(s)
	}
	if bare {
		w.stmt(s)
	} else {
		w.block([]Stmt{s})
	}
}

// takesElse tells whether an else after the statement would belong to an if in it.
func takesElse(s Stmt) bool {
	for {
		switch x := s.(type) {
		case *If:
			if x.Else == nil {
				return true
			}
			s = x.Else
		case *While:
			s = x.Body
		case *For:
			s = x.Body
		case *ForOf:
			s = x.Body
		case *ForIn:
			s = x.Body
		case *Labeled:
			s = x.Body
		default:
			return false
		}
	}
}

// ifStmt prints an if with all its else if.
func (w *printer) ifStmt(s *If) {
	for {
		w.head("if (", s.Test)
		w.sub(s.Then, s.Else != nil)
		if s.Else == nil {
			return
		}
		if _, ok := s.Then.(*Block); ok || takesElse(s.Then) {
			w.str(" else")
		} else {
			w.line()
			w.str("else")
		}
		next, ok := s.Else.(*If)
		if !ok {
			w.sub(s.Else, false)
			return
		}
		w.byte(' ')
		s = next
	}
}

var varKinds = [...]string{Let: "let ", Const: "const ", Var: "var "}

func (w *printer) varDecl(s *VarDecl, c context) {
	w.str(varKinds[s.Kind])
	for i := range s.Decls {
		d := &s.Decls[i]
		if i > 0 {
			w.str(", ")
		}
		w.pattern(d.Target, c)
		if d.Init != nil {
			w.str(" = ")
			w.expr(d.Init, precAssign, c)
		}
	}
}

func (w *printer) forStmt(s *For) {
	w.str("for (")
	switch init := s.Init.(type) {
	case *VarDecl:
		w.varDecl(init, noIn)
	case *ExprStmt:
		w.expr(init.X, precSequence, noIn|atFor)
	}
	w.byte(';')
	if s.Test != nil {
		w.byte(' ')
		w.expr(s.Test, precSequence, 0)
	}
	w.byte(';')
	if s.Update != nil {
		w.byte(' ')
		w.expr(s.Update, precSequence, 0)
	}
	w.byte(')')
	w.sub(s.Body, false)
}

func (w *printer) forEach(declares bool, kind VarKind, target Pattern, word string, right Expr, prec precedence, body Stmt) {
	w.str("for (")
	if declares {
		w.str(varKinds[kind])
		w.pattern(target, noIn)
	} else if x, ok := target.(Expr); ok && word == " of " && endsInAsync(x) {
		w.byte('(')
		w.bare(x, 0)
		w.byte(')')
	} else {
		w.pattern(target, noIn|atFor)
	}
	w.str(word)
	w.expr(right, prec, 0)
	w.byte(')')
	w.sub(body, false)
}

// endsInAsync tells whether a variable or property has the name async, which before
// the of of a for starts an arrow function. (The grammar says so of the variable
// only, V8 of both.)
func endsInAsync(e Expr) bool {
	switch e := e.(type) {
	case *Ident:
		return e.Name == "async"
	case *Member:
		return e.Name == "async"
	}
	return false
}

func (w *printer) switchStmt(s *Switch) {
	w.head("switch (", s.Disc)
	if len(s.Cases) == 0 {
		w.str(" {}")
		return
	}
	w.str(" {")
	w.indent++
	for i := range s.Cases {
		k := &s.Cases[i]
		w.line()
		if k.Test == nil {
			w.str("default:")
		} else {
			w.str("case ")
			w.expr(k.Test, precSequence, 0)
			w.byte(':')
		}
		w.indent++
		for _, b := range k.Body {
			w.line()
			w.stmt(b)
		}
		w.indent--
	}
	w.indent--
	w.line()
	w.byte('}')
}

func (w *printer) try(s *Try) {
	w.str("try ")
	w.block(s.Block.Body)
	if s.Handler != nil {
		w.str(" catch ")
		if s.Param != nil {
			w.byte('(')
			w.pattern(s.Param, 0)
			w.str(") ")
		}
		w.block(s.Handler.Body)
	}
	if s.Finally != nil {
		w.str(" finally ")
		w.block(s.Finally.Body)
	}
}
