package oracle

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/hir"
)

var update = flag.Bool("update", false, "write the golden files anew")

// readTestFile reads a function of testdata, after replacing texts in it. Each
// edit is a text that stands in the file exactly once, and its replacement.
func readTestFile(t *testing.T, name string, edits ...string) *hir.Function {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(edits); i += 2 {
		if n := strings.Count(text, edits[i]); n != 1 {
			t.Fatalf("%s has %q %d times, want once", name, edits[i], n)
		}
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	f, err := hir.ReadFunction(name, []byte(text), hir.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A test of an invariant: what is done to which file, and what is to be found.
type invariantTest struct {
	name string
	// file is before.hir, entered.hir or eliminated.hir. The function is checked as
	// of that stage and, unless it is before.hir, validated against the stage before.
	file  string
	edits []string
	// change is done to the function after reading.
	change func(f *hir.Function)
	// want lists the kinds found, each with the place: "kind bb1 [3]".
	want []string
}

var invariantTests = []invariantTest{
	{name: "before is right", file: "before.hir"},
	{name: "entered is right", file: "entered.hir"},
	{name: "eliminated is right", file: "eliminated.hir"},
	{
		name: "target that does not exist", file: "before.hir",
		edits: []string{"[15] Goto bb6", "[15] Goto bb66"},
		want:  []string{"malformed bb4 [15]"},
	},
	{
		name: "operand twice for a predecessor", file: "entered.hir",
		edits: []string{"phi(bb4: <unknown> x$46, bb5: <unknown> x$43)", "phi(bb4: <unknown> x$46, bb4: <unknown> x$43)"},
		want:  []string{"malformed bb6"},
	},
	{
		name: "captured variable of a top-level function", file: "before.hir",
		change: func(f *hir.Function) { f.Context = []hir.Place{{Identifier: 2}} },
		want:   []string{"outer-context"},
	},
	{
		name: "variable captured twice", file: "before.hir",
		edits: []string{"@context[<unknown> x$2,<unknown> c$5]", "@context[<unknown> x$2,<unknown> c$5,<unknown> x$2]"},
		want:  []string{"context-twice"},
	},
	{
		name: "outer variable that is not captured", file: "before.hir",
		edits: []string{"@context[<unknown> x$2,<unknown> c$5]", "@context[<unknown> c$5]"},
		want:  []string{"context-missing bb7 [1]"},
	},
	{
		name: "edge to the entry", file: "before.hir",
		edits: []string{"[20] Goto(Continue) bb1", "[20] Goto(Continue) bb0", "predecessor blocks: bb0 bb6", "predecessor blocks: bb0", "bb0 (block):", "bb0 (block):\n  predecessor blocks: bb6"},
		want:  []string{"entry-preds bb0"},
	},
	{
		name: "predecessor lost", file: "before.hir",
		edits: []string{"predecessor blocks: bb0 bb6", "predecessor blocks: bb0"},
		want:  []string{"pred-missing bb1"},
	},
	{
		name: "predecessor without an edge, and one that cannot be reached", file: "before.hir",
		edits: []string{"predecessor blocks: bb0 bb6", "predecessor blocks: bb0 bb6 bb3 bb9"},
		want:  []string{"pred-stray bb1", "pred-stray bb1"},
	},
	{
		name: "order of predecessors", file: "before.hir",
		edits: []string{"predecessor blocks: bb0 bb6", "predecessor blocks: bb6 bb0"},
		want:  []string{"pred-order bb1"},
	},
	{
		name: "unreachable block that nobody names", file: "before.hir",
		edits: []string{"bb9 (block):\n  [24] Unreachable", "bb9 (block):\n  [24] Unreachable\nbb10 (block):\n  [25] Unreachable"},
		want:  []string{"stray-unreachable bb10"},
	},
	{
		name: "unreachable block with code", file: "before.hir",
		edits: []string{"bb9 (block):\n  [24] Unreachable", "bb9 (block):\n  [24] Unreachable\nbb10 (block):\n  [25] Goto bb10"},
		want:  []string{"block-unreachable bb10"},
	},
	{
		name: "fallthrough with code that cannot be reached", file: "before.hir",
		edits: []string{"[24] Unreachable", "[24] <unknown> $24 = 1\n  [25] Unreachable"},
		want:  []string{"fallthrough-not-empty bb9"},
	},
	{
		name: "successor before predecessor", file: "before.hir",
		change: exchange("bb4", "bb6"),
		want:   []string{"not-reverse-postorder bb5"},
	},
	{
		name: "loop body after the exit", file: "before.hir",
		edits: []string{"[22] Label block=bb8 fallthrough=bb9\nbb8 (block):\n  predecessor blocks: bb3\n  [23] Return Explicit <unknown> $23\nbb9 (block):\n  [24] Unreachable", "[24] Return Explicit <unknown> $23"},
		change: func(f *hir.Function) {
			bs := f.Blocks
			f.SetBlocks([]*hir.Block{bs[0], bs[1], bs[6], bs[2], bs[3], bs[4], bs[5]})
			f.NumberInstructions()
		},
		want: []string{"block-order bb3"},
	},
	{
		name: "instruction ids", file: "before.hir",
		edits: []string{"[11] <unknown> $12", "[10] <unknown> $12", "[1] <unknown> $1 = 0", "[0] <unknown> $1 = 0"},
		want:  []string{"instruction-order bb0 [0]", "instruction-order bb2 [10]"},
	},
	{
		name: "gap in the instruction ids", file: "before.hir",
		edits: []string{"[24] Unreachable", "[99] Unreachable"},
	},
	{
		name: "fallthrough of two terminals", file: "before.hir",
		edits: []string{"[22] Label block=bb8 fallthrough=bb9", "[22] Label block=bb8 fallthrough=bb3"},
		want:  []string{"fallthrough-shared bb3 [22]", "stray-unreachable bb9"},
	},
	{
		name: "named lvalue", file: "before.hir",
		edits: []string{"$22 = 1", "y$22 = 1"},
		want:  []string{"lvalue-named bb6 [19]"},
	},
	{
		name: "lvalue of two instructions", file: "before.hir",
		edits: []string{"$22 = 1", "$1 = 1"},
		want:  []string{"lvalue-reassigned bb6 [19]"},
	},
	{
		name: "temporary that nothing defines before SSA", file: "before.hir",
		change: func(f *hir.Function) {
			f.Env.GrowIdentifiers(61)
			f.Block(8).Term.Operands[0].Identifier = 60
		},
		want: []string{"use-not-dominated bb8 [23]"},
	},
	{
		name: "phi before SSA", file: "before.hir",
		edits: []string{"  [19] <unknown> $22 = 1", "  <unknown> x$2: phi(bb4: <unknown> x$2, bb5: <unknown> x$2)\n  [19] <unknown> $22 = 1"},
		want:  []string{"phi-before-ssa bb6"},
	},
	{
		name: "phi without predecessors", file: "entered.hir",
		edits: []string{"bb0 (block):", "bb0 (block):\n  <unknown> x$60: phi()"},
		want:  []string{"phi-without-preds bb0"},
	},
	{
		name: "phi operand lost", file: "entered.hir",
		edits: []string{"phi(bb0: <unknown> x$33, bb6: <unknown> x$56)", "phi(bb0: <unknown> x$33)"},
		want:  []string{"phi-operand-missing bb1", "wrong-value bb1 [6]"},
	},
	{
		name: "phi operand for another block", file: "entered.hir",
		edits: []string{"phi(bb0: <unknown> x$33, bb6: <unknown> x$56)", "phi(bb0: <unknown> x$33, bb5: <unknown> x$56)"},
		want:  []string{"phi-operand-missing bb1", "phi-operand-stray bb1", "phi-operand-not-dominated bb1", "wrong-value bb1 [6]"},
	},
	{
		name: "phi of another declaration", file: "entered.hir",
		change: func(f *hir.Function) { f.Env.Ident(37).Decl = 2; f.Env.Ident(33).Decl = 2; f.Env.Ident(56).Decl = 3 },
		want:   []string{"phi-declaration bb1", "phi-declaration bb6", "phi-declaration bb6"},
	},
	{
		name: "definition twice", file: "entered.hir",
		edits: []string{"Reassign <unknown> x$46", "Reassign <unknown> x$33"},
		want:  []string{"defined-twice bb4 [14]", "wrong-value bb1 [6]"},
	},
	{
		name: "parameter defined again by a nested function", file: "entered.hir",
		edits: []string{"g(<unknown> m$50)", "g(<unknown> n$31)"},
		want:  []string{"defined-twice", "wrong-value bb7 [3]"},
	},
	{
		name: "version without a definition", file: "entered.hir",
		change: func(f *hir.Function) {
			f.Env.GrowIdentifiers(61)
			f.Env.Ident(60).Decl = 2
			f.Env.Ident(60).Name = "x"
			f.Block(3).Instrs[0].Operands[0].Identifier = 60
		},
		want: []string{"undefined-version bb3 [21]", "wrong-value bb3 [21]"},
	},
	{
		name: "temporary without a definition", file: "entered.hir",
		change: func(f *hir.Function) {
			f.Env.GrowIdentifiers(61)
			f.Block(8).Term.Operands[0].Identifier = 60
		},
		want: []string{"use-not-dominated bb8 [23]", "wrong-value bb8 [23]"},
	},
	{
		name: "use of a version that does not dominate it", file: "entered.hir",
		edits: []string{"[21] <unknown> $59 = LoadLocal <unknown> x$37", "[21] <unknown> $59 = LoadLocal <unknown> x$43"},
		want:  []string{"use-not-dominated bb3 [21]", "wrong-value bb3 [21]"},
	},
	{
		name: "use before the definition in a block", file: "entered.hir",
		edits: []string{"[10] <unknown> $42 = LoadLocal <unknown> x$37", "[10] <unknown> $42 = LoadLocal <unknown> x$43"},
		want:  []string{"use-not-dominated bb2 [10]", "wrong-value bb2 [10]"},
	},
	{
		name: "phi operand that does not dominate the predecessor", file: "entered.hir",
		edits: []string{"bb5: <unknown> x$43)", "bb5: <unknown> x$46)"},
		want:  []string{"phi-operand-not-dominated bb6", "wrong-value bb1 [6]"},
	},
	{
		name: "nested function that reads a later version", file: "entered.hir",
		edits: []string{"[1] <unknown> $51 = LoadLocal <unknown> x$43", "[1] <unknown> $51 = LoadLocal <unknown> x$56"},
		want:  []string{"use-not-dominated bb7 [1]", "wrong-value bb7 [1]"},
	},
	{
		name: "nested function that reads an older version", file: "entered.hir",
		edits: []string{"[1] <unknown> $51 = LoadLocal <unknown> x$43", "[1] <unknown> $51 = LoadLocal <unknown> x$37"},
		want:  []string{"wrong-value bb7 [1]"},
	},
	{
		name: "swapped operands", file: "entered.hir",
		edits: []string{"phi(bb4: <unknown> x$46, bb5: <unknown> x$43)", "phi(bb4: <unknown> x$43, bb5: <unknown> x$46)"},
		want:  []string{"phi-operand-not-dominated bb6", "wrong-value bb1 [6]"},
	},
	{
		name: "phi lost", file: "entered.hir",
		edits: []string{"  <unknown> x$56: phi(bb4: <unknown> x$46, bb5: <unknown> x$43)\n", ""},
		want:  []string{"wrong-value bb1 [6]"},
	},
	{
		name: "another function", file: "entered.hir",
		edits: []string{"f(<unknown> n$31)", "h(<unknown> n$31)"},
		want:  []string{"function-changed"},
	},
	{
		name: "parameter lost", file: "entered.hir",
		edits: []string{"g(<unknown> m$50)", "g()"},
		want:  []string{"function-changed"},
	},
	{
		name: "block lost", file: "entered.hir",
		edits: []string{"[22] Label block=bb8 fallthrough=bb9", "[22] Label block=bb8 fallthrough=bb8", "\nbb9 (block):\n  [24] Unreachable", ""},
		want:  []string{"terminal-changed bb3 [22]", "block-lost bb9"},
	},
	{
		name: "block added", file: "entered.hir",
		edits: []string{"bb9 (block):\n  [24] Unreachable", "bb9 (block):\n  [24] Unreachable\nbb10 (block):\n  [25] Unreachable"},
		want:  []string{"block-added bb10", "stray-unreachable bb10"},
	},
	{
		name: "block of another kind", file: "entered.hir",
		edits: []string{"bb6 (block)", "bb6 (value)"},
		want:  []string{"block-changed bb6"},
	},
	{
		name: "instruction lost", file: "entered.hir",
		edits: []string{"  [17] <unknown> $54 = Call <unknown> $49()\n", ""},
		want:  []string{"instruction-lost bb5 [17]"},
	},
	{
		name: "instruction added", file: "entered.hir",
		edits: []string{"  [20] Goto(Continue) bb1", "  [20] <unknown> $60 = 1\n  [21] Goto(Continue) bb1", "[21] <unknown> $59", "[22] <unknown> $59", "[22] Label", "[23] Label", "[23] Return", "[24] Return", "[24] Unreachable", "[25] Unreachable"},
		want:  []string{"instruction-added bb6 [20]", "instruction-id bb3 [21]", "instruction-id bb3 [22]", "instruction-id bb6 [20]", "instruction-id bb8 [23]", "instruction-id bb9 [24]"},
	},
	{
		name: "instruction changed", file: "entered.hir",
		edits: []string{"<unknown> $38 < <unknown> $40", "<unknown> $38 > <unknown> $40"},
		want:  []string{"instruction-changed bb1 [8]"},
	},
	{
		name: "literal changed", file: "entered.hir",
		edits: []string{"$55 = 1", "$55 = 2"},
		want:  []string{"instruction-changed bb6 [19]"},
	},
	{
		name: "terminal changed", file: "entered.hir",
		edits: []string{"then:bb4 else:bb5", "then:bb5 else:bb4"},
		want:  []string{"pred-order bb6", "terminal-changed bb2 [12]"},
	},
	{
		name: "instruction id changed", file: "entered.hir",
		edits: []string{"[24] Unreachable", "[25] Unreachable"},
		want:  []string{"instruction-id bb9 [24]"},
	},
	{
		name: "effect changed", file: "entered.hir",
		edits: []string{"[19] <unknown> $55 = 1", "[19] read $55 = 1"},
		want:  []string{"annotation bb6 [19]"},
	},
	{
		name: "detail that is not printed", file: "entered.hir",
		change: func(f *hir.Function) { f.Async = true },
		want:   []string{"unprinted"},
	},
	{
		name: "name changed", file: "entered.hir",
		change: func(f *hir.Function) { f.Env.Ident(50).Name = "z" },
		want:   []string{"name"},
	},
	{
		name: "place that must not be renamed", file: "entered.hir",
		edits: []string{"DeclareContext Let <unknown> c$5", "DeclareContext Let <unknown> c$60", "<unknown> $30\nbb0", "<unknown> $61\nbb0"},
		want:  []string{"fixed-place", "fixed-place bb0 [3]"},
	},
	{
		name: "phi of two variables that nothing reads", file: "entered.hir",
		edits: []string{"  [19] <unknown> $55 = 1", "  <unknown> x$60: phi(bb4: <unknown> x$46, bb5: <unknown> n$39)\n  [19] <unknown> $55 = 1"},
		want:  []string{"name bb6", "version-of-two bb6"},
	},
	{
		name: "phi added by elimination", file: "eliminated.hir",
		edits: []string{"  [19] <unknown> $55 = 1", "  <unknown> n$60: phi(bb4: <unknown> n$31, bb5: <unknown> n$31)\n  [19] <unknown> $55 = 1"},
		want:  []string{"phi-changed bb6", "phi-left bb6"},
	},
	{
		name: "identifier replaced that is no phi", file: "eliminated.hir",
		edits: []string{"[18] Goto bb6", "[18] Goto bb6", "[21] <unknown> $59 = LoadLocal <unknown> x$37", "[21] <unknown> $60 = LoadLocal <unknown> x$37", "Return Explicit <unknown> $59", "Return Explicit <unknown> $60"},
		want:  []string{"replacement bb3 [21]", "replacement bb8 [23]"},
	},
	{
		name: "elimination that replaces by another variable", file: "eliminated.hir",
		edits: []string{"[7] <unknown> $40 = LoadLocal <unknown> n$31", "[7] <unknown> $40 = LoadLocal <unknown> x$33"},
		want:  []string{"replacement bb4 [13]", "wrong-value bb1 [7]"},
	},
	{
		name: "elimination that forgets a nested function", file: "eliminated.hir",
		edits: []string{"LoadContext <unknown> c$5", "LoadContext <unknown> c$48"},
		want:  []string{"replacement bb7 [2]", "wrong-value bb7 [2]"},
	},
	{
		name: "elimination that removes a needed phi", file: "eliminated.hir",
		edits: []string{"  <unknown> x$56: phi(bb4: <unknown> x$46, bb5: <unknown> x$43)\n", "", "bb6: <unknown> x$56)", "bb6: <unknown> x$43)"},
		want:  []string{"wrong-value bb1 [6]"},
	},
}

// exchange swaps two blocks of a function and numbers the instructions anew.
func exchange(a, b string) func(*hir.Function) {
	return func(f *hir.Function) {
		at := func(name string) int {
			return slices.IndexFunc(f.Blocks, func(b *hir.Block) bool { return b.ID.String() == name })
		}
		i, j := at(a), at(b)
		bs := slices.Clone(f.Blocks)
		bs[i], bs[j] = bs[j], bs[i]
		f.SetBlocks(bs)
		f.NumberInstructions()
	}
}

// TestInvariants breaks invariants one by one, and checks what is found and
// where. The messages stand in testdata/violations.golden, which -update writes anew.
func TestInvariants(t *testing.T) {
	var golden strings.Builder
	seen := map[Kind]bool{}
	for _, test := range invariantTests {
		t.Run(strings.ReplaceAll(test.name, " ", "-"), func(t *testing.T) {
			f := readTestFile(t, test.file, test.edits...)
			if test.change != nil {
				test.change(f)
			}
			var vs []*Violation
			switch test.file {
			case "before.hir":
				vs = VerifyPre(f)
			case "entered.hir":
				if vs = VerifySSA(f); !anyMalformed(vs) {
					vs = append(vs, ValidateSSA(readTestFile(t, "before.hir"), f)...)
				}
			case "eliminated.hir":
				if vs = VerifySSA(f); !anyMalformed(vs) {
					vs = append(vs, ValidateEliminate(readTestFile(t, "entered.hir"), f)...)
				}
			}
			var got []string
			fmt.Fprintf(&golden, "%s\n", test.name)
			for _, v := range vs {
				seen[v.Kind] = true
				s := v.Kind.String()
				if v.Block != hir.NoBlock {
					s += " " + v.Block.String()
				}
				if v.Instr != 0 || v.Kind == KindInstructionOrder {
					s += fmt.Sprintf(" [%d]", v.Instr)
				}
				got = append(got, s)
				fmt.Fprintf(&golden, "  %s\n", v.Message())
			}
			slices.Sort(got)
			want := slices.Sorted(slices.Values(test.want))
			if !slices.Equal(got, want) {
				t.Errorf("found %q, want %q\n%v", got, want, Violations(vs))
			}
		})
	}
	// The kinds after these speak of scopes.
	for _, k := range Kinds()[:KindPhiLeft] {
		if !seen[k] {
			t.Errorf("no test violates %v", k)
		}
	}
	compareGolden(t, "violations.golden", golden.String())
}

// compareGolden compares a text with a file of testdata.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", file, got)
	}
}
