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

func (r *reader) read() {
	if r.stop {
		return
	}
	if len(r.errs) == 0 && r.cost() <= stackBudget {
		whole := interval{0, int32(len(r.text))}
		if list, err := r.parse(whole); err == nil {
			r.add(whole, list)
			return
		}
	}
	// Some error is to be found, or the file is large: read it piece by piece, so that
	// an error spoils no more than one statement.
	for i := 0; i < len(r.statements); {
		n := r.group(i)
		if n > 1 {
			piece := interval{r.statements[i].start, r.statements[i+n-1].end}
			if list, err := r.parse(piece); err == nil {
				r.add(piece, list)
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

// cost bounds the stack that goja can need for the file.
func (r *reader) cost() int64 {
	if len(r.statements) == 0 {
		return 0
	}
	last := r.statements[len(r.statements)-1]
	return last.before + last.cost
}

// group tells how many statements from i on can be read at once: those without
// known errors that keep to the budget. It is at least one.
func (r *reader) group(i int) int {
	n, sum := 0, int64(0)
	for ; i+n < len(r.statements); n++ {
		s := &r.statements[i+n]
		if sum += s.cost; s.bad || n > 0 && sum > stackBudget {
			break
		}
	}
	return max(n, 1)
}

// readStatement reads one top-level statement, and reports the first error in it.
func (r *reader) readStatement(s statementSpan) {
	if !s.bad && (s.cost <= stackBudget || r.verify(s)) {
		list, err := r.parse(s.interval)
		if err == nil {
			r.add(s.interval, list)
			return
		}
		r.syntax = append(r.syntax, err)
	}
	r.begun = true
}

// verify tells whether a large statement can be parsed in bounded stack. As long as
// goja finds no error its depth is that of the nesting, which is bounded; after an
// error it looks for a place to go on, and may nest what follows in what precedes.
// So one beginning of the statement after the other is parsed, each longer than the
// one before by no more than the budget, until one has an error before its end. Of
// what the one before has shown to be right, complete statements are left out, so
// that the time is linear in the length of the statement.
func (r *reader) verify(s statementSpan) bool {
	verified := cut{offset: s.start, cost: s.before}
	for s.before+s.cost-verified.cost > stackBudget {
		i := sort.Search(len(r.cuts), func(i int) bool {
			c := &r.cuts[i]
			return c.offset >= s.end || c.cost-verified.cost > stackBudget
		}) - 1
		if i < 0 || r.cuts[i].cost <= verified.cost {
			r.syntax = append(r.syntax, r.errorAt(r.firstToken(s.interval), "statement too large"))
			return false
		}
		if err := r.parseBeginning(interval{s.start, r.cuts[i].offset}, verified.complete); err != nil {
			r.syntax = append(r.syntax, err)
			return false
		}
		verified = r.cuts[i]
	}
	return true
}

// parseBeginning parses a part of the source that breaks off, without the intervals
// given, and gives the first error in it that is not that it breaks off.
func (r *reader) parseBeginning(s interval, without []interval) *Error {
	var text []byte
	var kept []interval // the parts of s in text
	for at := s.start; at < s.end; {
		next := interval{s.end, s.end}
		if len(without) > 0 {
			next, without = without[0], without[1:]
		}
		if next.start < at {
			continue // within one that was left out
		}
		kept = append(kept, interval{at, next.start})
		text = append(text, r.masked[at:next.start]...)
		at = next.end
	}
	_, errs := r.goja(s, text)
	for _, e := range errs {
		if e.offset >= len(text) {
			continue
		}
		at := e.offset
		for _, k := range kept {
			if n := int(k.end - k.start); at >= n {
				at -= n
				continue
			}
			return r.errorAt(int(k.start)+at, r.message(e.msg))
		}
	}
	return nil
}

// parse has goja parse a part of the source, and gives the first error. After that
// goja does not find its way back into the statement, so that what else it says is
// of no use.
func (r *reader) parse(s interval) ([]ast.Statement, *Error) {
	list, errs := r.goja(s, r.masked[s.start:s.end])
	if len(errs) == 0 {
		return list, nil
	}
	at := int(s.start) + errs[0].offset
	if at == int(s.end) {
		at = r.previous(at) + 1 // the input ends where its last token does
	}
	return nil, r.errorAt(at, r.message(errs[0].msg))
}

// gojaError is an error of goja's, with the offset in the text it was given.
type gojaError struct {
	offset int
	msg    string
}

// goja parses text, which is a part of the source or taken from it.
func (r *reader) goja(s interval, text []byte) (list []ast.Statement, errs []gojaError) {
	defer func() {
		if p := recover(); p != nil {
			at, msg := r.firstToken(s)-int(s.start), fmt.Sprint("the parser failed: ", p)
			if r.unclosed && int(s.end) == len(r.text) {
				// It fails on some patterns at the end of which there is no bracket.
				at, msg = len(text), "Unexpected end of input"
			}
			list, errs = nil, []gojaError{{at, msg}}
		}
	}()
	program, err := parser.ParseFile(nil, "", text, parser.IgnoreRegExpErrors, parser.WithDisableSourceMaps)
	if err == nil {
		return program.Body, nil
	}
	found, ok := err.(parser.ErrorList)
	if !ok {
		return nil, []gojaError{{0, err.Error()}}
	}
	lines := lineStarts(string(text))
	errs = make([]gojaError, len(found))
	for i, e := range found {
		at := len(text)
		if n := e.Position.Line; n >= 1 && n <= len(lines) {
			at = min(at, int(lines[n-1])+max(e.Position.Column-1, 0))
		}
		errs[i] = gojaError{at, e.Message}
	}
	return nil, errs
}

func (r *reader) firstToken(s interval) int {
	for i := s.start; i < s.end; i++ {
		if strings.IndexByte(" \t\n\r\v\f", r.masked[i]) < 0 {
			return int(i)
		}
	}
	return int(s.start)
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
func (r *reader) add(from interval, list []ast.Statement) {
	m := &mapper{s: r.source, base: int(from.start)}
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
