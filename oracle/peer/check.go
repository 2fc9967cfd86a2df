package peer

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"assay/hir"
	"assay/oracle"
	"assay/oracle/guard"
	"assay/oracle/listing"
	"assay/peers/command"
	"assay/scopes"
	"assay/ssa"
)

// Compiler is a compiler under test. See react.Compiler.
type Compiler interface {
	Compile(ctx context.Context, js string, want []string, run string) (*command.Answer, error)
}

// Finding is something that a compiler did wrong with a program.
type Finding struct {
	// Kind is what is wrong, Pass where, "" if it is not known. Shape tells findings
	// of one kind and pass apart: the text of an error without numbers and names, or
	// the invariant that is violated.
	Kind, Pass, Shape string
	// Program is the source, Replay the command that makes the finding again.
	Program, Replay string
	// Detail says what was expected and found.
	Detail string
	// Compiled is the compiled program, if there is one and it is to blame.
	Compiled string
}

// Bucket names the finding for counting.
func (f *Finding) Bucket() string {
	s := f.Kind
	if f.Pass != "" {
		s += ": " + f.Pass
	}
	if f.Shape != "" {
		s += ": " + f.Shape
	}
	return s
}

// Error returns what is wrong, the program, what it was compiled to, and the command
// that makes the finding again.
func (f *Finding) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  %s\n\nprogram:\n%s", f.Bucket(), listing.Rest(f.Detail), listing.Program(f.Program))
	if f.Compiled != "" {
		fmt.Fprintf(&b, "\n\ncompiled:\n%s", listing.Program(f.Compiled))
	}
	if f.Replay != "" {
		fmt.Fprintf(&b, "\n\nreplay: %s", f.Replay)
	}
	return b.String()
}

// Stats counts the work of a Checker.
type Stats struct {
	Programs    int
	Unsupported int // programs that the compiler documents it does not take
	Snapshots   int // snapshots read
	Pairs       int // steps of passes checked
	Same        int // steps that our passes made byte for byte
	Renders     int // renders compared
}

// Add adds the counts of t to s.
func (s *Stats) Add(t Stats) {
	s.Programs += t.Programs
	s.Unsupported += t.Unsupported
	s.Snapshots += t.Snapshots
	s.Pairs += t.Pairs
	s.Same += t.Same
	s.Renders += t.Renders
}

// Checker checks what a compiler does with programs.
type Checker struct {
	compiler Compiler
	// Outside leaves out what is between the passes: only errors and renders count.
	// It is for versions of a compiler that print their HIR otherwise.
	Outside bool
	Stats   Stats
}

// NewChecker returns a Checker of a compiler.
func NewChecker(c Compiler) *Checker { return &Checker{compiler: c} }

// Check compiles a program and returns what is wrong. entry is the function to run,
// "" for none. The error says that the compiler cannot be started.
func (k *Checker) Check(ctx context.Context, js, entry string) ([]*Finding, error) {
	k.Stats.Programs++
	var want []string
	if k.Outside {
		want = []string{"none"}
	}
	answer, err := k.compiler.Compile(ctx, js, want, entry)
	var failure *command.Failure
	if errors.As(err, &failure) && failure.Kind == command.Hang {
		// The machine may have been busy.
		answer, err = k.compiler.Compile(ctx, js, want, entry)
	}
	switch {
	case errors.As(err, &failure):
		return []*Finding{{Kind: failure.Kind.String(), Program: js, Detail: failure.Error()}}, nil
	case err != nil:
		return nil, err
	}
	var found []*Finding
	seen := map[string]bool{}
	add := func(f *Finding) {
		if b := f.Bucket(); !seen[b] {
			seen[b] = true
			f.Program = js
			found = append(found, f)
		}
	}
	errs := answer.Errors
	if len(errs) == 0 && answer.Error != nil {
		errs = []command.Error{*answer.Error}
	}
	refused := false
	for _, e := range errs {
		if e.Kind == command.Unsupported {
			refused = true
			continue
		}
		add(&Finding{Kind: "invariant", Pass: e.Pass, Shape: shape(e.Message), Detail: e.Error()})
	}
	if refused && len(found) == 0 {
		k.Stats.Unsupported++
	}
	k.snapshots(answer, add)
	k.renders(answer, add)
	return found, nil
}

// number matches what differs between messages of one shape: numbers, and names with
// numbers behind them.
var number = regexp.MustCompile(`[\w$#]*[$#@\d][\w$#.]*`)

// shape returns a message without names and numbers.
func shape(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	s := number.ReplaceAllString(message, "#")
	if len(s) > 160 {
		s = s[:160]
	}
	return s
}

// form is the function after a pass.
type form struct {
	pass string
	text string
	f    *hir.Function
}

// steps are the steps of the compiler's pipeline that our passes make too, by the
// name of the snapshot after them, with that before.
var steps = []struct {
	before, after string
	run           func(*hir.Function) error
	scopes        bool // CheckScopePair
	ssa           bool // CheckPair
}{
	{"MergeConsecutiveBlocks", "SSA", ssa.EnterSSA, false, true},
	{"SSA", "EliminateRedundantPhi", ssa.EliminateRedundantPhis, false, false},
	{"PruneUnusedLabelsHIR", "AlignReactiveScopesToBlockScopesHIR", scopes.AlignReactiveScopesToBlockScopes, false, false},
	{"AlignReactiveScopesToBlockScopesHIR", "MergeOverlappingReactiveScopesHIR", scopes.MergeOverlappingReactiveScopes, false, false},
	{"MergeOverlappingReactiveScopesHIR", "BuildReactiveScopeTerminalsHIR", scopes.BuildReactiveScopeTerminals, true, false},
}

