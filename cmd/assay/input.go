package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"assay/hir"
	"assay/js"
)

// language is the language of an input file.
type language string

const (
	langJS  language = "js"
	langHIR language = "hir"
	langMu  language = "mu"
)

// langFlag is the flag of commands that read programs in several languages.
type langFlag struct {
	Lang string `enum:"auto,js,hir,mu" default:"auto" help:"Language of the input: auto (by extension, else by content), js, hir or mu."`
}

// source is an input file with its text.
type source struct {
	name string
	arg  string // as it stands on the command line
	text []byte
	lang language
}

// function is one function of an input: in HIR, and in JavaScript if that is
// what the file holds.
type function struct {
	hir *hir.Function
	// program is the whole file; nil if the input is HIR.
	program *js.Program
}

// read reads a file, or standard input if it is "-".
func (e *env) read(file string) ([]byte, error) {
	if file == "-" {
		if e.stdinText == nil {
			b, err := io.ReadAll(e.stdin)
			if err != nil {
				return nil, inputErrorf("standard input: %w", err)
			}
			e.stdinText = append([]byte{}, b...)
		}
		return e.stdinText, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, inputError{err}
	}
	return b, nil
}

// source reads a file and tells its language.
func (e *env) source(file string, flag langFlag) (source, error) {
	b, err := e.read(file)
	if err != nil {
		return source{}, err
	}
	s := source{name: fileName(file), arg: file, text: b}
	switch {
	case flag.Lang != "auto" && flag.Lang != "":
		s.lang = language(flag.Lang)
	case filepath.Ext(file) == ".js" || filepath.Ext(file) == ".jsx" || filepath.Ext(file) == ".mjs":
		s.lang = langJS
	case filepath.Ext(file) == ".hir":
		s.lang = langHIR
	case filepath.Ext(file) == ".uir":
		s.lang = langMu
	case looksLikeHIR(b):
		s.lang = langHIR
	case looksLikeMu(b):
		s.lang = langMu
	default:
		s.lang = langJS
	}
	return s, nil
}

// looksLikeHIR reports whether some line of a text is the first line of a
// block: bb<n> and then a colon or a kind in parentheses.
func looksLikeHIR(text []byte) bool {
	for line := range bytes.Lines(text) {
		s, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "bb")
		if !ok {
			continue
		}
		rest := strings.TrimLeft(s, "0123456789")
		if len(rest) < len(s) && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, " (")) {
			return true
		}
	}
	return false
}

// functions reads the functions of a file. The error is for the user, and
// comes with the functions that could be read in spite of it.
func (s source) functions() ([]function, error) {
	if s.lang == langMu {
		return nil, inputErrorf("%s: expected JavaScript or HIR, found Mu IR, which this command does not take", s.name)
	}
	if s.lang == langHIR {
		fs, err := hir.Read(s.name, s.text)
		if err != nil {
			return nil, inputError{err}
		}
		out := make([]function, len(fs))
		for i, f := range fs {
			if errs := hir.Check(f); len(errs) > 0 {
				return nil, inputErrorf("%s: %w", s.name, errs[0])
			}
			out[i] = function{hir: f}
		}
		if len(out) == 0 {
			return nil, inputErrorf("%s: no function found", s.name)
		}
		return out, nil
	}
	p, perr := js.ParsePartial(s.name, s.text)
	if p == nil {
		return nil, inputError{perr}
	}
	fs, lerrs := js.LowerProgram(p)
	out := make([]function, len(fs))
	for i, f := range fs {
		out[i] = function{hir: f, program: p}
	}
	var msgs []string
	for _, err := range perr {
		msgs = append(msgs, err.Error())
	}
	for _, err := range lerrs {
		msgs = append(msgs, err.Error())
	}
	if len(msgs) > 0 {
		return out, inputErrorf("%s", strings.Join(msgs, "\n"))
	}
	if len(out) == 0 {
		return nil, inputErrorf("%s: no function found", s.name)
	}
	return out, nil
}

// eachFunction calls do for every function of every file. It goes on after an
// error of an input, and returns the first; a violation does not hide it.
func (e *env) eachFunction(files []string, flag langFlag, do func(source, function) error) error {
	var first error
	bad := false
	for _, file := range files {
		s, err := e.source(file, flag)
		if err == nil {
			var fs []function
			fs, err = s.functions()
			for _, f := range fs {
				switch derr := do(s, f); derr {
				case nil:
				case errViolated:
					bad = true
				default:
					return derr
				}
			}
		}
		if err != nil {
			if first != nil {
				fmt.Fprintln(e.stderr, firstLines(first.Error()))
			}
			first = err
		}
	}
	switch {
	case first != nil:
		return first
	case bad:
		return errViolated
	}
	return nil
}
