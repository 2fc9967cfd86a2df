package oracle

import (
	"errors"
	"fmt"

	udiff "github.com/aymanbagabas/go-udiff"

	"assay/hir"
	"assay/js"
	"assay/oracle/guard"
)

// CheckHIRText checks the reader and printer of HIR on any bytes. Bytes that
// the reader refuses must be refused with a place; what it accepts must print,
// and read back to the same text, in the plain form and in the annotated one.
func CheckHIRText(data []byte) error {
	return guard.Call(func() error {
		fs, err := hir.Read("input", data)
		if err != nil {
			return checkReadError(err)
		}
		for _, f := range fs {
			for _, annotate := range []bool{false, true} {
				if err := checkRoundTrip(f, annotate); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func checkReadError(err error) error {
	var at *hir.ReadError
	if !errors.As(err, &at) {
		return fmt.Errorf("the reader's error has no place: %w", err)
	}
	if at.Line < 1 || at.Col < 1 {
		return fmt.Errorf("the reader's error has the place %d:%d: %w", at.Line, at.Col, err)
	}
	return nil
}

// checkRoundTrip prints f, reads that, and prints it again.
func checkRoundTrip(f *hir.Function, annotate bool) error {
	opt := hir.PrintOptions{Annotate: annotate}
	first := hir.AppendText(nil, f, opt)
	g, err := hir.ReadFunction("printed", first, hir.ReadOptions{})
	if err != nil {
		return fmt.Errorf("printed HIR does not read back: %w\n%s", err, first)
	}
	second := hir.AppendText(nil, g, opt)
	if string(first) != string(second) {
		return fmt.Errorf("printed HIR reads back to something else:\n%s", udiff.Unified("printed", "read and printed", string(first), string(second)))
	}
	return nil
}

// CheckText checks that a case's texts lose nothing: its JavaScript parses back
// to an equal program and prints the same, and its HIR reads back to the same.
func CheckText(c Case) error {
	return guard.Call(func() error {
		if c.Source != nil {
			text := js.Print(c.Source)
			p, err := js.Parse(c.Name, []byte(text))
			if err != nil {
				return fmt.Errorf("%s: the printed program does not parse: %w\n%s", c.Name, err, text)
			}
			if !js.Equal(c.Source, p) {
				return fmt.Errorf("%s: the printed program parses to another one:\n%s", c.Name,
					udiff.Unified("printed", "parsed and printed", text, js.Print(p)))
			}
		}
		for _, annotate := range []bool{false, true} {
			if err := checkRoundTrip(c.Func, annotate); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
		}
		return nil
	})
}
