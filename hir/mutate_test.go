package hir

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// fragments are what damaged texts are made of beside parts of good ones.
var fragments = []string{
	"\n", "\r\n", "  ", "    ", "      ", "\t", "`", "${", "}", "\"", "\\", "'", "//", " //@ ", "$1", "x$2_@0", "[1:5]", ":TFunction<a>()", ":  :TPoly",
	"{reactive}", "<unknown> ", "read ", "=", " = ", ", ", "...", "<hole>", "bb1", "bb0 (block):\n", "bb1:", "bbnull", "[3] ", "Goto bb1", "null", "1e21", "-0",
	"\"\\ud800\"", "\xED\xA0\x80", "\xff", "@context[", "] @aliasingEffects=[", "Function  ", "Scope scope @0 [1:3] ", "dependencies=[", "<<anonymous>>",
	"f(): $1\n", "function g:\n", "===== X\n", "predecessor blocks: bb0\n", ": phi(", ")", "(", "fallthrough=", "Case $1: bb0\n", "Default: bb1\n",
	"Fallthrough: bb0\n", "deps=(none)", "$1=0", "$1.range=1:2", "$1.name=\"x\"", "@0=1:2", "op=!", "escaped", "cooked=raw", "directives=2", "entry=bb1", "roots=l",
	"deps=read", "ranges=once", "ids=9", "Apply $1\n     {\n}", "65536", "99999", "\u2028", "é",
}

// damage returns text with a few changes: parts lost, doubled, moved, and
// fragments put in.
func damage(r *rand.Rand, text []byte) []byte {
	text = slices.Clone(text)
	span := func() (int, int) {
		i := r.IntN(len(text) + 1)
		return i, min(len(text), i+r.IntN(1+r.IntN(40)))
	}
	for range 1 + r.IntN(4) {
		i, j := span()
		switch r.IntN(5) {
		case 0:
			text = slices.Delete(text, i, j)
		case 1:
			part := slices.Clone(text[i:j])
			k := r.IntN(len(text) + 1)
			text = slices.Insert(text, k, part...)
		case 2, 3:
			text = slices.Insert(text, i, []byte(fragments[r.IntN(len(fragments))])...)
		case 4:
			text = slices.Replace(text, i, j, []byte(fragments[r.IntN(len(fragments))])...)
		}
	}
	return text
}

// Damaged texts give errors with positions, or functions that print and read
// back to the same.
func TestDamagedTexts(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	var texts [][]byte
	for _, text := range fixtures(t) {
		if len(text) < 6000 {
			texts = append(texts, text) // with headings, and several functions
		}
		sections, err := ReadSections("", text)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sections {
			for _, f := range s.Functions {
				for _, annotate := range []bool{false, true} {
					if text := AppendText(nil, f, PrintOptions{Annotate: annotate}); len(text) < 3000 {
						texts = append(texts, text)
					}
				}
			}
		}
	}
	slices.SortFunc(texts, bytes.Compare) // fixtures come in no order
	for seed := range uint64(60) {
		texts = append(texts, AppendText(nil, randomFunction(seed, seed%2 == 0, seed%3 == 0), PrintOptions{Annotate: seed%4 < 2}))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		text := damage(r, texts[r.IntN(len(texts))])
		if msg := checkText(text); msg != "" {
			t.Fatalf("%s\n%q", msg, text)
		}
	}
}
