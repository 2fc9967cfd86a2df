package hir

import "strings"

// scanIdentifier reads name$id_@scope in s from pos on. It returns the end, or
// -1 if there is none. An id beyond limit is limit+1.
func scanIdentifier(s string, pos, limit int) (name string, id, scope, end int) {
	i := pos
	if i < len(s) && s[i] == '#' {
		i++
	}
	for i < len(s) && nameByte[s[i]] {
		i++
	}
	end = i
	scope = -1
	scoped := i+1 < len(s) && s[i] == '@' && i > pos && s[i-1] == '_' && isDigit(s[i+1])
	if scoped {
		i--
	}
	digits := i
	for digits > pos && isDigit(s[digits-1]) {
		digits--
	}
	if digits == i || digits == pos || s[digits-1] != '$' || s[digits] == '0' && digits+1 < i {
		return "", 0, 0, -1
	}
	id = scanNumber(s[digits:i], limit)
	if scoped {
		start := end + 1
		for end = start; end < len(s) && isDigit(s[end]); end++ {
		}
		if s[start] == '0' && end > start+1 {
			return "", 0, 0, -1
		}
		scope = scanNumber(s[start:end], limit)
	}
	return s[pos : digits-1], id, scope, end
}

// scanNumber returns the number that the digits of s make, or limit+1 if it is
// larger than limit.
func scanNumber(s string, limit int) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n = 10*n + int(s[i]-'0')
		if n > limit {
			return limit + 1
		}
	}
	return n
}

// scanEffect reads an effect and the space after it.
func scanEffect(s string) (Effect, int) {
	if s == "" {
		return EffectNone, 0
	}
	var try []Effect
	switch s[0] {
	case '<':
		try = effectsU
	case 'f':
		try = effectsF
	case 'r':
		try = effectsR
	case 'c':
		try = effectsC
	case 's':
		try = effectsS
	case 'm':
		try = effectsM
	}
	for _, e := range try {
		if t := effectText[e]; len(s) > len(t) && s[len(t)] == ' ' && s[:len(t)] == t {
			return e, len(t) + 1
		}
	}
	return EffectNone, 0
}

// scanRange reads [s:e] and returns the end, or -1.
func scanRange(s string, pos, limit int) (Range, int) {
	if pos >= len(s) || s[pos] != '[' {
		return Range{}, -1
	}
	i := pos + 1
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == pos+1 || i == len(s) || s[i] != ':' {
		return Range{}, -1
	}
	j := i + 1
	for j < len(s) && isDigit(s[j]) {
		j++
	}
	if j == i+1 || j == len(s) || s[j] != ']' {
		return Range{}, -1
	}
	return Range{InstructionID(scanNumber(s[pos+1:i], limit)), InstructionID(scanNumber(s[i+1:j], limit))}, j + 1
}

// scanType reads a type as it is printed after a place and returns the end:
// pos itself if there is none.
//
//	:TPrimitive   :TObject<shape>   :TFunction<shape>():  :TPrimitive
func scanType(s string, pos int) int {
	end := pos
	for i := pos; strings.HasPrefix(s[i:], ":T"); {
		i += 2
		start := i
		for i < len(s) && ('a' <= s[i] && s[i] <= 'z' || 'A' <= s[i] && s[i] <= 'Z') {
			i++
		}
		if i == start {
			break
		}
		kind := s[start:i]
		end = i
		j := scanShape(s, i)
		if j < 0 {
			break
		}
		end = j
		if kind != "Function" || !strings.HasPrefix(s[j:], "()") {
			break
		}
		end = j + 2
		if !strings.HasPrefix(s[end:], ":  :T") {
			break
		}
		i = end + 3
		if i+2 >= len(s) || !('a' <= s[i+2]|0x20 && s[i+2]|0x20 <= 'z') {
			break
		}
	}
	return end
}

// scanShape reads <shape>, in which angle brackets are balanced.
func scanShape(s string, pos int) int {
	if pos >= len(s) || s[pos] != '<' {
		return -1
	}
	depth := 0
	for i := pos; i < len(s); i++ {
		switch s[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '`', '\n', '\r', '{', '}', '(', ')':
			return -1
		}
	}
	return -1
}

// The effects by their first letter.
var (
	effectsU = []Effect{EffectUnknown}
	effectsF = []Effect{EffectFreeze}
	effectsR = []Effect{EffectRead}
	effectsC = []Effect{EffectCapture}
	effectsS = []Effect{EffectStore}
	effectsM = []Effect{EffectConditionallyMutate, EffectMutate, EffectConditionallyMutateIterator}
)
