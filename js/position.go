package js

import "sort"

// Position gives the line and column of a place in the source of p, both from 1.
// The column counts bytes of the UTF-8 text, so it is one more than the number of
// bytes between the start of the line and the place. Lines end as JavaScript says:
// after LF, CR LF, CR, U+2028 or U+2029. A Pos of 0, or a program without source,
// gives 0, 0.
func (p *Program) Position(pos Pos) (line, col int) {
	return linePosition(p.Lines, int(pos)-1)
}

// linePosition finds the line that holds a byte offset among the offsets of the
// starts of the lines.
func linePosition(lines []int32, offset int) (line, col int) {
	if offset < 0 || len(lines) == 0 {
		return 0, 0
	}
	n := sort.Search(len(lines), func(i int) bool { return int(lines[i]) > offset })
	return n, offset - int(lines[n-1]) + 1
}

// lineStarts lists the byte offset of the start of each line of src.
func lineStarts(src string) []int32 {
	n := 1
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' {
			n++
		}
	}
	lines := make([]int32, 1, n)
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\r' && i+1 < len(src) && src[i+1] == '\n':
			// The line ends after the LF that follows.
		case c == '\n' || c == '\r':
			lines = append(lines, int32(i+1))
		case c == 0xE2 && isLineSeparator(src[i:]):
			lines = append(lines, int32(i+3))
		}
	}
	return lines
}

// isLineSeparator tells whether s starts with U+2028 or U+2029.
func isLineSeparator(s string) bool {
	return len(s) >= 3 && s[0] == 0xE2 && s[1] == 0x80 && (s[2] == 0xA8 || s[2] == 0xA9)
}
