package oracle

import "assay/scopes"

// Conversions is a set of conversions to check.
type Conversions uint8

// The conversions. The zero Conversions is the default of CheckOptions.Only.
const (
	// ConvertSSA is the conversion to SSA form, by CheckOptions.Passes.
	ConvertSSA Conversions = 1 << iota
	// ConvertScopes is that to scope terminals, by CheckOptions.ScopePasses.
	ConvertScopes
)

// CheckOptions says how deep a check goes. The zero value of a field means the
// default.
type CheckOptions struct {
	// Passes makes the passes to check on functions before SSA form, in order, for one
	// Checker; default SSAPasses.
	Passes func() []Pass
	// ScopePasses makes the passes that functions with scopes go through; default
	// ScopePasses.
	ScopePasses func(from Stage, opt scopes.AlignOptions) []Pass
	// Only are the conversions to check; default those whose passes are given, and all
	// if none are. Without ConvertSSA, functions are still put into SSA form, but what
	// that makes is not checked.
	Only Conversions
	// Seeds is how many worlds each snapshot runs in; default 3.
	Seeds int
	// Fuel is the number of instructions one run may execute; default 2000.
	Fuel int
	// SequentialPhis runs snapshots after the first with the interpreter's
	// deliberate mistake, to measure the oracles.
	SequentialPhis bool
	// Fault is the name of the faulty pass that is switched in, or "".
	Fault string
	// FromText checks programs as their text in HIR tells them, since a pass gets no
	// more than that.
	FromText bool
	// Flags are those of assay check that ask for Passes and ScopePasses, for replays.
	Flags string
}

const (
	defaultSeeds = 3
	defaultFuel  = 2000
)

// fillDefaults sets what is not given.
func (o *CheckOptions) fillDefaults() {
	if o.Only == 0 {
		o.Only = o.conversions()
	}
	if o.Passes == nil {
		o.Passes = SSAPasses
	}
	if o.Seeds == 0 {
		o.Seeds = defaultSeeds
	}
	if o.Fuel == 0 {
		o.Fuel = defaultFuel
	}
	if o.ScopePasses == nil {
		o.ScopePasses = ScopePasses
	}
}

// conversions returns those whose passes are given, or all.
func (o *CheckOptions) conversions() Conversions {
	switch {
	case o.Passes != nil && o.ScopePasses == nil:
		return ConvertSSA
	case o.Passes == nil && o.ScopePasses != nil:
		return ConvertScopes
	}
	return ConvertSSA | ConvertScopes
}
