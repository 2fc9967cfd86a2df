package mu

// Function is one version of a function: the body of a .funcdef.
//
// A local name stands for a variable that the whole function shares: in pre-SSA
// form it may be assigned in many places. In SSA form it is one only within its
// block, and blocks that use one name use it independently of each other.
type Function struct {
	Func FuncID
	Sig  SigRef
	// Name is the name of the version as it was written, with its sigil.
	Name string
	// Pos is the place of the function's name, VersionPos of the version's.
	Pos, VersionPos Pos
	// HasHeader says that a list of parameters was written after the signature,
	// and Header holds it.
	HasHeader bool
	Header    []Def
	Vars      []Variable
	// Blocks holds the blocks in order; the first is the entry.
	Blocks []Block
}

// Variable is a local variable.
type Variable struct {
	// Name has its sigil: %x, $x or @x.
	Name string
	// Pos is the place where the name stands first.
	Pos Pos
}

// Block is a basic block.
type Block struct {
	// Name is the name as it was written, with its sigil.
	Name string
	Pos  Pos
	// HasParams says that a list of parameters was written, perhaps an empty
	// one. Without a list nothing is said of the parameters.
	HasParams bool
	Params    []Param
	// HasExc says that the block has the exception parameter Exc.
	HasExc bool
	Exc    Def
	Instrs []Instruction
}

// Terminator returns the last instruction of the block if it is a terminator,
// else nil.
func (b *Block) Terminator() *Instruction {
	if n := len(b.Instrs); n > 0 && b.Instrs[n-1].IsTerminator() {
		return &b.Instrs[n-1]
	}
	return nil
}

// Destinations returns the edges that leave the block, in order: those of its
// terminator.
func (b *Block) Destinations() []Dest {
	if t := b.Terminator(); t != nil {
		return t.Dests
	}
	return nil
}

// NumParams returns how many explicit parameters a block has: those at its label, or
// of the entry those after the signature.
func (f *Function) NumParams(b BlockID) int {
	if b == 0 && f.HasHeader {
		return len(f.Header)
	}
	return len(f.Blocks[b].Params)
}

// Param returns the variable of an explicit parameter of a block, counted from 0.
func (f *Function) Param(b BlockID, i int) VarID {
	if b == 0 && f.HasHeader {
		return f.Header[i].Var
	}
	return f.Blocks[b].Params[i].Var
}

// AddVar adds a variable, whose name has its sigil.
func (f *Function) AddVar(name string, pos Pos) VarID {
	f.Vars = append(f.Vars, Variable{name, pos})
	return VarID(len(f.Vars) - 1)
}

// GlobalName returns the global name that a local name has in a scope: %x in
// scope @f.v.b is @f.v.b.x. A global name is itself.
func GlobalName(scope, name string) string {
	if name == "" || name[0] == '@' {
		return name
	}
	return scope + "." + name[1:]
}

// VersionName returns the global name of a version of a function.
func (b *Bundle) VersionName(f *Function) string {
	return GlobalName(b.Funcs[f.Func].Name, f.Name)
}

// BlockName returns the global name of a block.
func (b *Bundle) BlockName(f *Function, id BlockID) string {
	return GlobalName(b.VersionName(f), f.Blocks[id].Name)
}
