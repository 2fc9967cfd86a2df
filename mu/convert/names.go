package convert

import (
	"strconv"
	"strings"

	"assay/mu"
)

// names gives SSA values their names. In a block the first value of variable %x
// or $x is %x, the next ones are %x.1, %x.2, ...; but none has a name that
// another variable of the function has, or an instruction of the block, or that
// another thing of the bundle has when it is spelled out.
//
// The variables of the result are these names. Those of the input come first,
// with the same ids.
type names struct {
	in, out *mu.Function
	// twin of $x is %x, if there is one, whose names it shares but for the plain
	// one; else mu.NoVar.
	twin []mu.VarID
	// more lists the further names of each variable, or mu.NoVar for one that
	// something else has.
	more [][]mu.VarID
	// count is how many names of the variable were tried in block countIn.
	count, countIn []int32
	// usedIn is the last block in which a name was used.
	usedIn []int32
	// reserved finds the variable of the input that has a name in SSA form, of %x
	// and $x the former; nil until needed.
	reserved map[string]mu.VarID
	// instrs numbers the names of instructions and instrIn is the last block with
	// such an instruction; symbol holds the number for each of the names of
	// variables, or -1.
	instrs  map[string]int32
	symbol  []int32
	instrIn []int32

	// block is the present one, plus one; so are all those above. from is the
	// block of the input and scope its global name, if spelled is in use.
	block   int32
	version int32
	from    mu.BlockID
	scope   string
	spelled spelled
}

// start prepares for a function.
func (n *names) start(b *mu.Bundle, version int32, f, out *mu.Function, sp spelled) {
	k := len(f.Vars)
	*n = names{
		in: f, out: out, version: version, spelled: sp,
		twin: append(n.twin[:0], make([]mu.VarID, k)...), more: append(n.more[:0], make([][]mu.VarID, k)...),
		count: append(n.count[:0], make([]int32, k)...), countIn: append(n.countIn[:0], make([]int32, k)...),
		usedIn: append(n.usedIn[:0], make([]int32, k)...), symbol: n.symbol[:0], instrIn: n.instrIn[:0],
	}
	out.Vars = append(make([]mu.Variable, 0, k+k/2+4), f.Vars...)
	n.instructions(b)
	for v := range f.Vars {
		n.twin[v] = mu.NoVar
		if name := f.Vars[v].Name; name[0] == '$' {
			n.reserve()
			if w := n.reserved[pct(name)]; w != mu.VarID(v) {
				n.twin[v] = w
			} else {
				out.Vars[v].Name = pct(name)
			}
		}
		n.symbol = append(n.symbol, n.symbolOf(out.Vars[v].Name))
	}
}

// pct returns the name that SSA form has for a variable: %x for $x.
func pct(name string) string {
	if name[0] == '$' {
		return "%" + name[1:]
	}
	return name
}

// reserve collects the names of the input's variables.
func (n *names) reserve() {
	if n.reserved != nil {
		return
	}
	n.reserved = make(map[string]mu.VarID, len(n.in.Vars))
	for v := range n.in.Vars {
		name := n.in.Vars[v].Name
		if _, ok := n.reserved[pct(name)]; !ok || name[0] == '%' {
			n.reserved[pct(name)] = mu.VarID(v)
		}
	}
}

// localName returns the name of an instruction of a block as %x, if it was
// written with its global name.
func localName(b *mu.Bundle, f *mu.Function, block mu.BlockID, name string) string {
	if name[0] == '@' {
		if rest, ok := strings.CutPrefix(name, b.BlockName(f, block)+"."); ok && rest != "" {
			return "%" + rest
		}
	}
	return name
}

// instructions numbers the names of instructions.
func (n *names) instructions(b *mu.Bundle) {
	for i := range n.in.Blocks {
		for j := range n.in.Blocks[i].Instrs {
			name := n.in.Blocks[i].Instrs[j].Name
			if name == "" {
				continue
			}
			if n.instrs == nil {
				n.instrs = map[string]int32{}
			}
			name = localName(b, n.in, mu.BlockID(i), name)
			if _, ok := n.instrs[name]; !ok {
				n.instrs[name] = int32(len(n.instrs))
				n.instrIn = append(n.instrIn, 0)
			}
		}
	}
}

func (n *names) symbolOf(name string) int32 {
	if s, ok := n.instrs[name]; ok {
		return s
	}
	return -1
}

// enter goes to the next block.
func (n *names) enter(b *mu.Bundle, block int32, from mu.BlockID, name string) {
	n.block, n.from = block+1, from
	if n.spelled != nil {
		n.scope = mu.GlobalName(b.VersionName(n.in), name)
	}
	if n.instrs == nil || from == mu.NoBlock {
		return
	}
	for i := range n.in.Blocks[from].Instrs {
		if name := n.in.Blocks[from].Instrs[i].Name; name != "" {
			n.instrIn[n.instrs[localName(b, n.in, from, name)]] = n.block
		}
	}
}

// define returns the name of the next value of a variable in the block.
func (n *names) define(v mu.VarID) mu.VarID {
	if n.countIn[v] != n.block {
		n.countIn[v], n.count[v] = n.block, 0
	}
	for {
		k := n.count[v]
		n.count[v]++
		if o := n.candidate(v, k); o != mu.NoVar && n.take(o) {
			return o
		}
	}
}

// candidate returns the k-th name of a variable, or mu.NoVar if it is that of
// another one.
func (n *names) candidate(v mu.VarID, k int32) mu.VarID {
	switch w := n.twin[v]; {
	case w != mu.NoVar && k == 0:
		return mu.NoVar
	case w != mu.NoVar:
		v = w
	case k == 0:
		return v
	}
	for int32(len(n.more[v])) < k {
		n.reserve()
		name := n.out.Vars[v].Name + "." + strconv.Itoa(len(n.more[v])+1)
		o := mu.NoVar
		if _, ok := n.reserved[name]; !ok {
			o = n.out.AddVar(name, n.in.Vars[v].Pos)
			n.usedIn = append(n.usedIn, 0)
			n.symbol = append(n.symbol, n.symbolOf(name))
		}
		n.more[v] = append(n.more[v], o)
	}
	return n.more[v][k-1]
}

// take makes a name used in the block, unless something there has it.
func (n *names) take(o mu.VarID) bool {
	if n.usedIn[o] == n.block {
		return false
	}
	if s := n.symbol[o]; s >= 0 && n.instrIn[s] == n.block {
		return false
	}
	if n.spelled != nil && !n.spelled.take(n.scope, n.out.Vars[o].Name, owner{n.version, n.from}) {
		return false
	}
	n.usedIn[o] = n.block
	return true
}

// wholeFunction makes the function one scope, as the older form has it, in which
// blocks and instructions have names too. Today's reader sees the names of a block
// as its own all the same: at goes to the next block.
func (n *names) wholeFunction(b *mu.Bundle) {
	n.block = 1
	if n.instrs == nil {
		n.instrs = map[string]int32{}
	}
	for i := range n.in.Blocks {
		name := n.in.Blocks[i].Name
		if _, ok := n.instrs[name]; !ok {
			n.instrs[name] = int32(len(n.instrs))
			n.instrIn = append(n.instrIn, 0)
		}
	}
	for i := range n.instrIn {
		n.instrIn[i] = n.block
	}
	for v := range n.symbol {
		n.symbol[v] = n.symbolOf(n.out.Vars[v].Name)
	}
}

func (n *names) at(b *mu.Bundle, from mu.BlockID, name string) {
	n.from = from
	if n.spelled != nil {
		n.scope = mu.GlobalName(b.VersionName(n.in), name)
	}
}
