package interp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/mu"
)

// header defines the types that programs of tests use.
const header = `
.typedef @i1 = int<1> .typedef @i6 = int<6> .typedef @i8 = int<8> .typedef @i31 = int<31> .typedef @i32 = int<32>
.typedef @i33 = int<33> .typedef @i52 = int<52> .typedef @i64 = int<64> .typedef @i128 = int<128>
.typedef @float = float .typedef @double = double .typedef @void = void .typedef @tag = tagref64
.typedef @rv = ref<@void> .typedef @r64 = ref<@i64> .typedef @ir64 = iref<@i64> .typedef @p64 = uptr<@i64>
.const @c0 <@i64> = 0 .const @c1 <@i64> = 1 .const @c2 <@i64> = 2 .const @c3 <@i64> = 3 .const @c10 <@i64> = 10
.const @true <@i1> = 1 .const @false <@i1> = 0 .const @null <@r64> = NULL .const @nullv <@rv> = NULL .const @inull <@ir64> = NULL
.funcsig @v_v = () -> () .funcsig @v_i = () -> (@i64) .funcsig @i_i = (@i64) -> (@i64)
.funcsig @ii_i = (@i64 @i64) -> (@i64) .funcsig @ii_ii = (@i64 @i64) -> (@i64 @i64)
`

func read(t testing.TB, src string) *mu.Bundle {
	t.Helper()
	b, err := mu.Read("test.uir", []byte(header+src), mu.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func fn(t testing.TB, b *mu.Bundle, name string) mu.FuncID {
	t.Helper()
	e, ok := b.Lookup(name)
	if !ok || b.Entities[e].Kind != mu.EntityFunc {
		t.Fatalf("expected a function %s, found none", name)
	}
	return mu.FuncID(b.Entities[e].Index)
}

// parseArgs reads arguments of a function; those of aggregates have no spaces
// inside but commas.
func parseArgs(t testing.TB, b *mu.Bundle, f mu.FuncID, texts []string) []Value {
	t.Helper()
	params := b.Sigs[b.Funcs[f].Sig.ID].Params
	if len(texts) != len(params) {
		t.Fatalf("expected %d arguments for %s, found %q", len(params), b.Funcs[f].Name, texts)
	}
	args := make([]Value, len(texts))
	for i, s := range texts {
		v, err := ParseValue(b, params[i].ID, strings.ReplaceAll(s, ",", " "))
		if err != nil {
			t.Fatal(err)
		}
		args[i] = v
	}
	return args
}

// call runs a function of a program and returns the result as a text.
func call(t testing.TB, b *mu.Bundle, opt Options, name string, args ...string) string {
	t.Helper()
	f := fn(t, b, name)
	r := Run(b, f, parseArgs(t, b, f, args), opt)
	return r.String()
}

// script is a client that gives answers in order, then empty ones.
type script struct {
	t       testing.TB
	b       *mu.Bundle
	enabled map[uint64]bool
	answers []string
	seen    []string
}

func (s *script) Enabled(e *Event) bool { return s.enabled[e.Watchpoint] }

// Answer takes the next answer: values, or "throw" for the exception NULL, or
// "throw new" for a new one, or "throw kept" for the first kept-alive value.
func (s *script) Answer(e *Event) Answer {
	s.seen = append(s.seen, e.String())
	if len(s.answers) == 0 {
		return Answer{}
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	switch a {
	case "throw":
		return Answer{Throw: true, Exception: Null(Ref)}
	case "throw kept":
		return Answer{Throw: true, Exception: e.Values[0]}
	}
	var vs []Value
	for i, text := range strings.Fields(a) {
		v, err := ParseValue(s.b, e.Types[min(i, len(e.Types)-1)].ID, text)
		if err != nil {
			s.t.Fatal(err)
		}
		vs = append(vs, v)
	}
	return Answer{Values: vs}
}

// TestPrograms runs what the comments of the files in testdata say:
//
//	//: FORMS @function ARGUMENTS [| ANSWER; ...] [| wp N ...] = RESULT
//
// with FORMS pre, ssa or both, the client's answers and the enabled watchpoints.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.uir")
	if err != nil || len(files) < 8 {
		t.Fatalf("expected the files of testdata, found %v (%v)", files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".uir"), func(t *testing.T) { runFile(t, file) })
	}
}

func runFile(t *testing.T, file string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b := read(t, string(src))
	runs := 0
	for line := range strings.Lines(string(src)) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "//: ")
		if !ok {
			continue
		}
		runs++
		left, want, _ := strings.Cut(line, " = ")
		parts := strings.Split(left, "|")
		words := strings.Fields(parts[0])
		for _, pre := range []bool{true, false} {
			if words[0] == "pre" && !pre || words[0] == "ssa" && pre {
				continue
			}
			s := &script{t: t, b: b, enabled: map[uint64]bool{}}
			for _, p := range parts[1:] {
				p = strings.TrimSpace(p)
				if n, ok := strings.CutPrefix(p, "wp "); ok {
					for _, w := range strings.Fields(n) {
						s.enabled[uint64(w[0]-'0')] = true
					}
					continue
				}
				for a := range strings.SplitSeq(p, ";") {
					s.answers = append(s.answers, strings.TrimSpace(a))
				}
			}
			opt := Options{PreSSA: pre, Client: s, Fuel: 1000, MaxDepth: 50, MaxCells: 1000, Record: true}
			if got := call(t, b, opt, words[1], words[2:]...); got != want {
				t.Errorf("%s (pre-SSA %v)\nexpected %s\nfound    %s\nevents:\n  %s", left, pre, want, got, strings.Join(s.seen, "\n  "))
			}
		}
	}
	if runs == 0 {
		t.Error("expected comments that say what to run, found none")
	}
}
