package convert

import (
	"assay/mu"
)

// Options says how programs are converted. The zero value is the default.
type Options struct {
	// KeepCopies keeps each ID, as a COMMINST @uvm.kill_dependency, so that every
	// assignment has an SSA name of its own.
	KeepCopies bool
	// StrictEntry refuses branches to the first block, for which otherwise a new
	// first block is put before it.
	StrictEntry bool
	// DropUnreachable leaves out blocks that control cannot reach.
	DropUnreachable bool
	// Level is how much of the bundle is checked before.
	Level mu.Level
}

// Result is what a conversion yields.
type Result struct {
	// Bundle is the bundle in SSA form. It shares nothing that changes with the
	// one that was converted.
	Bundle *mu.Bundle
	Map    *Map
}
