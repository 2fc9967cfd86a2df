package peer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/hir"
	"assay/js"
	"assay/oracle/campaign"
	"assay/peers/command"
	"assay/ssa"
)

// fake answers in the place of a compiler.
type fake func(js string) (*command.Answer, error)

func (f fake) Compile(_ context.Context, js string, _ []string, _ string) (*command.Answer, error) {
	return f(js)
}

// kinds returns the buckets of what is found.
func kinds(t *testing.T, c Compiler, program string) []string {
	t.Helper()
	found, err := NewChecker(c).Check(context.Background(), program, "main")
	if err != nil {
		t.Fatal(err)
	}
	var ks []string
	for _, f := range found {
		ks = append(ks, f.Bucket())
		if text := f.Error(); !strings.Contains(text, strings.TrimSpace(program)) || !strings.Contains(text, f.Kind) {
			t.Errorf("found the report\n%s", text)
		}
	}
	return ks
}

const program = "function main(a, b) { let x = a; while (x) { x = b; b = a; } return x; }\n"

// forms returns the HIR of the program before and in SSA form, as a compiler prints
// it.
func forms(t *testing.T) (before, after *hir.Function) {
	t.Helper()
	p, err := js.Parse("program.js", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	f, err := js.Lower(p, p.Body[0].(*js.FunctionDecl))
	if err != nil {
		t.Fatal(err)
	}
	after = f.Clone()
	if err := ssa.EnterSSA(after); err != nil {
		t.Fatal(err)
	}
	return f, after
}

func snapshot(pass string, f *hir.Function) command.Snapshot {
	return command.Snapshot{Pass: pass, Function: f.Name(), HIR: f.Text()}
}

func TestCheck(t *testing.T) {
	before, after := forms(t)
	swapped := after.Clone()
	for i := range swapped.Blocks {
		if ps := swapped.Blocks[i].Phis; len(ps) > 0 && len(ps[0].Operands) > 1 {
			ps[0].Operands[0].Place, ps[0].Operands[1].Place = ps[0].Operands[1].Place, ps[0].Operands[0].Place
			break
		}
	}
	ok := []command.Snapshot{snapshot("MergeConsecutiveBlocks", before), snapshot("SSA", after)}
	run := func(render, a, b string) []command.Run {
		return []command.Run{{Render: render, Source: a, Compiled: b}}
	}
	for _, tt := range []struct {
		name   string
		answer command.Answer
		err    error
		want   string
	}{
		{"right", command.Answer{Snapshots: ok, Runs: run("A", "returns 1", "returns 1")}, nil, ""},
		{"invariant", command.Answer{Error: &command.Error{Kind: "invariant", Pass: "DCE", Message: "Invariant: bb73 has no c$241"}}, nil, "invariant: DCE: Invariant: # has no #"},
		{"unsupported", command.Answer{Error: &command.Error{Kind: command.Unsupported, Message: "Todo: try"}}, nil, ""},
		{"both", command.Answer{Errors: []command.Error{{Kind: command.Unsupported}, {Kind: "exception", Message: "TypeError: x"}}}, nil, "invariant: TypeError: x"},
		{"crash", command.Answer{}, &command.Failure{Kind: command.Crash, Message: "it ended"}, "crash"},
		{"unreadable", command.Answer{Snapshots: []command.Snapshot{{Pass: "HIR", HIR: "main(): nonsense\n["}}}, nil, "unreadable: HIR: "},
		{"wrong value", command.Answer{Runs: run("A", "returns 1", "returns 2")}, nil, "wrong output: code generation: another value"},
		{"throws", command.Answer{Runs: run("B", "returns 1", "throws TypeError")}, nil, "wrong output: code generation: throws TypeError where the source returns"},
		{"stale", command.Answer{Runs: run("A A B", "returns 1", "returns 2")}, nil, "wrong output: memoization: another value, from the cache"},
		{"calls", command.Answer{Runs: []command.Run{{Render: "A", Source: "returns 1", Compiled: "returns 1", SourceCalls: "f()", CompiledCalls: "g()"}}}, nil, "wrong output: code generation: other calls"},
		{"wrong SSA", command.Answer{Snapshots: []command.Snapshot{ok[0], snapshot("SSA", swapped)}, Runs: run("A", "returns 1", "returns 2"), Guilty: "SSA"}, nil,
			"pass: SSA: phi-operand-not-dominated|differs: SSA|wrong output: SSA: another value"},
		{"no other function", command.Answer{Snapshots: []command.Snapshot{ok[0], {Pass: "SSA", Function: "other", HIR: strings.Replace(after.Text(), "main", "other", 1)}}}, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(kinds(t, fake(func(string) (*command.Answer, error) { return &tt.answer, tt.err }), program), "|")
			if got != tt.want && !(strings.HasSuffix(tt.want, ": ") && strings.HasPrefix(got, tt.want)) {
				t.Errorf("expected %q, found %q", tt.want, got)
			}
		})
	}
}

