package main

import (
	"bytes"

	"assay/mu"
)

// preludeFlag is the flag of commands that read Mu bundles.
type preludeFlag struct {
	Prelude []string `help:"Mu bundle whose definitions the files may use; each sees those before it." placeholder:"FILE"`
}

// levelFlag is the flag of commands that check Mu bundles.
type levelFlag struct {
	Check string `enum:"none,defs,full" default:"defs" help:"How much of a Mu bundle is checked: none (names, structure, numbers of things), defs (types of definitions too), full (types of operands and constants too)."`
}

var levelOf = map[string]mu.Level{"none": mu.LevelNone, "defs": mu.LevelDefs, "full": mu.LevelFull}

// looksLikeMu reports whether some line of a text starts as a top-level definition
// of Mu IR does.
func looksLikeMu(text []byte) bool {
	for line := range bytes.Lines(text) {
		for _, word := range [...]string{".typedef", ".funcsig", ".funcdecl", ".funcdef", ".const", ".global", ".expose"} {
			if rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte(word)); ok && len(rest) > 1 && rest[0] == ' ' {
				return true
			}
		}
	}
	return false
}

// preludes reads the bundles of a flag, and returns the last, or nil.
func (e *env) preludes(flag preludeFlag) (*mu.Bundle, error) {
	var last *mu.Bundle
	for _, file := range flag.Prelude {
		text, err := e.read(file)
		if err != nil {
			return nil, err
		}
		if last, err = readBundle(fileName(file), text, last); err != nil {
			return nil, err
		}
	}
	return last, nil
}

func fileName(file string) string {
	if file == "-" {
		return "<stdin>"
	}
	return file
}

func readBundle(name string, text []byte, prelude *mu.Bundle) (*mu.Bundle, error) {
	b, err := mu.Read(name, text, mu.ReadOptions{Prelude: prelude})
	if err != nil {
		return nil, inputError{err}
	}
	if len(b.Defs) == 0 {
		return nil, inputErrorf("%s: no definition found", name)
	}
	return b, nil
}

// bundles reads those of the files that are Mu IR, and returns the others'
// names.
func (e *env) bundles(files []string, lang langFlag, flag preludeFlag) (others []string, bundles []*mu.Bundle, err error) {
	prelude, err := e.preludes(flag)
	if err != nil {
		return nil, nil, err
	}
	for _, file := range files {
		s, err := e.source(file, lang)
		if err != nil || s.lang != langMu {
			others = append(others, file) // which is read once more
			continue
		}
		b, err := readBundle(s.name, s.text, prelude)
		if err != nil {
			return nil, nil, err
		}
		bundles = append(bundles, b)
	}
	return others, bundles, nil
}

// ownVersions returns the functions that a bundle itself defines.
func ownVersions(b *mu.Bundle) []*mu.Function {
	var fs []*mu.Function
	for _, d := range b.Defs {
		if d.Kind == mu.DefVersion {
			fs = append(fs, b.Versions[d.Index])
		}
	}
	return fs
}
