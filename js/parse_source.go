package js

import (
	"slices"
	"sort"
	"strings"
)

// A source is the text of a file and what the scan before parsing found in it.
type source struct {
	file  string
	text  string
	lines []int32
	// masked is the text that goja's parser is given. It has the length of text and
	// the same tokens at the same offsets, but all of it is ASCII: the contents of
	// strings, templates and regular expressions are x's, comments are blank, names
	// with other characters or escapes have a plain name instead, and top-level
	// import and export declarations are blank. So goja decides on grammar alone.
	masked []byte
	// parens holds the pairs of round parentheses in order of the opening ones.
	parens []parenPair
	// statements holds the top-level statements.
	statements []statementSpan
	// cuts are places where an error-free source can be cut off so that a parser
	// finds nothing wrong before the cut.
	cuts []cut
	// forAwaits holds the offsets of the for of each for await.
	forAwaits []int32
	// names holds the stand-in in masked for each name written with escapes or
	// with other characters than ASCII.
	names map[string]string
	// errs are the errors of the scan. If stop is set the file cannot be parsed.
	errs ErrorList
	stop bool
	// unclosed tells that the source ends within brackets.
	unclosed bool
}

// parenPair is the offsets of a pair of parentheses.
type parenPair struct{ open, close int32 }

// statementSpan is the text of a top-level statement. Spans touch: what stands
// between two statements belongs to the first.
type statementSpan struct {
	interval
	// cost bounds the stack that goja can need for it; before is the cost of all
	// that precedes it.
	before, cost int64
	// bad tells that the scan reported an error within.
	bad bool
}

// interval is a part of the source.
type interval struct{ start, end int32 }

// cut is a place to cut the source, and the stack cost of all before it. complete
// holds the statements before it that are complete, within braces that are not: they
// can be left out without a change to the meaning of what follows.
type cut struct {
	offset   int32
	cost     int64
	complete []interval
}

func (s *source) errorAt(offset int, msg string) *Error {
	line, col := linePosition(s.lines, offset)
	return &Error{File: s.file, Line: line, Col: col, Msg: msg}
}

// previous gives the offset of the last character before at that is no space, or
// -1.
func (s *source) previous(at int) int {
	for at--; at >= 0; at-- {
		switch s.masked[at] {
		case ' ', '\t', '\n', '\r', '\v', '\f':
		default:
			return at
		}
	}
	return -1
}

// previousWord gives the offset of the start of the word before at.
func (s *source) previousWord(at int) int {
	at = s.previous(at)
	for at > 0 && wordByte[s.masked[at-1]] {
		at--
	}
	return at
}

// ellipsis gives the place of the ... before an operand at an offset, or before
// the parentheses around it.
func (s *source) ellipsis(at int) int {
	for at = s.previous(at); at >= 0 && s.masked[at] == '('; {
		at = s.previous(at)
	}
	return at - 1
}

// closing gives the offset of the parenthesis that closes the one at an offset.
func (s *source) closing(open int) int {
	i := sort.Search(len(s.parens), func(i int) bool { return int(s.parens[i].open) >= open })
	if i < len(s.parens) && int(s.parens[i].open) == open {
		return int(s.parens[i].close)
	}
	return -1
}

// stringEnd gives the offset after the string literal at an offset.
func (s *source) stringEnd(at int) int {
	quote := s.masked[at]
	for at++; at < len(s.masked); at++ {
		if s.masked[at] == quote {
			return at + 1
		}
	}
	return at
}

// identifier gives the name at an offset, or "" if the scan saw no name there.
func (s *source) identifier(at int) string {
	end, name, _ := wordEnd(s.text, at)
	if len(name) == end-at && string(s.masked[at:end]) == name {
		return name
	}
	if _, ok := s.names[name]; ok {
		return name
	}
	return ""
}

// forAwait tells whether await follows the for at an offset.
func (s *source) forAwait(at int) bool {
	_, found := slices.BinarySearch(s.forAwaits, int32(at))
	return found
}

// unmask puts the name of the source back into a message of goja's that quotes its
// stand-in.
func (s *source) unmask(msg string) string {
	before, quoted, ok := strings.Cut(msg, "'")
	if !ok || len(s.names) == 0 {
		return msg
	}
	mask, after, ok := strings.Cut(quoted, "'")
	if !ok {
		return msg
	}
	for name, m := range s.names {
		if m == mask { // at most one
			return before + "'" + name + "'" + after
		}
	}
	return msg
}
