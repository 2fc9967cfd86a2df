package hir

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameModel compares functions field by field. The index of a function is
// derived from its blocks, and the two zeros of JavaScript differ.
var sameModel = cmp.Options{
	cmpopts.IgnoreUnexported(Function{}),
	cmp.Comparer(func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }),
}

// checkAnnotated checks that f survives printing and reading exactly in the
// annotated form.
func checkAnnotated(t *testing.T, f *Function) {
	t.Helper()
	annotated := AppendText(nil, f, PrintOptions{Annotate: true})
	g, err := ReadFunction("annotated", annotated, ReadOptions{})
	if err != nil {
		t.Fatalf("annotated form: %v\n%s", err, annotated)
	}
	if reflect.DeepEqual(f, g) {
		return // the usual case, and much faster
	}
	if d := cmp.Diff(f, g, sameModel); d != "" {
		t.Fatalf("annotated form: read another model (-printed +read):\n%s\n%s", d, annotated)
	}
}

// The zeros of JavaScript are equal for reflect.DeepEqual, so that they need a
// test of their own.
func TestAnnotatedNumbers(t *testing.T) {
	for _, v := range []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 1.5} {
		f := NewFunction(&Env{NextBlock: 1}, "")
		b := f.AddBlock(0, BlockStatement)
		b.Instrs = []Instruction{{Kind: Primitive, Lvalue: Place{Identifier: f.Env.NewTemporary()}, Aux: &Literal{Kind: LiteralNumber, Num: v}}}
		b.Term = Terminal{Kind: Unreachable, Fallthrough: NoBlock, Scope: NoScope}
		f.Entry = 0
		checkForm(t, f)
		g, err := ReadFunction("", AppendText(nil, f, PrintOptions{Annotate: true}), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(f, g, sameModel); d != "" {
			t.Errorf("%v: -printed +read:\n%s", v, d)
		}
	}
}

// checkPlain checks that the text of f stays the same once read.
func checkPlain(t *testing.T, f *Function) {
	t.Helper()
	text := f.Text()
	g, err := ReadFunction("plain", []byte(text), ReadOptions{})
	if err != nil {
		t.Fatalf("plain form: %v\n%s", err, text)
	}
	if d := cmp.Diff(text, g.Text()); d != "" {
		t.Fatalf("plain form: prints otherwise once read (-printed +read):\n%s", d)
	}
}

func checkForm(t *testing.T, f *Function) {
	t.Helper()
	if errs := Check(f); errs != nil {
		t.Fatalf("not well-formed: %v\n%s", errs[0], f.Text())
	}
}

func TestRandomFunctions(t *testing.T) {
	n := uint64(5000)
	if testing.Short() {
		n = 300
	}
	for seed := range n {
		f := randomFunction(seed, seed%3 == 0, false)
		checkForm(t, f)
		checkAnnotated(t, f)
		checkPlain(t, f)
		f = randomFunction(seed, seed%3 == 0, true)
		checkForm(t, f)
		checkAnnotated(t, f)
	}
}

// fixtures returns the texts in testdata: what the React Compiler prints after
// some of its passes for functions with everything it can print, and some
// written by hand for what it prints rarely.
func fixtures(t testing.TB) map[string][]byte {
	names, err := filepath.Glob("testdata/*.hir")
	if err != nil || len(names) == 0 {
		t.Fatal("no fixtures: ", err)
	}
	texts := map[string][]byte{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = text
	}
	return texts
}

func TestFixtures(t *testing.T) {
	values, terms := map[ValueKind]bool{}, map[TermKind]bool{}
	for name, text := range fixtures(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			sections, err := ReadSections(name, text)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(text), string(AppendSections(nil, sections, PrintOptions{}))); d != "" {
				t.Errorf("prints otherwise than it was (-was +prints):\n%s", d)
			}
			for _, s := range sections {
				for _, f := range s.Functions {
					checkForm(t, f)
					checkAnnotated(t, f)
					eachFunction(f, func(g *Function) {
						for _, b := range g.Blocks {
							terms[b.Term.Kind] = true
							for i := range b.Instrs {
								values[b.Instrs[i].Kind] = true
							}
						}
					})
				}
			}
		})
	}
	for k := LoadLocal; k < Elision; k++ {
		if !values[k] {
			t.Errorf("no fixture has a %v", k)
		}
	}
	for k := Goto; int(k) < NumTermKinds; k++ {
		if !terms[k] {
			t.Errorf("no fixture has a terminal %v", k)
		}
	}
}

