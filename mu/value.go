package mu

// Value is what an operand names: a local variable if it is not negative, else
// a top-level entity.
type Value int32

// LocalValue returns the value of a variable.
func LocalValue(v VarID) Value { return Value(v) }

// GlobalValue returns the value of a top-level entity.
func GlobalValue(e EntityID) Value { return Value(^e) }

// IsLocal reports whether the value is a variable.
func (v Value) IsLocal() bool { return v >= 0 }

// Var returns the variable, or NoVar if the value is global.
func (v Value) Var() VarID {
	if v < 0 {
		return NoVar
	}
	return VarID(v)
}

// Entity returns the top-level entity, or NoEntity if the value is local.
func (v Value) Entity() EntityID {
	if v >= 0 {
		return NoEntity
	}
	return EntityID(^v)
}

// Operand is one mention of a value in an instruction.
type Operand struct {
	Value
	Pos Pos
	// Full says that a local variable %x was written with its global name, as
	// @f.v.b.x in block %b of version %v of @f.
	Full bool
}

// Local returns an operand that mentions a variable.
func Local(v VarID) Operand { return Operand{Value: LocalValue(v)} }

// Global returns an operand that mentions a top-level entity.
func Global(e EntityID) Operand { return Operand{Value: GlobalValue(e)} }

// Def is the definition of a variable: a result of an instruction, a header
// parameter or an exception parameter.
type Def struct {
	Var VarID
	Pos Pos
	// Full is as in Operand.
	Full bool
}

// Param is an explicit parameter of a block.
type Param struct {
	Var  VarID
	Type TypeRef
	Pos  Pos
	// Full is as in Operand.
	Full bool
}
