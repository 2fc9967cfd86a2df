package gen

import (
	"slices"
	"testing"

	"assay/hir"
)

func TestGraphs(t *testing.T) {
	tests := []struct {
		name string
		cfg  GraphConfig
		n    int
	}{
		{"default", GraphConfig{}, 1000},
		{"one block", GraphConfig{Blocks: 1}, 100},
		{"one variable", GraphConfig{Vars: 1}, 500},
		{"large", GraphConfig{Blocks: 255, Vars: 64}, 20},
		{"edges to the entry", GraphConfig{EntryEdges: true}, 600},
		{"one block with edges", GraphConfig{Blocks: 1, EntryEdges: true}, 200},
		{"unreachable blocks kept", GraphConfig{KeepUnreachable: true}, 600},
		{"too much", GraphConfig{Blocks: 1 << 20, Vars: 1 << 20}, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entryEdges, unreachable := 0, 0
			for seed := range uint64(tt.n) {
				f := Graph(FromSeed(seed), tt.cfg)
				if errs := hir.Check(f); len(errs) > 0 {
					t.Fatalf("seed %d: %v\n%s", seed, errs[0], f.Text())
				}
				if len(f.EntryBlock().Preds) > 0 {
					entryEdges++
				}
				reached := reachable(f)
				for _, b := range f.Blocks {
					if !reached[b.ID] && b.Term.Kind != hir.Unreachable {
						unreachable++
					}
				}
				checkForm(t, seed, f, tt.cfg.KeepUnreachable)
			}
			if (entryEdges > 0) != tt.cfg.EntryEdges {
				t.Errorf("found %d graphs with edges to the entry", entryEdges)
			}
			if (unreachable > 0) != tt.cfg.KeepUnreachable {
				t.Errorf("found %d blocks that cannot be reached", unreachable)
			}
		})
	}
}

// reachable returns the blocks that control can get to.
func reachable(f *hir.Function) map[hir.BlockID]bool {
	seen := map[hir.BlockID]bool{f.Entry: true}
	for work := []hir.BlockID{f.Entry}; len(work) > 0; {
		b := f.Block(work[0])
		work = work[1:]
		for _, s := range b.Term.Successors() {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}

// checkForm checks what passes take for granted beside well-formedness: the order,
// predecessors and numbers are those of a fresh computation; fallthroughs are
// unique; an edge that goes back in the order is part of a cycle; and every variable
// is defined in the entry before any use.
func checkForm(t *testing.T, seed uint64, f *hir.Function, unordered bool) {
	t.Helper()
	g := f.Clone()
	if !unordered {
		if err := g.ReversePostorder(); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.MarkPreds(); err != nil {
		t.Fatal(err)
	}
	g.NumberInstructions()
	if g.Text() != f.Text() {
		t.Fatalf("seed %d: expected\n%s\nfound\n%s", seed, g.Text(), f.Text())
	}
	owner := map[hir.BlockID]hir.BlockID{}
	reached := reachable(f)
	for pos, b := range f.Blocks {
		if ft := b.Term.Fallthrough; ft != hir.NoBlock && b.Term.Kind != hir.Branch {
			if o, ok := owner[ft]; ok {
				t.Fatalf("seed %d: %v is the fallthrough of %v and %v\n%s", seed, ft, o, b.ID, f.Text())
			}
			owner[ft] = b.ID
		}
		if !reached[b.ID] {
			continue
		}
		for _, s := range b.Term.Successors() {
			if f.BlockPos(s) <= pos && !reaches(f, s, b.ID) {
				t.Fatalf("seed %d: %v stands before %v, which it is reached from by no cycle\n%s", seed, s, b.ID, f.Text())
			}
		}
	}
	defined := map[hir.IdentifierID]bool{}
	for _, p := range f.Params {
		defined[p.Identifier] = true
	}
	for i, b := range f.Blocks {
		if !reached[b.ID] {
			continue
		}
		for _, in := range b.Instrs {
			for _, o := range in.Operands {
				if !defined[o.Identifier] {
					t.Fatalf("seed %d: $%d is used before its definition\n%s", seed, o.Identifier, f.Text())
				}
			}
			defined[in.Lvalue.Identifier] = true
			for _, d := range in.Defs {
				if i > 0 && !defined[d.Identifier] {
					t.Fatalf("seed %d: $%d is not defined in the entry\n%s", seed, d.Identifier, f.Text())
				}
				defined[d.Identifier] = true
			}
		}
		for _, o := range b.Term.Operands {
			if !defined[o.Identifier] {
				t.Fatalf("seed %d: $%d is used before its definition\n%s", seed, o.Identifier, f.Text())
			}
		}
	}
}

// reaches reports whether there is a path from block a to block b, maybe without an
// edge.
func reaches(f *hir.Function, a, b hir.BlockID) bool {
	seen := map[hir.BlockID]bool{a: true}
	for work := []hir.BlockID{a}; len(work) > 0; work = work[1:] {
		if work[0] == b {
			return true
		}
		for _, s := range f.Block(work[0]).Term.Successors() {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

func TestGraphIsDeterministic(t *testing.T) {
	for seed := range uint64(400) {
		c := FromSeed(seed)
		f := Graph(c, GraphConfig{}).Text()
		rec := slices.Clone(c.Record())
		Graph(FromSeed(seed+1), GraphConfig{})
		if g := Graph(FromBytes(rec), GraphConfig{}).Text(); f != g {
			t.Fatalf("seed %d: the record gives another graph\n%s\n%s", seed, f, g)
		}
	}
	want := "graph(<unknown> a$0): <unknown> $5\n" +
		"bb0 (block):\n" +
		"  [1] <unknown> $1 = LoadLocal <unknown> a$0\n" +
		"  [2] <unknown> $3 = StoreLocal Let <unknown> b$2 = <unknown> $1\n" +
		"  [3] <unknown> $4 = LoadLocal <unknown> b$2\n" +
		"  [4] Return Explicit <unknown> $4\n"
	if got := Graph(FromBytes(nil), GraphConfig{}).Text() + "\n"; got != want {
		t.Errorf("no bytes: expected\n%s\nfound\n%s", want, got)
	}
}

func FuzzGraph(f *testing.F) {
	for seed := range uint64(20) {
		c := FromSeed(seed)
		Graph(c, GraphConfig{})
		f.Add(slices.Clone(c.Record()), seed%2 == 0)
	}
	f.Fuzz(func(t *testing.T, data []byte, entryEdges bool) {
		g := Graph(FromBytes(data), GraphConfig{EntryEdges: entryEdges})
		if errs := hir.Check(g); len(errs) > 0 {
			t.Fatalf("%v\n%s", errs[0], g.Text())
		}
		checkForm(t, 0, g, false)
	})
}

func BenchmarkGraph(b *testing.B) {
	b.ReportAllocs()
	c := FromSeed(0)
	for seed := uint64(0); b.Loop(); seed++ {
		c.Reseed(seed % 4096)
		Graph(c, GraphConfig{})
	}
}