// The short form reads however it is pasted, and prints in one way.
func TestShortForm(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{
			"no effects, no header, no terminal, comments, blank lines",
			`
bb0 (block):
[1] $0 = 2 // two
[2] $2 = StoreLocal Let y$1 = $0   // y$1: not a place
// a comment
[3] If ($0) then:bb2 else:bb1 fallthrough=bb1

bb2 (block):
predecessor blocks: bb0 // one
[4] $4 = "// no comment" // one
[5] Goto bb1

bb1 (block):
predecessor blocks: bb0 bb2
y$5: phi(bb0: y$1, bb2: $4) // PHI
[6] $7 = LoadLocal y$5
`,
			`bb0 (block):
  [1] $0 = 2
  [2] $2 = StoreLocal Let y$1 = $0
  [3] If ($0) then:bb2 else:bb1 fallthrough=bb1
bb2 (block):
  predecessor blocks: bb0
  [4] $4 = "// no comment"
  [5] Goto bb1
bb1 (block):
  predecessor blocks: bb0 bb2
  y$5: phi(bb0: y$1, bb2: $4)
  [6] $7 = LoadLocal y$5`,
		},
		{
			"scopes without lists, ranges at the first mention, no lvalue, no kinds, elisions",
			"bb0:\n  [1] Scope @0 [1:9] block=bb1 fallthrough=bb2 // in\nbb1:\n  [2] $1_@0 = Array []\n  [3] StoreLocal x$2_@0 = $1_@0\n  [4] $3_@1[4:8] = Array [$1_@0, $3_@1]\n  ...\n  [8] Goto bb2\nbb2:\n  ...\n  [10] Branch ($1_@0) then:bb1 else:bb2\n",
			"bb0:\n  [1] Scope @0 [1:9] block=bb1 fallthrough=bb2\nbb1:\n  [2] $1_@0 = Array []\n  [3] StoreLocal x$2_@0 = $1_@0\n  [4] $3_@1[4:8] = Array [$1_@0, $3_@1]\n  ...\n  [8] Goto bb2\nbb2:\n  ...\n  [10] Branch ($1_@0) then:bb1 else:bb2",
		},
		{
			"a whole paste indented, with carriage returns, tabs and spaces at the ends",
			"    f(a$1,b$2): $3\r\n    bb0 (block):\t\r\n    \t[1]  $4 = Call  a$1( b$2 , ...a$1 )  \r\n\r\n      [2] Return $4  \r\n",
			"f(a$1, b$2): $3\nbb0 (block):\n  [1] $4 = Call a$1(b$2, ...a$1)\n  [2] Return $4",
		},
		{
			"a template keeps what looks like a comment or an instruction",
			"bb0:\n  [1] $1 = `a // b\n[2] $5 = 3\n\\`${$2}`// c\n  [3] Unreachable",
			"bb0:\n  [1] $1 = `a // b\n[2] $5 = 3\n\\`${$2}`\n  [3] Unreachable",
		},
		{
			"a header without returns",
			"f(x$1):\nbb0:\n [1] Unreachable",
			"f(x$1):\nbb0:\n  [1] Unreachable",
		},
		{
			"a nested function in an indented paste",
			"\t\tbb0:\n\t\t  [1] $1 = Function g @context[x$2] @aliasingEffects=[]\n\t\t      g(): $3\n\t\t      bb1:\n\t\t        [1] Return x$2\n\n\t\t  [2] Return $1\n",
			"bb0:\n  [1] $1 = Function g @context[x$2] @aliasingEffects=[]\n      g(): $3\n      bb1:\n        [1] Return x$2\n  [2] Return $1",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := ReadFunction("", []byte(tc.text), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, f.Text()); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
			checkPlain(t, f)
			checkAnnotated(t, f)
		})
	}
}

