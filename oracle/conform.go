package oracle

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"assay/hir"
	"assay/oracle/guard"
	"assay/scopes"
	"assay/ssa"
)

// RecordedCase is one recorded run of another compiler's pass: what it was
// given and what it made of it. Cases are stored one JSON object a line.
type RecordedCase struct {
	Name   string         `json:"name"`
	Pass   string         `json:"pass"`
	Before RecordedInput  `json:"before"`
	After  RecordedOutput `json:"after"`
}

// RecordedInput is the function before the pass, with what its printed form
// does not tell: the counters of its Env, and the ranges of scopes that are too
// short to print.
type RecordedInput struct {
	Text        string                    `json:"text"`
	Next        *recordedCounters         `json:"next"`
	ScopeRanges map[string][2]json.Number `json:"scopeRanges"`
}

type recordedCounters struct {
	Identifier int `json:"identifier"`
	Block      int `json:"block"`
	Scope      int `json:"scope"`
}

// RecordedOutput is the function after the pass, or the error it ended with.
type RecordedOutput struct {
	Text  string         `json:"text"`
	Error *RecordedError `json:"error"`
}

// RecordedError is an error of the recorded pass.
type RecordedError struct {
	Category    string `json:"category"`
	Reason      string `json:"reason"`
	Description string `json:"description"`
}

// String returns a line "category: reason. description", the last only if there
// is one.
func (e *RecordedError) String() string {
	s := e.Category + ": " + e.Reason
	if e.Description != "" {
		s += ". " + e.Description
	}
	return s + "\n"
}

// conformPasses are the passes that recorded cases can be compared with, by
// the names used in cases.
var conformPasses = map[string]func(*hir.Function) error{
	"ssa":       ssa.EnterSSA,
	"eliminate": ssa.EliminateRedundantPhis,
	"align":     scopes.AlignReactiveScopesToBlockScopes,
	"merge":     scopes.MergeOverlappingReactiveScopes,
	"build":     scopes.BuildReactiveScopeTerminals,
}

// ConformPasses lists the names of the passes that Conform knows, in the order
// in which a compiler runs them.
func ConformPasses() []string { return []string{"ssa", "eliminate", "align", "merge", "build"} }

// Mismatch says how our pass's output differs from a recorded one.
type Mismatch struct {
	Case string
	Pass string
	// Diff is a unified diff from the recorded output to ours.
	Diff string
}

// Error names the case and the pass, and shows the difference.
func (m *Mismatch) Error() string {
	return fmt.Sprintf("%s: %s differs from the recorded output (-recorded +ours)\n%s", m.Case, m.Pass, m.Diff)
}

// maxCaseLine bounds the length of a line of a file of cases, in bytes.
const maxCaseLine = 1 << 28

// ReadCases calls yield for each case of a file, one JSON object a line,
// compressed with gzip or not. An error names the file and line. It ends early
// with the error that yield returns.
func ReadCases(file string, r io.Reader, yield func(*RecordedCase) error) error {
	br := bufio.NewReader(r)
	if magic, _ := br.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(br)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		br = bufio.NewReader(z)
	}
	sc := bufio.NewScanner(br)
	sc.Buffer(make([]byte, 1<<16), maxCaseLine)
	line := 0
	for sc.Scan() {
		line++
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		var c RecordedCase
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			col := 1
			var syn *json.SyntaxError
			var typ *json.UnmarshalTypeError
			switch {
			case errors.As(err, &syn):
				col = int(syn.Offset)
			case errors.As(err, &typ):
				col = int(typ.Offset)
			}
			return fmt.Errorf("%s:%d:%d: not a recorded case: %w", file, line, max(col, 1), err)
		}
		if c.Name == "" || c.Pass == "" || c.Before.Text == "" || (c.After.Text == "") == (c.After.Error == nil) {
			return fmt.Errorf("%s:%d:1: not a recorded case: it must have a name, a pass, before.text, and either after.text or after.error", file, line)
		}
		if err := yield(&c); err != nil {
			return err
		}
	}
	if err := sc.Err(); err != nil {
		return fmt.Errorf("%s:%d:1: %w", file, line+1, err)
	}
	return nil
}

// Input reads the function the recorded pass was given.
func (c *RecordedCase) Input() (*hir.Function, error) {
	var opt hir.ReadOptions
	if n := c.Before.Next; n != nil {
		opt.Next = &hir.Counters{Identifier: n.Identifier, Block: n.Block, Scope: n.Scope}
	}
	if len(c.Before.ScopeRanges) > 0 {
		opt.ScopeRanges = make(map[hir.ScopeID]hir.Range, len(c.Before.ScopeRanges))
		for k, v := range c.Before.ScopeRanges {
			id, err := strconv.ParseInt(k, 10, 32)
			start, err1 := v[0].Int64()
			end, err2 := v[1].Int64()
			if err := errors.Join(err, err1, err2); err != nil {
				return nil, fmt.Errorf("%s: scopeRanges: %w", c.Name, err)
			}
			opt.ScopeRanges[hir.ScopeID(id)] = hir.Range{Start: hir.InstructionID(start), End: hir.InstructionID(end)}
		}
	}
	return hir.ReadFunction(c.Name, []byte(c.Before.Text), opt)
}

// Output reads the function the recorded pass made. It must not have ended
// with an error.
func (c *RecordedCase) Output() (*hir.Function, error) {
	return hir.ReadFunction(c.Name, []byte(c.After.Text), hir.ReadOptions{})
}

// Conform runs our pass on a case's input and compares the printed result, or
// the error, with the recorded one, byte for byte. It returns nil if they are
// equal, a *Mismatch if not, and another error if the case cannot be read or
// names a pass that is not ours.
func Conform(c *RecordedCase) error {
	pass := conformPasses[c.Pass]
	if pass == nil {
		return fmt.Errorf("%s: unknown pass %q; known are %s", c.Name, c.Pass, strings.Join(ConformPasses(), ", "))
	}
	f, err := c.Input()
	if err != nil {
		return err
	}
	if errs := hir.Check(f); len(errs) > 0 {
		return fmt.Errorf("%s: %w", c.Name, errs[0])
	}
	var want, got string
	if c.After.Error != nil {
		want = c.After.Error.String()
	} else {
		want = c.After.Text
	}
	err = guard.Call(func() error { return pass(f) })
	var refused *hir.PassError
	switch {
	case err == nil:
		got = f.Text()
	case errors.As(err, &refused):
		got = (&RecordedError{refused.Category, refused.Reason, refused.Description}).String()
	default:
		got = err.Error() + "\n"
	}
	if got == want {
		return nil
	}
	return &Mismatch{Case: c.Name, Pass: c.Pass, Diff: udiff.Unified("recorded", "ours", endLine(want), endLine(got))}
}

func endLine(s string) string {
	if strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}
