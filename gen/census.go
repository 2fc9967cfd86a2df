package gen

import (
	"fmt"
	"strings"

	"assay/gen/tally"
	"assay/hir"
	"assay/js"
)

// Census counts what a number of programs consist of: the constructs of their
// source, the kinds of blocks, terminals and instructions that they lower to, the
// shapes of their graphs, and the phis of their SSA form. A fuzzer that makes no
// programs of some kind finds no faults there, so the default configuration has to
// meet floors ([Census.CheckFloors]).
//
// The zero Census is empty. Programs with a source and bare graphs are counted
// apart. A Census must not be used by two goroutines at once.
type Census struct {
	programs, graphs tally.Tally
	// now counts what the program in hand has.
	now    [numMarks]int32
	source sourceCounter
	graph  graphCounter
}

// Add counts one program: its source (nil for a bare graph), its HIR, and its HIR
// after SSA construction or nil.
func (c *Census) Add(p *js.Program, before, afterSSA *hir.Function) {
	clear(c.now[:])
	t := &c.graphs
	if p != nil {
		t = &c.programs
		c.source.count(&c.now, p)
	}
	size := 0
	if before != nil {
		size = c.graph.count(&c.now, before)
	}
	if afterSSA != nil {
		countPhis(&c.now, afterSSA)
	}
	t.Add(c.now[:], size)
}

// Merge adds what another census has counted.
func (c *Census) Merge(o *Census) {
	c.programs.Merge(&o.programs)
	c.graphs.Merge(&o.graphs)
}

// Programs returns the number of programs with a source, and Graphs that of bare
// graphs.
func (c *Census) Programs() int { return c.programs.Programs() }

// Graphs returns the number of bare graphs counted.
func (c *Census) Graphs() int { return c.graphs.Programs() }

// Summary returns one line with the most important figures.
func (c *Census) Summary() string {
	var parts []string
	if t := &c.programs; t.Programs() > 0 {
		parts = append(parts, fmt.Sprintf("%d programs of %d instructions in the median (95%%: %d), %.0f%% with loops, %.0f%% with nested loops, %.0f%% with context variables, %.0f%% with phis of 3 or more",
			t.Programs(), t.Size(50), t.Size(95), t.Share(int(markLoop)), t.Share(int(markLoopDepth2)), t.Share(int(markValue+mark(hir.StoreContext))), t.Share(int(markPhi3))))
	}
	if t := &c.graphs; t.Programs() > 0 {
		parts = append(parts, fmt.Sprintf("%d bare graphs, %.0f%% irreducible", t.Programs(), t.Share(int(markIrreducible))))
	}
	if len(parts) == 0 {
		return "no programs"
	}
	return strings.Join(parts, "; ")
}

// String returns the census as an aligned table, in an order that depends on
// nothing: for each thing counted the share of programs with it, and how often it
// occurs in a program on average. What does not occur and has no floor is left
// out.
func (c *Census) String() string {
	var b strings.Builder
	table(&b, &c.programs, "programs", &programFloors)
	table(&b, &c.graphs, "bare graphs", &graphFloors)
	return strings.TrimSuffix(b.String(), "\n")
}

func table(b *strings.Builder, t *tally.Tally, what string, floors *floorTable) {
	if t.Programs() == 0 {
		return
	}
	fmt.Fprintf(b, "%d %s\n", t.Programs(), what)
	fmt.Fprintf(b, "  instructions: %d in the median, %.1f on average, 95%%: %d, 99%%: %d\n",
		t.Size(50), t.MeanSize(), t.Size(95), t.Size(99))
	fmt.Fprintf(b, "  %-40s %9s %9s %9s\n", "", "programs", "floor", "each")
	title := ""
	for m := range numMarks {
		if t.Total(int(m)) == 0 && floors[m] == 0 {
			continue
		}
		if g := markGroup(m); g != title {
			title = g
			fmt.Fprintf(b, "  %s\n", title)
		}
		floor := ""
		if floors[m] > 0 {
			floor = fmt.Sprintf("%.1f%%", float64(floors[m])/10)
		}
		fmt.Fprintf(b, "    %-38s %8.2f%% %9s %9.3f\n", m.String(), t.Share(int(m)), floor, t.Each(int(m)))
	}
}
