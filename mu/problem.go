package mu

import (
	"slices"
	"strings"
)

// MaxProblems is how many problems of a bundle are reported at most; checking
// ends there.
const MaxProblems = 1000

// maxMessage is how many bytes of a message are kept.
const maxMessage = 2000

// Severity tells errors from warnings.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Level is how much of a bundle is checked.
type Level uint8

// The levels; each checks what the ones before it do.
const (
	// LevelNone checks names, forms, the structure of blocks and numbers of
	// things.
	LevelNone Level = iota
	// LevelDefs checks the types of definitions too: that they are types of
	// values, and that those of one variable agree.
	LevelDefs
	// LevelFull checks the types of all operands, arguments and constants too.
	LevelFull
)

// Problem is something that is wrong with a bundle, or suspect.
type Problem struct {
	// Code names the kind of problem: E-... of an error, W-... of a warning.
	Code     string
	Severity Severity
	Position Position
	// Function is the global name of the version, Block the name of the block
	// and Instr the instruction, or "" where they do not apply.
	Function, Block, Instr string
	// Msg says what was expected and what was found.
	Msg string

	pos Pos
}

// At tells what a problem is about: a function, perhaps a block of it, perhaps an
// instruction of the block.
type At struct {
	Function *Function    // or nil
	Block    BlockID      // or NoBlock
	Instr    *Instruction // or nil
}

// NewProblem returns a problem with a code at a place in the text.
func (b *Bundle) NewProblem(s Severity, code string, at At, pos Pos, msg string) *Problem {
	if len(msg) > maxMessage {
		msg = msg[:maxMessage] + "..."
	}
	p := &Problem{Code: code, Severity: s, Position: b.Position(pos), Msg: msg, pos: pos}
	if f := at.Function; f != nil {
		p.Function = b.VersionName(f)
		if at.Block >= 0 {
			p.Block = f.Blocks[at.Block].Name
		}
		if at.Instr != nil {
			p.Instr = f.instructionName(at.Instr)
		}
	}
	return p
}

// SortProblems sorts problems by their places in the text.
func SortProblems(ps []*Problem) {
	slices.SortStableFunc(ps, func(p, q *Problem) int { return int(p.pos) - int(q.pos) })
}

// Error returns "file:line:column: error CODE: function @f.v, block %b,
// instruction %x = ADD: message", without the parts that do not apply.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.Position.String())
	b.WriteString(": ")
	b.WriteString(p.Severity.String())
	b.WriteByte(' ')
	b.WriteString(p.Code)
	b.WriteString(": ")
	if p.Function != "" {
		b.WriteString("function ")
		b.WriteString(p.Function)
		if p.Block != "" {
			b.WriteString(", block ")
			b.WriteString(p.Block)
		}
		if p.Instr != "" {
			b.WriteString(", instruction ")
			b.WriteString(p.Instr)
		}
		b.WriteString(": ")
	}
	b.WriteString(p.Msg)
	return b.String()
}

// HasErrors reports whether there are errors, not only warnings.
func HasErrors(ps []*Problem) bool {
	for _, p := range ps {
		if p.Severity == Error {
			return true
		}
	}
	return false
}
