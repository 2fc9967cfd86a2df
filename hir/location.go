package hir

import "strconv"

// Location returns "function f, block bb1, instruction 3", without the block
// if it is NoBlock and without the instruction if it is 0. All diagnostics
// name places in a program in this way.
func Location(function string, block BlockID, instr InstructionID) string {
	if function == "" {
		function = "<<anonymous>>"
	}
	s := "function " + function
	if block != NoBlock {
		s += ", block " + block.String()
	}
	if instr != 0 {
		s += ", instruction " + strconv.Itoa(int(instr))
	}
	return s
}
