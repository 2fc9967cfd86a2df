package convert

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/mu"
)

// intOp is v = a + b (or v = a + one), a copy v = a, a constant v = #b, or a call
// that reads a.
type intOp struct {
	kind, v, a, b int
}

const (
	opAdd = iota
	opCopy
	opConst
	opRead
)

// intBlock is a block of integer operations with up to three successors.
type intBlock struct {
	ops   []intOp
	cond  int // the variable that decides
	succs []int
}

// randomInts makes a function on integer variables, the first of which is the
// parameter. Block 0 has no predecessors.
func randomInts(r *rand.Rand) (vars int, blocks []intBlock) {
	vars = 3 + r.IntN(3)
	blocks = make([]intBlock, 2+r.IntN(8))
	for b := range blocks {
		x := &blocks[b]
		for range r.IntN(4) {
			x.ops = append(x.ops, intOp{r.IntN(4), r.IntN(vars), r.IntN(vars), r.IntN(vars)})
		}
		x.cond = r.IntN(vars)
		if b == 0 || r.IntN(6) > 0 {
			for range 1 + r.IntN(2) {
				x.succs = append(x.succs, 1+r.IntN(len(blocks)-1))
			}
		}
	}
	return vars, blocks
}

// deadCopies returns the copies that nothing reads, not even through copies, by
// block and operation. Mem2reg takes what they load for read.
func deadCopies(vars int, blocks []intBlock) map[[2]int]bool {
	in := make([]map[int]bool, len(blocks))
	dead := map[[2]int]bool{}
	for changed := true; changed; {
		changed = false
		for b := range blocks {
			x := &blocks[b]
			live := map[int]bool{x.cond: true}
			for _, s := range x.succs {
				for v := range in[s] {
					live[v] = true
				}
			}
			for i, op := range slices.Backward(x.ops) {
				is := live[op.v]
				if op.kind == opRead {
					live[op.a] = true
					continue
				}
				delete(live, op.v)
				switch op.kind {
				case opAdd:
					live[op.a], live[op.b] = true, true
				case opCopy:
					dead[[2]int{b, i}] = !is
					if is {
						live[op.a] = true
					}
				}
			}
			if len(live) != len(in[b]) {
				in[b] = live
				changed = true
			}
		}
	}
	return dead
}

func muText(s *strings.Builder, name string, vars int, blocks []intBlock) {
	fmt.Fprintf(s, ".funcdef @%s VERSION %%v1 <@i_i> (%%x0) {\n", name)
	for b := range blocks {
		fmt.Fprintf(s, "%%b%d:\n", b)
		for i, op := range blocks[b].ops {
			switch op.kind {
			case opAdd:
				fmt.Fprintf(s, "%%x%d = ADD <@i64> %%x%d %%x%d\n", op.v, op.a, op.b)
			case opCopy:
				fmt.Fprintf(s, "%%x%d = ID %%x%d\n", op.v, op.a)
			case opConst:
				fmt.Fprintf(s, "%%x%d = ID @c%d\n", op.v, op.b)
			default:
				fmt.Fprintf(s, "%%r%d.%d = CALL <@i_i> @read (%%x%d)\n", b, i, op.a)
			}
		}
		switch succs := blocks[b].succs; len(succs) {
		case 0:
			fmt.Fprintf(s, "RET %%x%d\n", blocks[b].cond)
		case 1:
			fmt.Fprintf(s, "%%c%d = SLT <@i64> %%x%d @c0\nBRANCH %%b%d\n", b, blocks[b].cond, succs[0])
		default:
			fmt.Fprintf(s, "%%c%d = SLT <@i64> %%x%d @c0\nBRANCH2 %%c%d %%b%d %%b%d\n", b, blocks[b].cond, b, succs[0], succs[1])
		}
	}
	s.WriteString("%types:\n")
	for v := range vars {
		fmt.Fprintf(s, "%%x%d = ID @c0\n", v)
	}
	s.WriteString("RET @c0\n}\n")
}

