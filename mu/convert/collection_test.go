package convert

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/mu"
)

// realBundle is a file of the collection of real bundles.
type realBundle struct {
	name string
	src  []byte
	b    *mu.Bundle
}

// collection reads real bundles, those that can be read, with the preludes that
// they say they need.
func collection(t *testing.T, form string) []realBundle {
	dir := shared + "uir/" + form
	files, _ := filepath.Glob(dir + "/*.uir")
	if len(files) == 0 {
		t.Skip("the collection of real bundles is not here")
	}
	slices.Sort(files)
	primitives := readFile(t, dir+"/uvm-refimpl-test__primitives.uir")
	var all []realBundle
	var redef *mu.Bundle
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".uir")
		var opt mu.ReadOptions
		if bytes.Contains(src, []byte("// require")) {
			opt.Prelude = primitives
		}
		if strings.HasSuffix(name, "redef-file2") || strings.HasSuffix(name, "redef-file3") {
			opt.Prelude = redef
		}
		b, err := mu.Read(filepath.Base(file), src, opt)
		if err != nil {
			t.Log(err)
			continue
		}
		if strings.HasSuffix(name, "redef-file1") {
			redef = b
		}
		all = append(all, realBundle{name, src, b})
	}
	return all
}

func implicitParams(r *Result) int {
	n := 0
	for _, f := range r.Map.Functions {
		for i := range f.Blocks {
			for _, x := range f.Blocks[i].Entry {
				if x.Source == FromImplicit {
					n++
				}
			}
		}
	}
	return n
}

// TestRealIdentity converts real bundles in today's form: they come back token
// for token, and need no parameters. Those that are wrong are refused.
func TestRealIdentity(t *testing.T) {
	same := 0
	for _, x := range collection(t, "gwv") {
		r, err := Bundle(x.b, DefaultOptions())
		if err != nil {
			if x.name != "uvm-parsing-test__instructions" {
				t.Error(err)
			}
			continue
		}
		if !mu.SameTokens(x.src, mu.Print(r.Bundle, mu.PrintOptions{})) {
			t.Errorf("%s: expected the same tokens", x.name)
		}
		if n := implicitParams(r); n > 0 {
			t.Errorf("%s: expected no new parameters, found %d", x.name, n)
		}
		same++
	}
	if same < 14 {
		t.Errorf("expected to convert 14 bundles, found %d", same)
	}
}

// TestRealMigration converts real bundles from the older form to today's and
// compares the parameters of blocks with those that the language's makers wrote
// when they did the same by hand: functions of which all blocks have the names
// that they had. Where the numbers differ they changed the function, or pass on
// values that nothing reads.
func TestRealMigration(t *testing.T) {
	byHand := map[string][]*mu.Block{} // by the names of the file and the function
	for _, x := range collection(t, "gwv") {
		for _, f := range x.b.Versions {
			byHand[x.name+x.b.Funcs[f.Func].Name] = blocks(f)
		}
	}
	equal, total, ours, theirs := 0, 0, 0, 0
	var differ []string
	for _, x := range collection(t, "phi") {
		r := mustConvert(t, x.b, DefaultOptions())
		for _, f := range r.Map.Functions {
			hand := byHand[x.name+r.Bundle.Funcs[f.Out.Func].Name]
			if !sameNames(hand, blocks(f.Out)) {
				continue
			}
			for i := 1; i < len(hand); i++ {
				total++
				n, m := len(f.Out.Blocks[i].Params), len(hand[i].Params)
				ours, theirs = ours+n, theirs+m
				if n == m {
					equal++
				} else if name := r.Bundle.VersionName(f.Out); !slices.Contains(differ, name) {
					differ = append(differ, name)
				}
			}
		}
	}
	t.Logf("%d of %d blocks have as many parameters, %d and %d in all; others in %v", equal, total, ours, theirs, differ)
	if total < 38 || !slices.Equal(differ, []string{"@test_multithreading_v1"}) {
		t.Errorf("expected at least 38 blocks, all with as many parameters but in @test_multithreading_v1, where one value that nothing reads is passed on")
	}
}

func blocks(f *mu.Function) []*mu.Block {
	list := make([]*mu.Block, len(f.Blocks))
	for i := range f.Blocks {
		list[i] = &f.Blocks[i]
	}
	return list
}

func sameNames(a, b []*mu.Block) bool {
	return slices.EqualFunc(a, b, func(x, y *mu.Block) bool { return x.Name == y.Name })
}
