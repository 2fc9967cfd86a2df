package command

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/hir"
)

// TestMain makes the test's own program the command under test: it answers each
// request by what its source says.
func TestMain(m *testing.M) {
	if os.Getenv("ASSAY_TEST_COMMAND") == "" {
		os.Exit(m.Run())
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var r Request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		switch r.JS {
		case "crash":
			fmt.Fprintln(os.Stderr, "the command's own message")
			os.Exit(7)
		case "half":
			fmt.Print(`{"id":`)
			os.Exit(0)
		case "hang":
			time.Sleep(time.Hour)
		case "rubbish":
			fmt.Println("hello")
		case "other":
			fmt.Printf(`{"id":%d}`+"\n", r.ID+1)
		case "twice":
			fmt.Printf(`{"id":%d,"js":"first"}`+"\n"+`{"id":%d,"js":"second"}`+"\n", r.ID, r.ID)
		case "long":
			fmt.Printf(`{"id":%d,"js":"%s"}`+"\n", r.ID, strings.Repeat("x", 100_000))
		case "":
			out, _ := json.Marshal(Answer{ID: r.ID, Snapshots: []Snapshot{{Pass: r.Pass, HIR: r.HIR, Next: r.Next, Ranges: r.Ranges}}})
			fmt.Println(string(out))
		default:
			fmt.Printf(`{"id":%d,"js":%q,"unknown":1}`+"\n", r.ID, r.JS)
		}
	}
	os.Exit(0)
}

func newTest(t *testing.T, limit time.Duration) *Process {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := New([]string{self}, Options{Limit: limit, Start: 20 * time.Second, MaxAnswer: 70_000, Env: []string{"ASSAY_TEST_COMMAND=1"}})
	t.Cleanup(func() { p.Close() })
	return p
}

// TestProcess checks that good answers come back, that each way to fail is told,
// and that the command answers again after it.
func TestProcess(t *testing.T) {
	p := newTest(t, 20*time.Second)
	ctx := context.Background()
	good := func(js string) {
		t.Helper()
		a, err := p.Do(ctx, &Request{JS: js})
		if err != nil || a.JS != js {
			t.Fatalf("expected %s, found %v, %v", js, a, err)
		}
	}
	good("one")
	good("two")
	if p.Starts() != 1 {
		t.Errorf("expected one start, found %d", p.Starts())
	}
	for _, c := range []struct {
		js   string
		kind FailureKind
		want string
	}{
		{"crash", Crash, "exit status 7\nstandard error:\nthe command's own message"},
		{"half", Crash, "the command has ended"},
		{"rubbish", Rubbish, "found hello"},
		{"other", Rubbish, "expected the answer to request"},
		{"long", Rubbish, "at most 70000 bytes"},
	} {
		_, err := p.Do(ctx, &Request{JS: c.js})
		var f *Failure
		if !errors.As(err, &f) || f.Kind != c.kind || !strings.Contains(f.Error(), c.want) {
			t.Errorf("%s: expected %v and %q, found %v", c.js, c.kind, c.want, err)
		}
		good("after " + c.js)
	}
	// A second answer is taken for that to the next request, and told from it.
	if a, err := p.Do(ctx, &Request{JS: "twice"}); err != nil || a.JS != "first" {
		t.Errorf("expected the first answer, found %v, %v", a, err)
	}
	var f *Failure
	if _, err := p.Do(ctx, &Request{JS: "next"}); !errors.As(err, &f) || f.Kind != Rubbish {
		t.Errorf("expected an answer to another request, found %v", err)
	}
	good("at the end")
}

func TestHang(t *testing.T) {
	p := newTest(t, 300*time.Millisecond)
	p.opt.Start = 0
	// The command may be slow to start: only an answer proves that it has.
	for range 100 {
		if _, err := p.Do(context.Background(), &Request{JS: "ready"}); err == nil {
			break
		}
	}
	_, err := p.Do(context.Background(), &Request{JS: "hang"})
	var f *Failure
	if !errors.As(err, &f) || f.Kind != Hang {
		t.Errorf("expected a hang, found %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Do(ctx, &Request{JS: "no"}); !errors.Is(err, context.Canceled) {
		t.Errorf("expected that nothing is asked, found %v", err)
	}
}

func TestNotStarted(t *testing.T) {
	p := New([]string{"/none/such/command"}, Options{})
	var f *Failure
	if _, err := p.Do(context.Background(), &Request{}); err == nil || errors.As(err, &f) || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("expected that it cannot be started, found %v", err)
	}
}

// TestPass checks that a function comes through the protocol as it was.
func TestPass(t *testing.T) {
	text := "f(<unknown> a$0): $5\nbb0 (block):\n  [1] $1_@0 = Array []\n  [2] Return Explicit $1_@0\n"
	next := hir.Counters{Identifier: 9, Block: 4, Scope: 2}
	f, err := hir.ReadFunction("t.hir", []byte(text), hir.ReadOptions{Next: &next, ScopeRanges: map[hir.ScopeID]hir.Range{0: {Start: 1, End: 2}}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := newTest(t, 20*time.Second).Do(context.Background(), RequestPass("SSA", f))
	if err != nil {
		t.Fatal(err)
	}
	g, err := a.Snapshots[0].Read()
	if err != nil {
		t.Fatal(err)
	}
	if g.Text() != f.Text() || g.Env.Counters() != next || g.Env.Scopes[0].Range != (hir.Range{Start: 1, End: 2}) {
		t.Errorf("expected\n%sand %v, found\n%sand %v, range %v", f.Text(), next, g.Text(), g.Env.Counters(), g.Env.Scopes[0].Range)
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"node peer.js", []string{"node", "peer.js"}},
		{"  a 'b c'  \"d 'e\" f\"g\"h ''", []string{"a", "b c", "d 'e", "fgh", ""}},
	} {
		if got, err := Split(c.line); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: expected %q, found %q, %v", c.line, c.want, got, err)
		}
	}
	for _, line := range []string{"", " ", "a 'b"} {
		if got, err := Split(line); err == nil {
			t.Errorf("%q: expected an error, found %q", line, got)
		}
	}
}
