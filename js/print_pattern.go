package js

// pattern prints the target of a declaration, parameter or assignment. The context
// passes into its defaults and computed keys: goja does not allow the operator in
// there within the head of a for.
func (w *printer) pattern(p Pattern, c context) {
	switch p := p.(type) {
	case *Ident:
		w.expr(p, precCall, c)
	case *Member:
		w.expr(p, precCall, c)
	case *ArrayPattern:
		w.arrayPattern(p, c&noIn)
	case *ObjectPattern:
		w.objectPattern(p, c&noIn)
	case *DefaultPattern:
		w.pattern(p.Target, c&noIn)
		w.str(" = ")
		w.expr(p.Default, precAssign, c&noIn)
	}
}

func (w *printer) arrayPattern(p *ArrayPattern, c context) {
	w.byte('[')
	for i, el := range p.Elems {
		if i > 0 {
			w.str(", ")
		}
		if el != nil {
			w.pattern(el, c)
		}
	}
	n := len(p.Elems)
	switch {
	case p.Rest != nil:
		if n > 0 {
			w.str(", ")
		}
		w.str("...")
		w.pattern(p.Rest, c)
	case n > 0 && p.Elems[n-1] == nil:
		w.byte(',')
	}
	w.byte(']')
}

func (w *printer) objectPattern(p *ObjectPattern, c context) {
	if len(p.Props) == 0 && p.Rest == nil {
		w.str("{}")
		return
	}
	w.str("{ ")
	for i := range p.Props {
		if i > 0 {
			w.str(", ")
		}
		w.patternProp(&p.Props[i], c)
	}
	if p.Rest != nil {
		if len(p.Props) > 0 {
			w.str(", ")
		}
		w.str("...")
		w.pattern(p.Rest, c)
	}
	w.str(" }")
}

func (w *printer) patternProp(p *PatternProp, c context) {
	if p.Shorthand && p.KeyKind == KeyName && boundName(p.Value) == p.Key {
		w.pattern(p.Value, c)
		return
	}
	w.key(p.Key, p.KeyKind, p.Computed, c)
	w.str(": ")
	w.pattern(p.Value, c)
}

// boundName gives the name of a variable, with or without a default.
func boundName(p Pattern) string {
	if d, ok := p.(*DefaultPattern); ok {
		p = d.Target
	}
	if id, ok := p.(*Ident); ok {
		return id.Name
	}
	return ""
}

// params prints the parameters of a function in parentheses.
func (w *printer) params(f *Function, c context) {
	w.byte('(')
	for i, p := range f.Params {
		if i > 0 {
			w.str(", ")
		}
		w.pattern(p, c)
	}
	if f.Rest != nil {
		if len(f.Params) > 0 {
			w.str(", ")
		}
		w.str("...")
		w.pattern(f.Rest, c)
	}
	w.byte(')')
}