// The documents that show the short form read, if they are here. They are
// pages of text with a number before each line.
func TestSeedExamples(t *testing.T) {
	examples := 0
	for _, name := range []string{"enterSSA", "buildReactiveScopeTerminalsHIR"} {
		page, err := os.ReadFile("../../shared/seeds/" + name + ".txt")
		if err != nil {
			t.Skip("the documents with examples are not here: ", err)
		}
		var plain strings.Builder
		for line := range strings.Lines(string(page)) {
			plain.WriteString(strings.TrimPrefix(strings.TrimLeft(line, "0123456789"), " "))
		}
		for i, text := range strings.Split(plain.String(), "```") {
			if i%2 == 0 || !strings.Contains(text, "bb0 (") {
				continue
			}
			examples++
			f, err := ReadFunction(name, []byte(text), ReadOptions{})
			if err != nil {
				t.Error(err)
				continue
			}
			checkPlain(t, f)
			checkAnnotated(t, f)
			if got, want := joinLines(f.Text()), joinLines(text); got != want {
				t.Errorf("%s: prints otherwise than it was (-was +prints):\n%s", name, cmp.Diff(want, got))
			}
		}
	}
	if examples != 5 {
		t.Errorf("read %d examples, expected 5", examples)
	}
}

// joinLines drops comments, indentation and empty lines.
func joinLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", "t:1:1: expected a function, found none"},
		{"f(): $1", "t:1:8: expected a block, found the end of the text"},
		{"f(: $1", `t:1:3: expected a place, found ":"`},
		{"!", `t:1:1: expected a function, a block or a heading, found "!"`},
		{"bb0:\n  [1] $1 = Foo $2", `t:2:12: expected an instruction, found "Foo"`},
		{"bb0:\n  [1] $1 = LoadLocal", "t:2:21: expected a place, found the end of the text"},
		{"bb0:\n  [1] $1 = LoadLocal $2 $3", `t:2:25: expected the end of the line, found "$3"`},
		{"bb0:\n  [1] Goto bb1\n  [2] Goto bb1", `t:3:3: expected the next block, found "[2]"`},
		{"bb0:\n  [1] If ($1) then:bb1", `t:2:23: expected "else=", found the end of the text`},
		{"bb0:\n  [1] x$1 = 2\n  [2] y$1 = 2", `t:3:7: identifier $1: expected the name "x" as at its other mentions, found "y"`},
		{"bb0:\n  [1] $1:TPhi = 2\n  [2] $1:TPoly = 2", `t:3:7: identifier $1: expected the type ":TPhi" as at its other mentions, found ":TPoly"`},
		{"bb0:\n  [1] $1_@1 = 2\n  [2] $1 = 2", `t:3:7: identifier $1: expected scope @1 as at its other mentions, found no scope`},
		{"bb0:\n  [1] $1_@1[1:3] = 2\n  [2] $2_@1[1:4] = 2", `t:3:7: scope @1: expected the range [1:3] as at its other mentions, found [1:4]`},
		{"bb0:\n  [1] $1[1:3] = 2\n  [2] $1[1:4] = 2", `t:3:7: identifier $1: expected the range [1:3] as at its other mentions, found [1:4]`},
		{"bb0:\n  [1] read $1[1:3] = 2\n  [2] read $1 = 2", `t:3:12: expected the range at all mentions or at none, found it at some`},
		{"bb0:\n  [1] $99999999999 = 2", `t:2:7: expected an identifier id of at most 65968 (which depends on the length of the text), found a larger one`},
		{"bb0:\n  [1] $1 = 1e999", `t:2:12: expected a number, found "1e999"`},
		{"bb0:\n  [1] $1 = \"a", `t:2:12: expected the end of the string that starts here, found none`},
		{"bb0:\n  [1] $1 = \"a\\x\"", `t:2:14: expected an escape sequence of JSON or the end of the string, found "\\x\""`},
		{"bb0:\n  [1] $1 = `a\n", `t:2:12: expected the end of the template that starts here, found none`},
		{"bb0:\n  [1] $1 = Function  @context[] @aliasingEffects=[]\n  [2] Unreachable", `t:3:3: expected the nested function, found "[2]"`},
		{"bb0:\n  [1] $1 = Function  @context[] @aliasingEffects=[]\n      f(): $2\n      bb1:\n        [1] $3 = `a\nb`", `t:6:1: expected 6 spaces before each line of a nested function`},
		{"bb0:\n  [1] Unreachable //@ foo=1", `t:2:23: expected an annotation that fits the line, found "foo=1"`},
		{"bb0:\n  [1] $1 = 2 //@ $1=7", `t:1:1: identifier $1: expected a declaration below the next identifier id 2, found 7`},
		{"bb0:\n  [1] Scope scope @0 [1:3] dependencies=[] declarations=[] block=bb0 fallthrough=bb0", `t:2:58: expected the end of a list, "] reassignments=[", found "]"`},
		{"bb0:\n  [1] $1 = \"\xff\"", `t:2:13: expected UTF-8, found the byte 0xff`},
		{"bb0:\n  [1] Unreachable\nf(): $1\nbb0:\n  [1] Unreachable", `t:3:1: expected the end of the text after the function, found another function`},
	} {
		_, err := ReadFunction("t", []byte(tc.text), ReadOptions{})
		if err == nil {
			t.Errorf("%q: expected %q, found no error", tc.text, tc.want)
		} else if err.Error() != tc.want {
			t.Errorf("%q:\nexpected %s\n   found %s", tc.text, tc.want, err)
		}
	}
}

