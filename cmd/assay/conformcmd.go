package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"assay/oracle"
)

type conformCmd struct {
	Pass  string   `required:"" enum:"ssa,eliminate,align,merge,build" help:"Pass to compare: ${enum}."`
	Max   int      `default:"10" help:"Number of differences to print in full."`
	Cases []string `arg:"" name:"cases" help:"Files of recorded cases, one JSON object a line, compressed with gzip or not; '-' is standard input."`
}

// Help returns examples for assay conform --help.
func (*conformCmd) Help() string {
	return `Runs our pass on the inputs recorded of another compiler's, and compares the
printed results byte for byte. A case is a line
  {"name":..., "pass":"ssa", "before":{"text":HIR, "next":{"identifier":N,"block":N,"scope":N}}, "after":{"text":HIR}}
with after.error {category, reason, description} where the recorded pass failed.

Example:
  assay conform --pass=ssa cases.jsonl.gz`
}

func (c *conformCmd) Run(e *env) error {
	total, same := 0, 0
	for _, file := range c.Cases {
		b, err := e.read(file)
		if err != nil {
			return err
		}
		err = oracle.ReadCases(file, bytes.NewReader(b), func(rc *oracle.RecordedCase) error {
			if rc.Pass != c.Pass {
				return nil
			}
			total++
			err := oracle.Conform(rc)
			var m *oracle.Mismatch
			switch {
			case err == nil:
				same++
				return nil
			case !errors.As(err, &m):
				return fmt.Errorf("%s: %w", file, err)
			}
			if total-same <= c.Max {
				fmt.Fprintf(e.stdout, "%s\n", m.Error())
			}
			return nil
		})
		if err != nil {
			return inputError{err}
		}
	}
	if total == 0 {
		return inputErrorf("no case of pass %s in %s", c.Pass, strings.Join(c.Cases, ", "))
	}
	color := green
	if same < total {
		color = red
	}
	fmt.Fprintf(e.stdout, "%s: %s\n", c.Pass, e.paint(color, fmt.Sprintf("%d/%d", same, total)))
	if same < total {
		return errViolated
	}
	return nil
}