// A compiler that does not answer in time is asked once more; one that cannot be
// started is an error.
func TestHang(t *testing.T) {
	for _, hangs := range []int{1, 2} {
		n := 0
		c := fake(func(string) (*command.Answer, error) {
			if n++; n <= hangs {
				return nil, &command.Failure{Kind: command.Hang}
			}
			return &command.Answer{}, nil
		})
		if got := len(kinds(t, c, program)); got != hangs-1 {
			t.Errorf("after %d hangs: found %d findings", hangs, got)
		}
	}
	broken := errors.New("no node")
	_, err := Fuzz(context.Background(), FuzzOptions{
		Options: campaign.Options{Count: 10},
		New:     func() (Compiler, error) { return nil, broken }, Close: func(Compiler) {},
	})
	if err != broken {
		t.Errorf("found %v", err)
	}
}

// Findings are counted and reduced; what is found does not depend on the jobs.
func TestFuzz(t *testing.T) {
	loops := fake(func(js string) (*command.Answer, error) {
		if strings.Contains(js, "switch") {
			return &command.Answer{Error: &command.Error{Kind: "invariant", Pass: "P", Message: fmt.Sprintf("Invariant: bb%d", len(js))}}, nil
		}
		return &command.Answer{}, nil
	})
	var first string
	for _, jobs := range []int{1, 3} {
		rep, err := Fuzz(context.Background(), FuzzOptions{
			Options: campaign.Options{Count: 300, Jobs: jobs},
			New:     func() (Compiler, error) { return loops, nil }, Close: func(Compiler) {},
		})
		if err != nil || len(rep.Findings) != 1 || rep.Stats.Programs != 300 || rep.Findings[0].Kind != "invariant: P: Invariant: #" {
			t.Fatalf("found %v, %+v", err, rep)
		}
		got := fmt.Sprint(rep.Findings[0].Count, rep.Findings[0].FirstIndex, rep.Findings[0].Example.Error())
		if first == "" {
			first = got
		} else if got != first {
			t.Errorf("with %d jobs found\n%s\nwith one\n%s", jobs, got, first)
		}
		small := Reduce(context.Background(), loops, rep.Findings[0].Example)
		if lines := strings.Count(small.Program, "\n"); lines > 8 || !strings.Contains(small.Program, "switch") {
			t.Errorf("reduced to\n%s", small.Program)
		}
	}
}

// Generated programs keep the Rules of React as far as the text shows.
func TestConfig(t *testing.T) {
	for seed := range uint64(2000) {
		text := Source(seed)
		for _, bad := range []string{"delete ", "G.", "H.", "G =", "new C", "tag`"} {
			if strings.Contains(text, bad) {
				t.Fatalf("seed %d: found %q in\n%s", seed, bad, text)
			}
		}
	}
}
