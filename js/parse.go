package js

import (
	"fmt"
	"sort"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// maxSource is the greatest length of a source file: a Pos must hold its offsets.
const maxSource = 1 << 30

// stackBudget is how much stack the parser may be able to take, whatever it does.
// A goroutine that needs more than the runtime's limit ends the process, which
// nothing can prevent, and stacks double as they grow: with the usual limit of 1 GB
// the largest is half a GiB.
const stackBudget = 350 << 20

// Parse reads a source file. The error is an ErrorList with all errors found, in
// source order, and then there is no program.
func Parse(file string, src []byte) (*Program, error) {
	p, errs := ParsePartial(file, src)
	if len(errs) > 0 {
		return nil, errs
	}
	return p, nil
}

// ParsePartial reads a source file as far as it goes: the program lacks the
// top-level statements in which there are errors, or constructs that the syntax
// tree does not hold, and has all others. The program is never nil.
func ParsePartial(file string, src []byte) (*Program, ErrorList) {
	if len(src) > maxSource {
		return &Program{File: file}, ErrorList{{File: file, Line: 1, Col: 1, Msg: "file too large"}}
	}
	r := &reader{source: scan(file, string(src))}
	r.program = &Program{File: file, Lines: r.lines}
	r.read()
	return r.program, append(r.errs, r.syntax...).sorted()
}

// A reader makes a program of a scanned source.
type reader struct {
	*source
	program *Program
	syntax  ErrorList // found by goja and the mapper
	begun   bool      // whether a statement has been read that is no directive
}

// span is a part of the source.
type span struct{ start, end int }

func (r *reader) read() {
	if r.stop {
		return
	}
	if len(r.errs) == 0 && r.cost(0, len(r.statements)) <= stackBudget {
		if list, err := r.parse(span{0, len(r.text)}, len(r.text)); err == nil {
			r.add(0, list)
			return
		}
	}
	// Some error is to be found, or the file is large: read it piece by piece, so that
	// an error spoils no more than one statement.
	for i := 0; i < len(r.statements); {
		n := r.group(i)
		if n > 1 {
			piece := span{int(r.statements[i].start), int(r.statements[i+n-1].end)}
			if list, err := r.parse(piece, piece.end); err == nil {
				r.add(piece.start, list)
				i += n
				continue
			}
		}
		for ; n > 0; n-- {
			r.readStatement(r.statements[i])
			i++
		}
	}
}

func (r *reader) cost(from, to int) int64 {
	var sum int64
	for _, s := range r.statements[from:to] {
		sum += s.cost
	}
	return sum
}

// group tells how many statements from i on can be read at once: those without
// known errors that keep to the budget. It is at least one.
func (r *reader) group(i int) int {
	n, sum := 0, int64(0)
	for ; i+n < len(r.statements); n++ {
		s := &r.statements[i+n]
		sum += s.cost
		if n > 0 && (s.bad || sum > stackBudget) || n == 0 && s.bad {
			break
		}
	}
	return max(n, 1)
}

// readStatement reads one top-level statement, and reports the first error in it.
func (r *reader) readStatement(s statementSpan) {
	if s.bad {
		r.begun = true
		return
	}
	whole := span{int(s.start), int(s.end)}
	if s.cost > stackBudget && !r.verify(s) {
		return
	}
	list, err := r.parse(whole, whole.end)
	if err != nil {
		r.syntax = append(r.syntax, err)
		r.begun = true
		return
	}
	r.add(whole.start, list)
}

// verify tells whether a large statement can be parsed in bounded stack. As long as
// goja finds no error its depth is that of the nesting, which is bounded; after an
// error it looks for a place to go on and may nest what follows in what precedes.
// So longer and longer beginnings of the statement are parsed, each no longer than
// the one before by more than the budget, until one has an error before its end.
func (r *reader) verify(s statementSpan) bool {
	verified := s.before
	for s.before+s.cost-verified > stackBudget {
		i := sort.Search(len(r.cuts), func(i int) bool {
			c := r.cuts[i]
			return c.offset >= s.end || c.cost-verified > stackBudget
		}) - 1
		if i < 0 || r.cuts[i].cost <= verified {
			r.syntax = append(r.syntax, r.errorAt(r.firstToken(span{int(s.start), int(s.end)}), "statement too large"))
			return false
		}
		c := r.cuts[i]
		if _, err := r.parse(span{int(s.start), int(c.offset)}, int(c.offset)-1); err != nil {
			r.syntax = append(r.syntax, err)
			return false
		}
		verified = c.cost
	}
	return true
}

// parse has goja parse a part of the source, and gives the first error that it finds
// at an offset up to limit. After an error it does not find its way back into the
// statement, so that what else it says is of no use.
func (r *reader) parse(s span, limit int) (list []ast.Statement, first *Error) {
	defer func() {
		if p := recover(); p != nil {
			list, first = nil, r.errorAt(r.firstToken(s), fmt.Sprint("the parser failed: ", p))
		}
	}()
	text := r.masked[s.start:s.end]
	program, err := parser.ParseFile(nil, "", text, parser.IgnoreRegExpErrors, parser.WithDisableSourceMaps)
	if err == nil {
		return program.Body, nil
	}
	found, ok := err.(parser.ErrorList)
	if !ok {
		return nil, r.errorAt(r.firstToken(s), err.Error())
	}
	lines := lineStarts(string(text))
	for _, e := range found {
		at := len(text)
		if n := e.Position.Line; n >= 1 && n <= len(lines) {
			at = min(at, int(lines[n-1])+max(e.Position.Column-1, 0))
		}
		if at += s.start; at == s.end {
			at = r.previous(s.end) + 1 // the end of the input is where its last token ends
		}
		if at <= limit {
			return nil, r.errorAt(at, r.message(e.Message))
		}
	}
	return program.Body, nil
}

func (r *reader) firstToken(s span) int {
	for i := s.start; i < s.end; i++ {
		if strings.IndexByte(" \t\n\r\v\f", r.masked[i]) < 0 {
			return i
		}
	}
	return s.start
}

// message makes an error message of goja's ours: it starts in lower case, and
// quotes names as they are in the source.
func (r *reader) message(msg string) string {
	if len(msg) > 1 && msg[0] >= 'A' && msg[0] <= 'Z' && !(msg[1] >= 'A' && msg[1] <= 'Z') {
		msg = string(msg[0]|0x20) + msg[1:]
	}
	return r.unmask(msg)
}

// add maps statements of goja's and puts those without errors into the program.
func (r *reader) add(base int, list []ast.Statement) {
	m := &mapper{s: r.source, base: base}
	if !r.begun {
		var directives []string
		directives, list = m.directives(list)
		r.program.Directives = append(r.program.Directives, directives...)
		r.begun = len(list) > 0
	}
	if r.program.Body == nil {
		r.program.Body = make([]Stmt, 0, len(list))
	}
	for _, s := range list {
		errs := len(m.errs)
		m.fn = functionContext{}
		if out := m.stmt(s); len(m.errs) == errs {
			r.program.Body = append(r.program.Body, out)
		}
	}
	r.syntax = append(r.syntax, m.errs...)
}
