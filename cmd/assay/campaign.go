package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"assay/oracle/campaign"
)

// What commands print that check many programs, whatever the language.

// clearProgress takes back the line that shows how far a command is.
func (e *env) clearProgress() {
	if e.progress {
		fmt.Fprint(e.stderr, "\r\x1b[K")
	}
}

// printBuckets prints the first max buckets, and returns how many failures there are.
// show makes of a failure what is printed.
func printBuckets[F any](e *env, buckets []campaign.Bucket[F], max int, show func(F) error) int {
	total := 0
	for i, b := range buckets {
		total += b.Count
		if i < max {
			fmt.Fprintf(e.stdout, "%s (%s, the first at program %d)\n%s\n\n",
				e.paint(red, b.Kind), count(b.Count, "program"), b.FirstIndex, show(b.Example))
		}
	}
	return total
}

// printSpeed prints how long a campaign took, on standard error: it is not the same
// each time.
func printSpeed(e *env, programs int, elapsed time.Duration, jobs int) {
	secs := elapsed.Seconds()
	fmt.Fprintf(e.stderr, "%.1fs, %.0f programs/s with %s\n", secs, float64(programs)/max(secs, 1e-9), count(jobs, "job"))
}

// verdict prints how many violations of how many kinds were found, and returns the
// error of a command that found some.
func verdict(e *env, violations, kinds int) error {
	if violations > 0 {
		fmt.Fprintln(e.stdout, e.paint(red, fmt.Sprintf("%s of %s", count(violations, "violation"), count(kinds, "kind"))))
		return errViolated
	}
	fmt.Fprintln(e.stdout, e.paint(green, "0 violations"))
	return nil
}

// mutant is a fault and what became of it.
type mutant struct {
	name, what string
	// group is the pass that is wrong, or what harm is done.
	group string
	after []int // as in campaign.Score
	// summary and text are of the failure, if the fault was caught.
	caught        bool
	summary, text string
}

// mutantJSON is what assay mutants --json prints for a fault.
type mutantJSON struct {
	Fault   string         `json:"fault"`
	Pass    string         `json:"pass,omitempty"`
	Harm    string         `json:"harm,omitempty"`
	What    string         `json:"what"`
	Caught  bool           `json:"caught"`
	After   map[string]int `json:"after"` // oracle -> number of programs; absent if it never caught the fault
	Example string         `json:"example,omitempty"`
}

// measure measures faults, given by name, and prints a table of them, one JSON object
// each, or examples. group is what the faults are grouped by, PASS or HARM.
func (c *mutantsCmd) measure(e *env, group string, oracles, names []string, measure func(i int) mutant) error {
	var table bytes.Buffer
	tw := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "FAULT\t%s", group)
	for _, o := range oracles {
		fmt.Fprintf(tw, "\t%s", o)
	}
	fmt.Fprintln(tw)
	caught := 0
	var mutants []mutant
	for i, name := range names {
		if e.progress {
			fmt.Fprintf(e.stderr, "\r\x1b[K%d/%d %s", i+1, len(names), name)
		}
		m := measure(i)
		mutants = append(mutants, m)
		if m.caught {
			caught++
		}
		j := mutantJSON{Fault: m.name, What: m.what, Caught: m.caught, After: map[string]int{}, Example: m.text}
		if group == "PASS" {
			j.Pass = m.group
		} else {
			j.Harm = m.group
		}
		fmt.Fprintf(tw, "%s\t%s", m.name, m.group)
		for o, n := range m.after {
			if n == 0 {
				fmt.Fprint(tw, "\t-")
				continue
			}
			fmt.Fprintf(tw, "\t%d", n)
			j.After[oracles[o]] = n
		}
		fmt.Fprintln(tw)
		if c.JSON {
			b, err := json.Marshal(j)
			if err != nil {
				return err
			}
			fmt.Fprintf(e.stdout, "%s\n", b)
		}
	}
	e.clearProgress()
	if !c.JSON {
		tw.Flush()
		e.stdout.Write(table.Bytes())
		if c.Examples {
			for _, m := range mutants {
				fmt.Fprintf(e.stdout, "\n%s: %s\n", m.name, m.what)
				if m.caught {
					fmt.Fprintf(e.stdout, "%s\n%s\n", m.summary, m.text)
				}
			}
		}
		fmt.Fprintf(e.stdout, "caught %d of %d\n", caught, len(names))
	}
	if caught < len(names) {
		return errViolated
	}
	return nil
}

// decodeBytes returns the bytes that --bytes gives in hexadecimal.
func decodeBytes(text string) ([]byte, error) {
	data, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return nil, inputErrorf("assay check: --bytes: %w", err)
	}
	return data, nil
}
