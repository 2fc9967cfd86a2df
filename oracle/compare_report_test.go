package oracle

import (
	"strings"
	"testing"

	"assay/hir"
)

// TestRenamed gives identifiers other numbers and names, as another compiler
// might.
func TestRenamed(t *testing.T) {
	before, after := readTestFile(t, "before.hir"), readTestFile(t, "entered.hir")
	rename := func(f *hir.Function, to func(hir.IdentifierID) hir.IdentifierID) {
		f.Env.GrowIdentifiers(400)
		var places func(f *hir.Function)
		set := func(p *hir.Place) { p.Identifier = to(p.Identifier) }
		places = func(f *hir.Function) {
			for i := range f.Params {
				set(&f.Params[i].Place)
			}
			set(&f.Returns)
			for _, b := range f.Blocks {
				for i := range b.Phis {
					set(&b.Phis[i].Place)
					for k := range b.Phis[i].Operands {
						set(&b.Phis[i].Operands[k].Place)
					}
				}
				for i := range b.Instrs {
					in := &b.Instrs[i]
					for k := range in.Uses() {
						set(&in.Uses()[k])
					}
					for k := range in.Defs {
						set(&in.Defs[k])
					}
					set(&in.Lvalue)
					if in.Func != nil {
						places(in.Func)
					}
				}
				for k := range b.Term.Operands {
					set(&b.Term.Operands[k])
				}
			}
		}
		places(f)
	}
	t.Run("other numbers", func(t *testing.T) {
		f := after.Clone()
		rename(f, func(id hir.IdentifierID) hir.IdentifierID {
			f.Env.Ident(300 - id).Name = f.Env.Ident(id).Name
			return 300 - id
		})
		r := CompareSSA(before, f, CompareOptions{})
		if r.Verdict != Accepted {
			t.Fatal(r.Err())
		}
		for _, kind := range []NoteKind{NoteNumbering, NoteRenamedInitial, NoteInitialValue} {
			if !hasNote(r, kind) {
				t.Errorf("no note of %s: %q", kind, noteKinds(r.Notes))
			}
		}
		if vs := ValidateSSA(before, f); len(vs) == 0 {
			t.Error("ValidateSSA accepts a context variable with another number")
		}
	})
	t.Run("other names", func(t *testing.T) {
		f := after.Clone()
		for i := 31; i < len(f.Env.Identifiers); i++ {
			if id := f.Env.Ident(hir.IdentifierID(i)); id.Name != "" {
				id.Name += "_" + string(rune('a'+i%26))
			}
		}
		r := CompareSSA(before, f, CompareOptions{})
		if r.Verdict != Accepted || !hasNote(r, NoteKind(KindName.String())) {
			t.Errorf("%v, notes %q", r.Err(), noteKinds(r.Notes))
		}
	})
	t.Run("two context variables for one", func(t *testing.T) {
		f := after.Clone()
		f.Env.GrowIdentifiers(61)
		f.Env.Ident(60).Name = "c"
		f.Block(0).Instrs[3].Operands[0].Identifier = 60 // the store, but not the loads
		if r := CompareSSA(before, f, CompareOptions{}); r.Verdict != Rejected {
			t.Error("accepted")
		}
	})
	t.Run("context variable with another name", func(t *testing.T) {
		f := after.Clone()
		f.Env.Ident(5).Name = "d"
		if r := CompareSSA(before, f, CompareOptions{}); r.Verdict != Rejected {
			t.Error("accepted")
		}
	})
}

func hasNote(r *Report, kind NoteKind) bool {
	for _, n := range r.Notes {
		if n.Kind == kind {
			return true
		}
	}
	return false
}

// TestReport checks verdicts, what a report takes a pair for, and its error.
func TestReport(t *testing.T) {
	before, entered, eliminated := readTestFile(t, "before.hir"), readTestFile(t, "entered.hir"), readTestFile(t, "eliminated.hir")
	invalid := readTestFile(t, "before.hir", "predecessor blocks: bb0 bb6", "predecessor blocks: bb0")
	wrong := readTestFile(t, "eliminated.hir", "[21] <unknown> $59 = LoadLocal <unknown> x$37", "[21] <unknown> $59 = LoadLocal <unknown> x$33")
	unordered := readTestFile(t, "before.hir", "predecessor blocks: bb0 bb6", "predecessor blocks: bb6 bb0")
	for _, test := range []struct {
		name          string
		before, after *hir.Function
		verdict       Verdict
		conversion    Conversion
		err           string // a part of it
	}{
		{"both passes", before, eliminated, Accepted, ToSSA, ""},
		{"the first", before, entered, Accepted, ToSSA, ""},
		{"the second", entered, eliminated, Accepted, OfSSA, ""},
		{"backward", eliminated, entered, Accepted, OfSSA, ""},
		{"nothing", entered, entered, Accepted, OfSSA, ""},
		{"weak violation of the input", unordered, entered, Accepted, ToSSA, ""},
		{"no conversion", before, before, Rejected, ToSSA, "defined-twice"},
		{"stale version", before, wrong, Rejected, ToSSA, "rejected\nfunction f, block bb3, instruction 21: wrong-value: x$33"},
		{"invalid input", invalid, entered, InvalidInput, ToSSA, "invalid input\ninput: function f, block bb1: pred-missing"},
	} {
		r := CompareSSA(test.before, test.after, CompareOptions{})
		if r.Verdict != test.verdict || r.Conversion != test.conversion {
			t.Errorf("%s: %v, %v", test.name, r.Verdict, r.Conversion)
		}
		switch err := r.Err(); {
		case (err == nil) != (test.err == ""):
			t.Errorf("%s: error %v", test.name, err)
		case err != nil && !strings.Contains(err.Error(), test.err):
			t.Errorf("%s: error %q lacks %q", test.name, err, test.err)
		}
	}
	r := CompareSSA(before, entered, CompareOptions{})
	r.Differences = []string{"the runs differ"}
	if err := r.Err(); err == nil || !strings.Contains(err.Error(), "the runs differ") {
		t.Errorf("a difference of runs is no error: %v", err)
	}
}

// TestViolations checks the list as an error, and the form of long paths.
func TestViolations(t *testing.T) {
	if err := Violations(nil).Err(); err != nil {
		t.Errorf("no violations are an error: %v", err)
	}
	strong := &Violation{Kind: KindWrongValue, Function: "f", Block: 1, Instr: 2, Identifier: 3, Name: "x", Expected: "a"}
	weak := &Violation{Kind: KindPredOrder, Function: "f", Block: hir.NoBlock, Identifier: hir.NoIdentifier}
	for i := range 40 {
		strong.Path = append(strong.Path, hir.BlockID(i))
	}
	vs := Violations{strong, weak}
	want := "function f, block bb1, instruction 2: wrong-value: x$3: expected a, found nothing, on the path" +
		" bb0 bb1 bb2 bb3 bb4 bb5 bb6 bb7 bb8 bb9 bb10 bb11 ... bb28 bb29 bb30 bb31 bb32 bb33 bb34 bb35 bb36 bb37 bb38 bb39\n" +
		"function f: pred-order: predecessors stand in the order of a depth-first walk"
	if got := vs.Err().Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if s := Strong(vs); len(s) != 1 || s[0] != strong {
		t.Errorf("strong violations: %v", Violations(s))
	}
	if strong.Error() != strong.Message() {
		t.Error("a violation's error is not its message")
	}
}
