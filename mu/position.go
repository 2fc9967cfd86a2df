package mu

import (
	"sort"
	"strconv"
)

// Pos is a place in the source text: one more than the offset of a byte, above
// the base of the file it is in. The zero Pos is nowhere, as of what a program
// made.
type Pos int32

// NoPos is the position of what stands in no text.
const NoPos Pos = 0

// File is a text that was read.
type File struct {
	Name string
	// base is the Pos before the first byte, size the length in bytes.
	base, size Pos
	// lines holds the offsets of the first bytes of all lines.
	lines []int32
}

// newFile returns the file of a text that follows the text of another.
func newFile(name string, src []byte, base Pos) *File {
	f := &File{Name: name, base: base, size: Pos(len(src)), lines: []int32{0}}
	for i, c := range src {
		if c == '\n' {
			f.lines = append(f.lines, int32(i+1))
		}
	}
	return f
}

// Position is a Pos that people can read. Line and Col count from 1, Col in
// bytes; both are 0 if the place is not known.
type Position struct {
	File      string
	Line, Col int
}

// String returns "file:line:column", without the parts that are not known.
func (p Position) String() string {
	file := p.File
	if file == "" {
		file = "<input>"
	}
	if p.Line == 0 {
		return file
	}
	return file + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// Position returns the file, line and column of a place in this bundle or in
// its preludes.
func (b *Bundle) Position(pos Pos) Position {
	if pos > NoPos {
		i := sort.Search(len(b.Files), func(i int) bool { return b.Files[i].base >= pos }) - 1
		if i >= 0 {
			return b.Files[i].position(pos)
		}
	}
	if n := len(b.Files); n > 0 {
		return Position{File: b.Files[n-1].Name}
	}
	return Position{}
}

func (f *File) position(pos Pos) Position {
	off := int32(pos - f.base - 1)
	i := sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > off }) - 1
	return Position{File: f.Name, Line: i + 1, Col: int(off-f.lines[i]) + 1}
}
