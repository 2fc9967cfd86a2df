package hir

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"
)

const openCases = "../../shared/react/cases-open.jsonl.gz"

// dumpCase is a pass of the real compiler on one function.
type dumpCase struct {
	Name   string `json:"name"`
	Pass   string `json:"pass"`
	Before struct {
		Text        string                       `json:"text"`
		Next        *Counters                    `json:"next"`
		ScopeRanges map[ScopeID][2]InstructionID `json:"scopeRanges"`
	} `json:"before"`
	After struct {
		Text string `json:"text"`
	} `json:"after"`
}

func eachDump(t testing.TB, visit func(c *dumpCase)) {
	f, err := os.Open(openCases)
	if err != nil {
		t.Skip("recorded functions of the React Compiler are not here: ", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		var c dumpCase
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		visit(&c)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestDumpsRoundTrip(t *testing.T) {
	n, bad := 0, 0
	eachDump(t, func(c *dumpCase) {
		for side, text := range []string{c.Before.Text, c.After.Text} {
			if text == "" {
				continue
			}
			n++
			f, err := ReadFunction(c.Name, []byte(text), ReadOptions{})
			if err != nil {
				if bad++; bad < 10 {
					t.Errorf("%s %d: %v", c.Pass, side, err)
				}
				continue
			}
			if got := f.Text(); got != text {
				if bad++; bad < 10 {
					t.Errorf("%s %s %d differs", c.Pass, c.Name, side)
				}
			}
		}
	})
	t.Logf("%d texts, %d bad", n, bad)
}