func llvmText(s *strings.Builder, name string, vars int, blocks []intBlock) {
	dead := deadCopies(vars, blocks)
	n := 0
	load := func(v int) string {
		n++
		fmt.Fprintf(s, "  %%t%d = load i64, i64* %%x%d\n", n, v)
		return fmt.Sprintf("%%t%d", n)
	}
	fmt.Fprintf(s, "define i64 @%s(i64 %%p) {\nentry:\n", name)
	for v := range vars {
		fmt.Fprintf(s, "  %%x%d = alloca i64\n  store i64 0, i64* %%x%d\n", v, v)
	}
	s.WriteString("  store i64 %p, i64* %x0\n  br label %b0\n")
	for b := range blocks {
		fmt.Fprintf(s, "b%d:\n", b)
		for i, op := range blocks[b].ops {
			var x string
			switch {
			case op.kind == opAdd:
				l, r := load(op.a), load(op.b)
				n++
				x = fmt.Sprintf("%%t%d", n)
				fmt.Fprintf(s, "  %s = add i64 %s, %s\n", x, l, r)
			case dead[[2]int{b, i}]:
				continue
			case op.kind == opCopy:
				x = load(op.a)
			case op.kind == opConst:
				x = fmt.Sprint(op.b)
			default:
				x = load(op.a)
				n++
				fmt.Fprintf(s, "  %%t%d = call i64 @read(i64 %s)\n", n, x)
				continue
			}
			fmt.Fprintf(s, "  store i64 %s, i64* %%x%d\n", x, op.v)
		}
		x := load(blocks[b].cond)
		if len(blocks[b].succs) == 0 {
			fmt.Fprintf(s, "  ret i64 %s\n", x)
			continue
		}
		n++
		fmt.Fprintf(s, "  %%t%d = icmp slt i64 %s, 0\n", n, x)
		if succs := blocks[b].succs; len(succs) == 1 {
			fmt.Fprintf(s, "  br label %%b%d\n", succs[0])
		} else {
			fmt.Fprintf(s, "  br i1 %%t%d, label %%b%d, label %%b%d\n", n, succs[0], succs[1])
		}
	}
	s.WriteString("}\n")
}

// TestMem2reg compares the number of PHIs in each of many random functions with
// that of LLVM's mem2reg, for which all variables are stored 0 at the entry. Both
// place pruned PHIs, and then take out those of one value, one after another. A
// variable that is read while nothing can have assigned it is the constant 0 then
// too, not undefined.
func TestMem2reg(t *testing.T) {
	opt, err := exec.LookPath("opt")
	if err != nil {
		t.Skip("LLVM's opt is not here")
	}
	n := 3000
	if testing.Short() {
		n = 500
	}
	var m, l strings.Builder
	m.WriteString(".typedef @i1 = int<1>\n.typedef @i64 = int<64>\n.funcsig @i_i = (@i64) -> (@i64)\n.funcdecl @read <@i_i>\n")
	for c := range 6 {
		fmt.Fprintf(&m, ".const @c%d <@i64> = %d\n", c, c)
	}
	l.WriteString("declare i64 @read(i64)\n")
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 3))
		vars, blocks := randomInts(r)
		muText(&m, fmt.Sprintf("f%d", i), vars, blocks)
		llvmText(&l, fmt.Sprintf("f%d", i), vars, blocks)
	}
	cmd := exec.Command(opt, "-passes=mem2reg", "-S", "-o", "-")
	cmd.Stdin = strings.NewReader(l.String())
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	want := map[string]int{}
	name := ""
	define := regexp.MustCompile(`^define i64 @(\w+)`)
	for line := range strings.Lines(string(out)) {
		if d := define.FindStringSubmatch(line); d != nil {
			name = d[1]
			want[name] = 0
		}
		if strings.Contains(line, " = phi ") {
			want[name]++
		}
	}
	res, err := Bundle(read(t, m.String()), Options{Level: mu.LevelFull, PHI: true})
	if err != nil {
		t.Fatal(err)
	}
	total, wrong := 0, 0
	for _, f := range res.Map.Functions {
		found := 0
		for b := range f.Out.Blocks {
			for i := range f.Out.Blocks[b].Instrs {
				if f.Out.Blocks[b].Instrs[i].Op == mu.PHI {
					found++
				}
			}
		}
		total += found
		name := res.Bundle.Funcs[f.Out.Func].Name[1:]
		if w, ok := want[name]; !ok || w != found {
			wrong++
			if wrong <= 3 {
				var s strings.Builder
				r := rand.New(rand.NewPCG(uint64(f.Version), 3))
				vars, blocks := randomInts(r)
				muText(&s, name, vars, blocks)
				t.Errorf("%s: expected %d PHIs, found %d\n%s", name, w, found, s.String())
			}
		}
	}
	t.Logf("%d functions, %d PHIs, %d functions differ", n, total, wrong)
	if total < n/2 {
		t.Errorf("expected many PHIs, found %d", total)
	}
}