func TestReadOptions(t *testing.T) {
	const text = "f(): read $1\nbb0 (block):\n  [4] read $2_@1 = 1\n  [5] Return Void read $2_@1"
	f, err := ReadFunction("", []byte(text), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Env.Counters(), (Counters{Identifier: 3, Block: 1, Scope: 2}); got != want {
		t.Errorf("counters from the text: got %v, want %v", got, want)
	}
	if got, want := f.Env.Scopes[1].Range, (Range{4, 5}); got != want {
		t.Errorf("inferred range: got %v, want %v", got, want)
	}
	next := Counters{Identifier: 10, Block: 20, Scope: 30}
	f, err = ReadFunction("", []byte(text), ReadOptions{Next: &next, ScopeRanges: map[ScopeID]Range{1: {3, 4}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Env.Counters(); got != next {
		t.Errorf("counters: got %v, want %v", got, next)
	}
	if got, want := f.Env.Scopes[1].Range, (Range{3, 4}); got != want {
		t.Errorf("given range: got %v, want %v", got, want)
	}
	for _, opt := range []ReadOptions{
		{Next: &Counters{Identifier: 2, Block: 1, Scope: 2}},
		{Next: &Counters{Identifier: 3, Block: 1, Scope: 1 << 30}},
		{ScopeRanges: map[ScopeID]Range{5: {1, 2}}},
	} {
		if _, err := ReadFunction("", []byte(text), opt); err == nil {
			t.Errorf("%+v: expected an error, found none", opt)
		}
	}
}

// The range of a scope may be printed once: two ranges that differ are an error
// even if one is given beside the text.
func TestReadOptionsContradict(t *testing.T) {
	const text = "bb0 (block):\n  [4] read $2_@0[1:9] = 1"
	if _, err := ReadFunction("", []byte(text), ReadOptions{ScopeRanges: map[ScopeID]Range{0: {1, 9}}}); err != nil {
		t.Error(err)
	}
	if _, err := ReadFunction("", []byte(text), ReadOptions{ScopeRanges: map[ScopeID]Range{0: {1, 8}}}); err == nil {
		t.Error("expected an error, found none")
	}
}

// Declarations of a scope name the scope that declares them; a name that looks
// like an identifier's but is another's is plain text.
func TestReadReferences(t *testing.T) {
	const text = "bb0 (block):\n" +
		"  [1] Scope scope @0 [1:5] dependencies=[x$1.a] declarations=[x$1_@7, y$9] reassignments=[] block=bb0 fallthrough=bb0\n" +
		"bb1 (block):\n" +
		"  [2] read x$1_@0[1:5] = 1\n" +
		"    Create x$1_@0 = kindOf(z$1)"
	f, err := ReadFunction("", []byte(text), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f.Env.Identifiers[1].Name = "v"
	f.Env.Identifiers[1].Scope = NoScope
	f.Env.Identifiers[9].Name = "w"
	const want = "bb0 (block):\n" +
		"  [1] Scope scope @0 [1:5] dependencies=[x$1.a] declarations=[v$1_@7, w$9] reassignments=[] block=bb0 fallthrough=bb0\n" +
		"bb1 (block):\n" +
		"  [2] read v$1[1:5] = 1\n" +
		"    Create v$1 = kindOf(z$1)"
	if d := cmp.Diff(want, f.Text()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// Dependencies with names like those of identifiers are locals only if the
// identifier is there by that name.
func TestReadMemoDependencies(t *testing.T) {
	const text = "bb0 (block):\n" +
		"  [1] read $5 = StartMemoize deps=a$1,b$2.x?.0,c$900000000,b$3,g\n" +
		"  [2] read $6 = FinishMemoize decl=read b$2\n" +
		"  [3] Return Void read a$1"
	f, err := ReadFunction("", []byte(text), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	in := &f.Blocks[0].Instrs[0]
	want := []MemoDep{{}, {Path: []PathEntry{{"x", false}, {"0", true}}}, {Global: "c$900000000"}, {Global: "b$3"}, {Global: "g"}}
	if d := cmp.Diff(want, in.Aux.(*MemoDeps).Deps); d != "" {
		t.Errorf("dependencies: -want +got:\n%s", d)
	}
	if len(in.Operands) != 2 || in.Operands[0].Identifier != 1 || in.Operands[1].Identifier != 2 {
		t.Errorf("operands: got %v, want $1 and $2", in.Operands)
	}
	checkAnnotated(t, f)
}

func TestReadSections(t *testing.T) {
	const text = "// made by hand\n===== HIR\n\nf(): $1\nbb0:\n  [1] Unreachable\n\n===== SSA =====\nf(): $1\nbb0:\n  [1] Unreachable\n\nfunction g:\nbb1:\n  [1] Unreachable\n=====\n"
	sections, err := ReadSections("", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const want = "===== HIR\nf(): $1\nbb0:\n  [1] Unreachable\n===== SSA\nf(): $1\nbb0:\n  [1] Unreachable\n\nfunction g:\nbb1:\n  [1] Unreachable\n=====\n"
	if d := cmp.Diff(want, string(AppendSections(nil, sections, PrintOptions{}))); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	fs, err := Read("", []byte(text))
	if err != nil || len(fs) != 3 {
		t.Fatalf("got %d functions and error %v, want 3", len(fs), err)
	}
	if fs[0].Env == fs[1].Env {
		t.Error("two functions share an Env")
	}
}

// Many functions of few bytes must not get large tables each.
func TestReadBoundsTables(t *testing.T) {
	one := "f(): $65000\nbb0:\n  [1] Unreachable\n"
	if _, err := Read("", []byte(strings.Repeat(one, 10))); err != nil {
		t.Error(err)
	}
	if _, err := Read("", []byte(strings.Repeat(one, 1000))); err == nil {
		t.Error("expected an error, found none")
	}
	// Comments do not pay for large ids.
	text := "f(): $70000\nbb0:\n  [1] Unreachable" + strings.Repeat(" ", 10000)
	if _, err := Read("", []byte(text)); err == nil {
		t.Error("expected an error, found none")
	}
}
