package oracle

import (
	"bytes"
	"encoding/hex"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// With a faulty pass switched in, go test -fuzz finds a program that shows it,
// and prints the program, the violation, and one line that replays it.
func TestFuzzFindsPlantedFault(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the fuzzer as another process")
	}
	for _, tt := range []struct{ target, fault, pass string }{
		{"FuzzSSA", "forgotten-incomplete-phi", "EnterSSA"},
		{"FuzzScopes", "phi-operand-first-piece", passBuild},
		{"FuzzAlignMerge", "top-closed", passMerge},
	} {
		t.Run(tt.target, func(t *testing.T) { findsFault(t, tt.target, tt.fault, tt.pass) })
	}
}

func findsFault(t *testing.T, target, fault, pass string) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^$", "-test.fuzz=^"+target+"$", "-test.fuzztime=20000x",
		"-test.fuzzminimizetime=10x", "-test.parallel=1", "-test.fuzzcachedir="+t.TempDir())
	cmd.Dir = t.TempDir() // where the failing input is written
	cmd.Env = append(os.Environ(), faultVariable+"="+fault)
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("the fuzzer did not find the fault:\n%s", out)
	}
	for _, want := range []string{"violated after " + pass + ":", "before " + pass + ":", "after " + pass + ":"} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("the output does not contain %q:\n%s", want, out)
		}
	}
	replay := regexp.MustCompile(`replay: assay check --bytes ([0-9a-f']+) --fault (\S+)`).FindSubmatch(out)
	if replay == nil {
		t.Fatalf("the output has no line that replays the failure:\n%s", out)
	}
	data, err := hex.DecodeString(strings.Trim(string(replay[1]), "'"))
	if err != nil {
		t.Fatal(err)
	}
	opt, err := CheckOptions{}.WithFault(string(replay[2]))
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewGenerator().FromBytes(data)
	if err != nil {
		t.Fatal(err)
	}
	if NewChecker(opt).Check(c) == nil {
		t.Error("the replay does not fail with the fault")
	}
	if f := NewChecker(CheckOptions{}).Check(c); f != nil {
		t.Errorf("the replay fails without the fault: %v", f)
	}
}

// Every fault is caught within the programs that assay mutants runs.
func TestMutantsAreCaught(t *testing.T) {
	programs := DefaultMutantPrograms
	for _, f := range Faults() {
		t.Run(f.Name, func(t *testing.T) {
			s := ScoreMutant(f, MutantOptions{Programs: programs, Reduce: !testing.Short(), First: testing.Short()})
			if !s.Caught() {
				t.Fatalf("%s: not caught by %d programs: %s", f.Name, programs, f.What)
			}
			if f := s.Failure; strings.TrimSpace(f.Summary()) == "" || f.After == nil && f.Err == nil {
				t.Errorf("the failure does not say what is wrong: %+v", f)
			}
			t.Logf("after %v programs: %s\n%s", s.After, s.Failure.Summary(), s.Failure.Case.Text())
		})
	}
}

func TestWithFaultKnowsNames(t *testing.T) {
	if _, err := (CheckOptions{}).WithFault("no-such-fault"); err == nil {
		t.Error("an unknown fault was accepted")
	}
}
