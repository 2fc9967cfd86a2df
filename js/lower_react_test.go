package js

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/hir"
)

// The tests here compare with the React Compiler itself. They run if
// ASSAY_REACT names a folder in which babel-plugin-react-compiler 1.0.0 and
// @babel/core are installed, and node is there. ASSAY_REACT_COUNT is the number
// of random programs, ASSAY_REACT_SEED the seed of the first. With
// ASSAY_REACT_RECORD set, the recorded output in testdata/lower is written anew.

const (
	inlinePass  = "InlineImmediatelyInvokedFunctionExpressions"
	reactPasses = "HIR,PruneMaybeThrows,DropManualMemoization," + inlinePass + ",MergeConsecutiveBlocks"
)

// reactAnswer is what the React Compiler says to one program.
type reactAnswer struct {
	Functions   []map[string]string `json:"functions"`
	Errors      []string            `json:"errors"`
	SyntaxError string              `json:"syntaxError"`
}

// askReact runs the React Compiler on programs.
func askReact(t *testing.T, sources []string) []reactAnswer {
	t.Helper()
	dir := os.Getenv("ASSAY_REACT")
	if dir == "" {
		t.Skip("ASSAY_REACT is not set: it names a folder with babel-plugin-react-compiler and @babel/core")
	}
	script, err := filepath.Abs("testdata/react_dump.js")
	if err != nil {
		t.Fatal(err)
	}
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, s := range sources {
		if err := enc.Encode(map[string]string{"src": s}); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", script, reactPasses)
	cmd.Dir = dir
	cmd.Stdin = &in
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []reactAnswer
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 1<<28)
	for sc.Scan() {
		var a reactAnswer
		if err := json.Unmarshal(sc.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(sources) {
		t.Fatalf("%d answers to %d programs", len(answers), len(sources))
	}
	return answers
}

// enters reports whether no other pass than ours changed the function before SSA
// construction: calls of useMemo and useCallback are dropped there.
func enters(f map[string]string) bool {
	return f["PruneMaybeThrows"] == f["DropManualMemoization"]
}

func TestReactRecorded(t *testing.T) {
	files := lowerFixtures(t, "lower")
	var sources []string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, string(src))
	}
	for i, a := range askReact(t, sources) {
		passes := []string{"HIR", "MergeConsecutiveBlocks"}
		if strings.HasSuffix(files[i], "react_refused.js") {
			a.Errors, passes = nil, passes[:1]
		}
		if len(a.Errors) > 0 || a.SyntaxError != "" {
			t.Errorf("%s: %v %s", files[i], a.Errors, a.SyntaxError)
			continue
		}
		for _, pass := range passes {
			var texts []string
			for _, f := range a.Functions {
				if len(passes) > 1 && !enters(f) {
					t.Errorf("%s: a function has manual memoization", files[i])
				}
				texts = append(texts, f[pass]+"\n")
			}
			file := strings.TrimSuffix(files[i], ".js") + ".hir"
			if pass != "HIR" {
				file = strings.TrimSuffix(files[i], ".js") + ".merged.hir"
			}
			text := strings.Join(texts, "\n")
			if os.Getenv("ASSAY_REACT_RECORD") != "" {
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			compareGolden(t, file, text)
		}
	}
}

func TestReactRandom(t *testing.T) {
	count, seed := 300, 0
	if s := os.Getenv("ASSAY_REACT_COUNT"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("ASSAY_REACT_SEED"); s != "" {
		seed, _ = strconv.Atoi(s)
	}
	sources := make([]string, count)
	for i := range sources {
		sources[i] = randomSource(uint64(seed+i), false)
	}
	same, refused, unread, entered := 0, 0, 0, 0
	for i, a := range askReact(t, sources) {
		p, err := Parse("random.js", []byte(sources[i]))
		if err != nil || a.SyntaxError != "" {
			unread++
			continue
		}
		fs, errs := LowerProgramWith(p, LowerOptions{React: true})
		if len(fs) != len(a.Functions) {
			t.Errorf("seed %d: React lowers %d functions %v, we %d %v:\n%s", seed+i, len(a.Functions), a.Errors,
				len(fs), errs, sources[i])
			continue
		}
		if len(fs) == 0 {
			refused++
			continue
		}
		for j, f := range fs {
			want := a.Functions[j]
			differs := func(pass string) bool {
				line, w, g := firstDifference(want[pass], f.Text())
				if line > 0 {
					t.Errorf("seed %d, after %s, line %d:\n want %s\n got  %s\n%s", seed+i, pass, line, w, g, sources[i])
				}
				return line > 0
			}
			if differs("HIR") {
				break
			}
			if want["type"] != functionTypeName[f.Type] {
				t.Errorf("seed %d: function type %s, want %s", seed+i, functionTypeName[f.Type], want["type"])
			}
			if err := f.PruneMaybeThrows(hir.CleanupOptions{React: true}); err != nil {
				var e *hir.PassError
				if !errors.As(err, &e) || !slices.Contains(a.Errors, e.Reason) {
					t.Errorf("seed %d: %v, React says %v", seed+i, err, a.Errors)
				}
				break
			}
			if differs("PruneMaybeThrows") || !enters(want) {
				break
			}
			entered++
			if err := f.InlineImmediateCalls(hir.CleanupOptions{React: true}); err != nil {
				t.Errorf("seed %d: %v", seed+i, err)
				break
			}
			if differs(inlinePass) {
				break
			}
			if err := f.MergeConsecutiveBlocks(); err != nil {
				t.Errorf("seed %d: %v", seed+i, err)
				break
			}
			if differs("MergeConsecutiveBlocks") {
				break
			}
		}
		same++
	}
	t.Logf("%d programs compared, %d of them up to SSA; %d refused by both; %d not read by one of the parsers",
		same, entered, refused, unread)
}

var functionTypeName = map[hir.FnType]string{
	hir.FnOther: "Other", hir.FnComponent: "Component", hir.FnHook: "Hook",
}
