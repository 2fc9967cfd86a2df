package gen

import (
	"fmt"
	"strings"

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
	programs, graphs tally
	// now counts what the program in hand has.
	now    [numMarks]int32
	source sourceCounter
	graph  graphCounter
}

// tally sums up programs of one sort.
type tally struct {
	n     int64
	total [numMarks]int64 // how often
	with  [numMarks]int64 // in how many programs
	// sizes counts programs by their number of instructions; the last entry stands for
	// all above.
	sizes [maxCounted + 1]int64
	instr int64
}

const maxCounted = 4095

// Add counts one program: its source (nil for a bare graph), its HIR, and its HIR
// after SSA construction or nil.
func (c *Census) Add(p *js.Program, before, afterSSA *hir.Function) {
	clear(c.now[:])
	t := &c.graphs
	if p != nil {
		t = &c.programs
		c.source.count(&c.now, p)
	}
	if before != nil {
		size := c.graph.count(&c.now, before)
		t.instr += int64(size)
		t.sizes[min(size, maxCounted)]++
	}
	if afterSSA != nil {
		countPhis(&c.now, afterSSA)
	}
	t.n++
	for i, n := range c.now {
		if n != 0 {
			t.total[i] += int64(n)
			t.with[i]++
		}
	}
}

// Merge adds what another census has counted.
func (c *Census) Merge(o *Census) {
	c.programs.merge(&o.programs)
	c.graphs.merge(&o.graphs)
}

func (t *tally) merge(o *tally) {
	t.n += o.n
	t.instr += o.instr
	for i := range t.total {
		t.total[i] += o.total[i]
		t.with[i] += o.with[i]
	}
	for i := range t.sizes {
		t.sizes[i] += o.sizes[i]
	}
}

// quantile returns the size that the given share of the programs, in percent, does
// not exceed.
func (t *tally) quantile(percent int64) int {
	seen := int64(0)
	for size, n := range t.sizes {
		seen += n
		if n > 0 && seen*100 >= t.n*percent {
			return size
		}
	}
	return 0
}

// Programs returns the number of programs with a source, and Graphs that of bare
// graphs.
func (c *Census) Programs() int { return int(c.programs.n) }

// Graphs returns the number of bare graphs counted.
func (c *Census) Graphs() int { return int(c.graphs.n) }

// Summary returns one line with the most important figures.
func (c *Census) Summary() string {
	var parts []string
	if t := &c.programs; t.n > 0 {
		parts = append(parts, fmt.Sprintf("%d programs of %d instructions in the median (95%%: %d), %.0f%% with loops, %.0f%% with nested loops, %.0f%% with context variables, %.0f%% with phis of 3 or more",
			t.n, t.quantile(50), t.quantile(95), t.share(markLoop), t.share(markLoopDepth2), t.share(markValue+mark(hir.StoreContext)), t.share(markPhi3)))
	}
	if t := &c.graphs; t.n > 0 {
		parts = append(parts, fmt.Sprintf("%d bare graphs, %.0f%% irreducible", t.n, t.share(markIrreducible)))
	}
	if len(parts) == 0 {
		return "no programs"
	}
	return strings.Join(parts, "; ")
}

// share returns the percentage of programs with a mark.
func (t *tally) share(m mark) float64 {
	if t.n == 0 {
		return 0
	}
	return 100 * float64(t.with[m]) / float64(t.n)
}

// String returns the census as an aligned table, in an order that depends on
// nothing: for each thing counted the share of programs with it, and how often it
// occurs in a program on average. What does not occur and has no floor is left
// out.
func (c *Census) String() string {
	var b strings.Builder
	c.programs.table(&b, "programs", &programFloors)
	c.graphs.table(&b, "bare graphs", &graphFloors)
	return strings.TrimSuffix(b.String(), "\n")
}

func (t *tally) table(b *strings.Builder, what string, floors *floorTable) {
	if t.n == 0 {
		return
	}
	fmt.Fprintf(b, "%d %s\n", t.n, what)
	fmt.Fprintf(b, "  instructions: %d in the median, %.1f on average, 95%%: %d, 99%%: %d\n",
		t.quantile(50), float64(t.instr)/float64(t.n), t.quantile(95), t.quantile(99))
	fmt.Fprintf(b, "  %-40s %9s %9s %9s\n", "", "programs", "floor", "each")
	title := ""
	for m := range numMarks {
		if t.total[m] == 0 && floors[m] == 0 {
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
		fmt.Fprintf(b, "    %-38s %8.2f%% %9s %9.3f\n", m.String(), t.share(m), floor, float64(t.total[m])/float64(t.n))
	}
}
