package hir

import (
	"math"
	"strconv"
	"strings"
)

// literal reads a string or a number.
func (r *reader) literal(in *Instruction) {
	in.Kind = Primitive
	l := one(&r.literals, r.size/8)
	in.Aux = l
	if r.peek() == '"' {
		l.Kind = LiteralString
		l.Str = r.jsonString()
		return
	}
	l.Kind = LiteralNumber
	start := r.pos
	n, digits := 0, 0
	for ; r.pos < r.lim && isDigit(r.src[r.pos]); r.pos++ {
		if digits++; digits <= 15 {
			n = 10*n + int(r.src[r.pos]-'0')
		}
	}
	if digits > 0 && digits <= 15 && (r.pos == r.lim || isSpace(r.src[r.pos])) {
		l.Num = float64(n)
		return
	}
	for r.pos < r.lim && !isSpace(r.src[r.pos]) {
		r.pos++
	}
	text := r.src[start:r.pos]
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) || strings.ContainsAny(text, "_xXnN") {
		r.pos = start
		r.expected("a number")
	}
	l.Num = v
}
