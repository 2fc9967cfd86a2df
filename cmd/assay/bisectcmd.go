package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/oracle/peer"
)

type bisectCmd struct {
	PeerDir  string   `default:"peers/react" help:"Directory of the React Compiler's adapter." placeholder:"DIR"`
	Versions string   `default:"" help:"Directory with a directory for each version, in which npm has installed it; by default versions in the peer's directory (make peer-versions installs some)." placeholder:"DIR"`
	Files    []string `arg:"" name:"file" help:"Programs to compile; '-' is standard input."`
}

// Help returns examples for assay bisect --help.
func (*bisectCmd) Help() string {
	return `Has each installed version of the React Compiler compile programs, and prints what
each does wrong, so that one sees since when a defect is there. Exits with 1 if
some version does something wrong.

Examples:
  make peer-versions
  assay bisect docs/findings/swap.js`
}

func (c *bisectCmd) Run(e *env) error {
	dir := c.Versions
	if dir == "" {
		dir = filepath.Join(c.PeerDir, "versions")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return inputErrorf("assay bisect: no versions are installed (make peer-versions installs some): %w", err)
	}
	var versions []string
	for _, x := range entries {
		if pkg := filepath.Join(dir, x.Name(), "node_modules", "babel-plugin-react-compiler"); x.IsDir() {
			if _, err := os.Stat(pkg); err == nil {
				versions = append(versions, x.Name())
			}
		}
	}
	if len(versions) == 0 {
		return inputErrorf("assay bisect: no versions are installed in %s (make peer-versions installs some)", dir)
	}
	slices.Sort(versions)
	ctx, stop := untilSignal()
	defer stop()
	bad := false
	for _, file := range c.Files {
		text, err := e.read(file)
		if err != nil {
			return err
		}
		entry := ""
		if mainFunction.Match(text) {
			entry = "main"
		}
		fmt.Fprintf(e.stdout, "%s\n", fileName(file))
		for _, v := range versions {
			p := peerFlag{PeerDir: c.PeerDir, Compiler: filepath.Join(dir, v, "node_modules", "babel-plugin-react-compiler")}
			compiler, err := p.start()
			if err != nil {
				return err
			}
			k := peer.NewChecker(compiler)
			k.Outside = true
			found, err := k.Check(ctx, string(text), entry)
			closePeer(compiler)
			if err != nil {
				return interrupted(err)
			}
			var kinds []string
			for _, f := range found {
				if !slices.Contains(kinds, f.Bucket()) {
					kinds = append(kinds, f.Bucket())
				}
			}
			result := e.paint(green, "right")
			switch {
			case len(kinds) > 0:
				bad = true
				result = e.paint(red, strings.Join(kinds, "; "))
			case k.Stats.Unsupported > 0:
				result = "not taken"
			}
			fmt.Fprintf(e.stdout, "  %-40s %s\n", v, result)
		}
	}
	if bad {
		return errViolated
	}
	return nil
}