// snapshots reads the snapshots of an answer, and checks the steps that we know.
func (k *Checker) snapshots(answer *command.Answer, add func(*Finding)) {
	var fs []form
	var vs verifier
	last := map[string]int{}
	for i := range answer.Snapshots {
		s := &answer.Snapshots[i]
		var f *hir.Function
		err := guard.Call(func() (err error) {
			f, err = s.Read()
			return err
		})
		if err != nil {
			add(&Finding{Kind: "unreadable", Pass: s.Pass, Shape: shape(err.Error()), Detail: err.Error() + "\n" + s.HIR})
			return
		}
		k.Stats.Snapshots++
		fs = append(fs, form{s.Pass, s.HIR, f})
		vs.check(&fs[len(fs)-1], add)
		for _, st := range steps {
			if st.after != s.Pass {
				continue
			}
			j, ok := last[st.before]
			if !ok || fs[j].f.Name() != f.Name() {
				continue
			}
			k.Stats.Pairs++
			k.step(&fs[j], &fs[len(fs)-1], st.run, st.ssa, st.scopes, add)
		}
		last[s.Pass] = len(fs) - 1
	}
}

// verifier lists what is wrong with the forms of a function, one after another.
type verifier struct {
	function string
	ssa      bool
	// seen holds what was wrong after an earlier pass already.
	seen map[oracle.Kind]bool
}

// check adds a finding for the first pass after which an invariant does not hold that
// has to hold from the start, or from the conversion to SSA form on.
func (v *verifier) check(f *form, add func(*Finding)) {
	if strings.HasSuffix(f.pass, "(inner)") {
		return // what is nested is verified with the function around it
	}
	if v.function != f.f.Name() || v.seen == nil {
		*v = verifier{function: f.f.Name(), seen: map[oracle.Kind]bool{}}
	}
	v.ssa = v.ssa || f.pass == "SSA"
	verify := oracle.VerifyPre
	if v.ssa {
		verify = oracle.VerifySSA
	}
	var found []*oracle.Violation
	err := guard.Call(func() error { found = verify(f.f); return nil })
	if err != nil {
		add(&Finding{Kind: "unreadable", Pass: f.pass, Shape: shape(err.Error()), Detail: err.Error() + "\n" + f.text})
		return
	}
	for _, x := range found {
		if v.seen[x.Kind] || x.Kind == oracle.KindPredOrder {
			continue // later passes need no order of predecessors
		}
		v.seen[x.Kind] = true
		add(&Finding{Kind: "pass", Pass: f.pass, Shape: x.Kind.String(), Detail: x.Error() + "\n\nafter:\n" + f.text})
	}
}

// step checks one step: by the oracles, and by our pass.
func (k *Checker) step(before, after *form, run func(*hir.Function) error, isSSA, isScopes bool, add func(*Finding)) {
	opt := oracle.PairOptions{CompareOptions: oracle.CompareOptions{FromText: true}, Seeds: 2}
	var r *oracle.Report
	switch {
	case isSSA:
		r = oracle.CheckPair(before.f, after.f, opt)
	case isScopes:
		r = oracle.CheckScopePair(before.f, after.f, opt)
	}
	if r != nil && r.Verdict == oracle.Rejected {
		f := &Finding{Kind: "pass", Pass: after.pass}
		if len(r.Violations) > 0 {
			f.Shape = r.Violations[0].Kind.String()
		}
		f.Detail = r.Err().Error() + "\n\nbefore:\n" + before.text + "\nafter:\n" + after.text
		add(f)
	}
	ours := before.f.Clone()
	err := guard.Call(func() error { return run(ours) })
	got := ""
	if err != nil {
		got = err.Error() + "\n"
	} else {
		got = ours.Text()
	}
	theirs := strings.TrimRight(after.text, "\n") + "\n"
	if got = strings.TrimRight(got, "\n") + "\n"; got == theirs {
		k.Stats.Same++
		return
	}
	add(&Finding{Kind: "differs", Pass: after.pass, Detail: udiff.Unified("theirs", "ours", theirs, got)})
}

// renders compares what the source and the compiled program do.
func (k *Checker) renders(answer *command.Answer, add func(*Finding)) {
	for _, r := range answer.Runs {
		k.Stats.Renders++
		if r.Source == "does not end" {
			continue
		}
		what := ""
		switch {
		case r.Source != r.Compiled:
			what = fmt.Sprintf("render %s: the source %s, the compiled program %s", r.Render, r.Source, r.Compiled)
		case r.SourceCalls != r.CompiledCalls:
			what = fmt.Sprintf("render %s: the source calls %s, the compiled program %s", r.Render, r.SourceCalls, r.CompiledCalls)
		default:
			continue
		}
		f := &Finding{Kind: "wrong output", Detail: what, Compiled: answer.JS, Pass: answer.Guilty, Shape: wrongShape(r)}
		switch {
		case f.Pass != "":
		case strings.Contains(r.Render, " "):
			f.Pass = "memoization"
		default:
			f.Pass = "code generation"
		}
		add(f)
		return
	}
}

// wrongShape tells wrong outputs apart by what came out instead.
func wrongShape(r command.Run) string {
	first := ""
	if strings.Contains(r.Render, " ") {
		first = ", from the cache"
	}
	verb := func(s string) string {
		v, rest, _ := strings.Cut(s, " ")
		if v == "throws" {
			return "throws " + rest
		}
		return v
	}
	a, b := verb(r.Source), verb(r.Compiled)
	switch {
	case r.Source == r.Compiled:
		return "other calls" + first
	case a == "returns" && b == "returns":
		return "another value" + first
	}
	return b + " where the source " + a + first
}
