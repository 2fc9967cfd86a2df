package mu

// Ids are indices into tables: the first five into tables of a Bundle, the
// last two into tables of a Function.
type (
	// EntityID is an index into Bundle.Entities.
	EntityID int32
	// TypeID is an index into Bundle.Types.
	TypeID int32
	// SigID is an index into Bundle.Sigs.
	SigID int32
	// ConstID is an index into Bundle.Consts.
	ConstID int32
	// GlobalID is an index into Bundle.Globals.
	GlobalID int32
	// FuncID is an index into Bundle.Funcs.
	FuncID int32
	// VarID is an index into Function.Vars.
	VarID int32
	// BlockID is an index into Function.Blocks.
	BlockID int32
)

// The ids of nothing.
const (
	NoEntity EntityID = -1
	NoType   TypeID   = -1
	NoSig    SigID    = -1
	NoVar    VarID    = -1
	NoBlock  BlockID  = -1
)
