package interp

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"assay/hir"
)

// The recorded functions of the real compiler lie outside of the repository.
const openCases = "../../shared/react/cases-open.jsonl.gz"

// dump is a function of the real compiler before and after one of its passes.
type dump struct {
	Name   string `json:"name"`
	Pass   string `json:"pass"`
	Before struct {
		Text        string                               `json:"text"`
		Next        *hir.Counters                        `json:"next"`
		ScopeRanges map[hir.ScopeID][2]hir.InstructionID `json:"scopeRanges"`
	} `json:"before"`
	After struct {
		Text string `json:"text"`
	} `json:"after"`
}

// eachDump calls visit for the recorded runs of some passes, or of all if none is
// given; in short tests for one of ten.
func eachDump(t testing.TB, passes []string, visit func(d *dump, before, after *hir.Function)) {
	t.Helper()
	file, err := os.Open(openCases)
	if err != nil {
		t.Skip("the recorded functions of the React Compiler are not here: ", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for n := 0; lines.Scan(); n++ {
		wanted := len(passes) == 0
		for _, p := range passes {
			wanted = wanted || bytes.Contains(lines.Bytes(), []byte(`"pass":"`+p+`"`))
		}
		if !wanted || testing.Short() && n%50 >= 5 { // the five passes of a function stand together
			continue
		}
		var d dump
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		if d.After.Text == "" {
			continue // the pass refused the function
		}
		opt := hir.ReadOptions{ScopeRanges: map[hir.ScopeID]hir.Range{}}
		for id, r := range d.Before.ScopeRanges {
			opt.ScopeRanges[id] = hir.Range{Start: r[0], End: r[1]}
		}
		before, err := hir.ReadFunction(d.Name, []byte(d.Before.Text), opt)
		if err != nil {
			t.Fatal(err)
		}
		after, err := hir.ReadFunction(d.Name, []byte(d.After.Text), hir.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		visit(&d, before, after)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// knownStuck tells the one recorded function that reads a variable nothing
// defines: the real compiler mixes up a function and a variable of the same name
// in it, and lowers a call of hasErrors to a read of hasErrors_0.
func knownStuck(e *StuckError) bool {
	return e.Reason == ReasonUndefined && strings.HasPrefix(e.Name, "hasErrors_0$")
}

// TestDumps runs every recorded function before and after its pass: no pass
// changes what can be observed.
func TestDumps(t *testing.T) {
	m := NewMachine()
	pairs, runs, steps := 0, 0, 0
	outcomes := map[string]map[Outcome]int{}
	reasons := map[string]int{}
	bad := 0
	eachDump(t, nil, func(d *dump, before, after *hir.Function) {
		pairs++
		const seeds = 6
		var first [seeds]Result
		m.Load(before)
		for seed := range first {
			first[seed] = m.Run(Options{Seed: uint64(seed)})
		}
		m.Load(after)
		for seed := range first {
			a := first[seed]
			b := m.Run(Options{Seed: uint64(seed)})
			runs += 2
			steps += a.Steps + b.Steps
			if outcomes[d.Pass] == nil {
				outcomes[d.Pass] = map[Outcome]int{}
			}
			outcomes[d.Pass][a.Outcome]++
			if a.Outcome == Stuck {
				reasons[a.Stuck.Reason+" "+a.Stuck.Detail]++
				if a.Stuck.Reason != ReasonUnsupported && !knownStuck(a.Stuck) {
					t.Errorf("%s %s seed %d: %v", d.Pass, d.Name, seed, a.Stuck)
				}
			}
			difference := Difference(a, b)
			if difference == "" && a.Steps != b.Steps {
				difference = "the number of steps differs"
			}
			if difference == "" && (a.Outcome == OutOfFuel) != (b.Outcome == OutOfFuel) {
				difference = "one run was cut"
			}
			if difference != "" {
				opt := Options{Seed: uint64(seed), Record: true}
				if bad++; bad < 10 {
					t.Errorf("%s %s seed %d: %s: %s", d.Pass, d.Name, seed, difference, Difference(Run(before, opt), Run(after, opt)))
				}
			}
		}
	})
	if n := reasons[ReasonUndefined+" "]; n > 2*6 {
		t.Errorf("%d runs read what is not defined", n)
	}
	if cut := outcomes["ssa"][OutOfFuel]; cut*20 > outcomes["ssa"][Returned] {
		t.Errorf("%d runs were cut", cut)
	}
	t.Logf("%d pairs, %d runs, %d steps, outcomes %v, stuck %v", pairs, runs, steps, outcomes, reasons)
}
