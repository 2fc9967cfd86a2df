package mu

import (
	"bytes"
	"errors"
	"fmt"
)

// CheckText returns how reading and printing of a text go wrong, or nil. A text
// that Read refuses is fine as long as the error says where and why. Of others
// it checks that
//
//   - printing and reading again gives the same text;
//   - the text printed has the tokens of the one read, unless that has words of
//     the old language only;
//   - printing in the older form, reading and printing again does too;
//   - the checker ends, finds the same in both, and at each level what it finds
//     at the level below.
func CheckText(src []byte) error {
	b, err := Read("input.uir", src, ReadOptions{})
	if err != nil {
		return checkErrors(err, src)
	}
	text := Print(b, PrintOptions{})
	if !b.OldWords() && !SameTokens(src, text) {
		return fmt.Errorf("the text printed has other tokens than the one read:\n%s", text)
	}
	again, err := Read("printed.uir", text, ReadOptions{})
	if err != nil {
		return fmt.Errorf("cannot read what was printed: %w\n%s", err, text)
	}
	if t := Print(again, PrintOptions{}); !bytes.Equal(t, text) {
		return fmt.Errorf("printed, read and printed again it differs:\n%s\n%s", text, t)
	}
	phi := Print(b, PrintOptions{PHI: true})
	older, err := Read("phi.uir", phi, ReadOptions{})
	if err != nil {
		return fmt.Errorf("cannot read what was printed in the older form: %w\n%s", err, phi)
	}
	if t := Print(older, PrintOptions{PHI: true}); !bytes.Equal(t, phi) {
		return fmt.Errorf("printed in the older form, read and printed again it differs:\n%s\n%s", phi, t)
	}
	return checkLevels(b, again)
}

func checkErrors(err error, src []byte) error {
	var list ErrorList
	if !errors.As(err, &list) || len(list) == 0 || len(list) > maxErrors {
		return fmt.Errorf("expected 1 to %d syntax errors, found %v", maxErrors, err)
	}
	lines := bytes.Split(src, []byte("\n"))
	for _, e := range list {
		if e.Msg == "" || e.Line < 1 || e.Line > len(lines) || e.Col < 1 || e.Col > len(lines[e.Line-1])+1 {
			return fmt.Errorf("expected an error at a place in the text, found %v", e)
		}
	}
	return nil
}

func checkLevels(b, again *Bundle) error {
	for _, check := range []func(*Bundle, Level) []*Problem{Check, CheckSSA} {
		errs := 0
		for level := LevelNone; level <= LevelFull; level++ {
			ps, qs := check(b, level), check(again, level)
			if !b.OldWords() && len(ps) != len(qs) {
				return fmt.Errorf("level %d: found %d problems, but %d in what was printed", level, len(ps), len(qs))
			}
			n := 0
			for i, p := range ps {
				if !b.OldWords() && p.Code != qs[i].Code {
					return fmt.Errorf("level %d: found %v, but in what was printed %v", level, p, qs[i])
				}
				if p.Severity == Error {
					n++
				}
				if p.Msg == "" || p.Position.Line == 0 {
					return fmt.Errorf("expected a problem with a place and a message, found %v", p)
				}
			}
			if n < errs && len(ps) < MaxProblems {
				return fmt.Errorf("level %d: found %d errors, fewer than the %d of the level below", level, n, errs)
			}
			errs = n
		}
	}
	return nil
}
