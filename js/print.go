package js

// Print gives the canonical source of a program: two spaces of indentation, one
// statement a line, semicolons, double quotes, and no more parentheses than the
// grammar needs (but for comparisons, see printBinary). For every program that
// Parse can give, Parse(Print(p)) equals p. Doc.go lists what a program built by
// other code must keep to for the same to hold.
func Print(p *Program) string { return string(AppendProgram(nil, p)) }

// AppendProgram appends the canonical source of a program.
func AppendProgram(dst []byte, p *Program) []byte {
	w := printer{dst: dst}
	w.body(p.Directives, p.Body)
	return w.dst
}

// PrintStmt gives the canonical source of a statement, without a final newline.
func PrintStmt(s Stmt) string {
	var w printer
	w.stmt(s)
	return string(w.dst)
}

// PrintExpr gives the canonical source of an expression, as it is within a larger
// one that asks for no parentheses.
func PrintExpr(e Expr) string {
	var w printer
	w.expr(e, precSequence, 0)
	return string(w.dst)
}

// PrintPattern gives the canonical source of a pattern.
func PrintPattern(p Pattern) string {
	var w printer
	w.pattern(p, 0)
	return string(w.dst)
}

// PrintFunction gives the canonical source of a function: that of its declaration,
// or of an expression if it is an arrow function or has no name.
func PrintFunction(f *Function) string {
	var w printer
	w.function(f, 0)
	return string(w.dst)
}

// A printer appends source text. Statements and expressions are printed without
// indentation before and newline after them.
type printer struct {
	dst    []byte
	indent int
}

// context says what surrounds an expression, as far as it asks for parentheses.
// Most of it holds for the expression's first token only, and so passes down to
// its leftmost part.
type context uint8

const (
	// noIn: the operator in would end the expression, within the head of a for.
	noIn context = 1 << iota
	// atStmt: a statement starts here, so no brace, function or let may.
	atStmt
	// atArrow: the body of an arrow function starts here, so no brace may.
	atArrow
	// atFor: the head of a for starts here, so no let may.
	atFor

	first = atStmt | atArrow | atFor
)

func (w *printer) byte(c byte)  { w.dst = append(w.dst, c) }
func (w *printer) str(s string) { w.dst = append(w.dst, s...) }

// spaces is the indentation of the deepest level that has its own: below it the
// text no longer moves right, so that its length stays linear in the program's.
const spaces = "                                                                                                                                "

// line starts a new line.
func (w *printer) line() {
	w.dst = append(w.dst, '\n')
	w.dst = append(w.dst, spaces[:min(2*w.indent, len(spaces))]...)
}
