package hir

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// ReadOptions is what is known of a function beside its text.
type ReadOptions struct {
	// Next holds the counters that new ids are to be taken from. Without it
	// they follow the largest ids of the text.
	Next *Counters
	// ScopeRanges holds the ranges of scopes whose range is not printed, as it
	// is of one instruction. It must not contradict the text.
	ScopeRanges map[ScopeID]Range
}

// Counters holds the next identifier, block and scope id of an Env.
type Counters struct {
	Identifier, Block, Scope int
}

// Counters returns the next ids.
func (e *Env) Counters() Counters {
	return Counters{Identifier: len(e.Identifiers), Block: int(e.NextBlock), Scope: len(e.Scopes)}
}

// ReadError says what is wrong with a text, and where.
type ReadError struct {
	File string
	// Line and Col count from 1; Col counts bytes.
	Line, Col int
	Msg       string
}

// Error returns "file:line:column: message".
func (e *ReadError) Error() string {
	file := e.File
	if file == "" {
		file = "<input>"
	}
	return file + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Col) + ": " + e.Msg
}

// Section is the part of a dump below a heading "===== Name", in which
// compilers give the name of the pass after which the functions looked so.
type Section struct {
	// Name is empty for what stands before the first heading.
	Name      string
	Functions []*Function
}

// Ids index tables, and so a few bytes of text must not ask for much memory. An
// id may be at most idSlack + idFactor times the length of the function's text
// in bytes (as it prints, so that comments and blank lines do not count). What
// the tables of all functions of a text have beyond itemFactor entries an
// instruction may be at most tableSlack.
const (
	idSlack    = 1 << 16
	idFactor   = 16
	itemFactor = 64
	tableSlack = 16 * idSlack
)

// Read returns all functions of a text. Each top-level function has an Env of
// its own; headings of sections are passed over. The error is a *ReadError.
func Read(file string, src []byte) ([]*Function, error) {
	sections, err := ReadSections(file, src)
	if err != nil {
		return nil, err
	}
	var fs []*Function
	for _, s := range sections {
		fs = append(fs, s.Functions...)
	}
	return fs, nil
}

// ReadSections returns the functions of a text under the headings they stand
// below. The error is a *ReadError.
func ReadSections(file string, src []byte) (sections []Section, err error) {
	r := newReader(file, src, ReadOptions{})
	r.oneOf = true
	defer r.recover(&err)
	r.start()
	for r.nextLine() {
		if name, ok := r.heading(); ok {
			sections = append(sections, Section{Name: name})
			continue
		}
		if len(sections) == 0 {
			sections = append(sections, Section{})
		}
		s := &sections[len(sections)-1]
		s.Functions = append(s.Functions, r.topFunction())
	}
	return sections, nil
}

// ReadFunction returns the function of a text that holds exactly one. The
// error is a *ReadError.
func ReadFunction(file string, src []byte, opt ReadOptions) (f *Function, err error) {
	r := newReader(file, src, opt)
	defer r.recover(&err)
	r.start()
	for r.nextLine() {
		if _, ok := r.heading(); ok {
			continue
		}
		if f != nil {
			r.fail(r.pos, "expected the end of the text after the function, found another function")
		}
		f = r.topFunction()
	}
	if f == nil {
		r.fail(len(r.src), "expected a function, found none")
	}
	return f, nil
}

// start checks the text as a whole and goes to its first line.
func (r *reader) start() {
	r.next = 0
	if strings.HasPrefix(r.src, "\uFEFF") {
		r.next = len("\uFEFF")
	}
	if !utf8.ValidString(r.src) {
		for i := 0; i < len(r.src); {
			_, n := utf8.DecodeRuneInString(r.src[i:])
			if n == 1 && r.src[i] >= utf8.RuneSelf {
				if _, ok := surrogateAt(r.src, i); !ok {
					r.fail(i, "expected UTF-8, found the byte 0x"+strconv.FormatUint(uint64(r.src[i]), 16))
				}
				n = 3
			}
			i += n
		}
	}
}

// heading reads the current line if it is a heading, and returns its name.
func (r *reader) heading() (string, bool) {
	name, ok := strings.CutPrefix(r.src[r.pos:r.lim], "=====")
	if ok {
		r.onLine = false
	}
	return strings.TrimLeft(strings.TrimRight(name, "= \t\r"), " \t"), ok
}
