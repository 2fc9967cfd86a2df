package hir

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkText is the property that the reader is fuzzed for: any bytes give an
// error with a position or functions, and these print and read back to the
// same text, in both forms. It returns "" if it holds.
func checkText(src []byte) string {
	sections, err := ReadSections("text", src)
	if err != nil {
		var e *ReadError
		if !errors.As(err, &e) {
			return "expected a *ReadError, found " + err.Error()
		}
		if e.Line < 1 || e.Col < 1 || e.Line > bytes.Count(src, []byte("\n"))+1 {
			return "expected a position in the text, found " + err.Error()
		}
		return ""
	}
	// Annotations can give a function texts that the plain form cannot delimit.
	opt := PrintOptions{Annotate: bytes.Contains(src, []byte("//@"))}
	text := AppendSections(nil, sections, opt)
	again, err := ReadSections("printed", text)
	if err != nil {
		return err.Error() + "\n" + string(text)
	}
	if got := AppendSections(nil, again, opt); !bytes.Equal(got, text) {
		return "the text prints otherwise once read (-printed +read):\n" + cmp.Diff(string(text), string(got))
	}
	for _, s := range sections {
		for _, f := range s.Functions {
			if msg := checkModel(f); msg != "" {
				return msg
			}
		}
	}
	return ""
}

// checkModel checks that what was read can be used: it clones, and if it is
// well-formed it survives the annotated form.
func checkModel(f *Function) string {
	text := f.Text()
	if g := f.Clone(); g.Text() != text {
		return "the clone prints otherwise (-is +clone):\n" + cmp.Diff(text, g.Text())
	}
	errs := Check(f)
	for _, e := range errs {
		if e.Msg == "" || e.Error() == "" {
			return "an error of form without message"
		}
	}
	annotated := AppendText(nil, f, PrintOptions{Annotate: true})
	if len(errs) > 0 {
		return ""
	}
	g, err := ReadFunction("annotated", annotated, ReadOptions{})
	if err != nil {
		return err.Error() + "\n" + string(annotated)
	}
	if got := g.Text(); got != text {
		return "the annotated form loses something (-is +read):\n" + cmp.Diff(text, got)
	}
	if got := AppendText(nil, g, PrintOptions{Annotate: true}); !bytes.Equal(got, annotated) {
		return "the annotated form loses something (-is +read):\n" + cmp.Diff(string(annotated), string(got))
	}
	return ""
}

// maxFuzzInput bounds what one fuzz input costs. The checks are linear, so
// that longer texts show nothing new.
const maxFuzzInput = 1 << 16

func FuzzRead(f *testing.F) {
	for _, text := range fixtures(f) {
		sections, err := ReadSections("", text)
		if err != nil {
			f.Fatal(err)
		}
		// Small seeds: each function by itself, in both forms.
		for _, s := range sections {
			for _, g := range s.Functions {
				if text := AppendText(nil, g, PrintOptions{}); len(text) < 4000 {
					f.Add(text)
					f.Add(AppendText(nil, g, PrintOptions{Annotate: true}))
				}
			}
		}
	}
	for seed := range uint64(100) {
		f.Add(AppendText(nil, randomFunction(seed, seed%2 == 0, seed%3 == 0), PrintOptions{Annotate: seed%4 < 2}))
	}
	for _, name := range []string{"enterSSA", "buildReactiveScopeTerminalsHIR"} {
		if page, err := os.ReadFile("../../shared/seeds/" + name + ".txt"); err == nil {
			f.Add(page)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > maxFuzzInput {
			t.Skip("longer than needed")
		}
		if msg := checkText(src); msg != "" {
			t.Fatal(msg)
		}
	})
}
