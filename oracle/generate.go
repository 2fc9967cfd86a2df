package oracle

import (
	"encoding/hex"
	"fmt"

	"assay/gen"
	"assay/hir"
	"assay/js"
)

// graphShare is the share of generated cases, of 256, that are bare control
// flow graphs instead of JavaScript programs.
const graphShare = 32

// Generator makes cases from choices. It keeps scratch memory between cases
// and is not safe for concurrent use.
type Generator struct {
	// Config is the shape of the JavaScript programs, GraphConfig that of bare
	// graphs.
	Config      gen.Config
	GraphConfig gen.GraphConfig

	lowerer js.Lowerer
}

// NewGenerator returns a Generator of programs of the default shape.
func NewGenerator() *Generator {
	return new(Generator)
}

// FromSeed returns the case that a seed stands for.
func (g *Generator) FromSeed(seed uint64) (Case, error) {
	c, err := g.fromChoices(gen.FromSeed(seed))
	c.Name = fmt.Sprintf("seed %d", seed)
	c.Replay = seedReplay(seed)
	return c, err
}

// FromBytes returns the case that bytes stand for. Every byte string stands for
// one.
func (g *Generator) FromBytes(data []byte) (Case, error) {
	c, err := g.fromChoices(gen.FromBytes(data))
	c.Name = fmt.Sprintf("bytes %x", data)
	c.Replay = "assay check --bytes " + hexOrEmpty(data)
	return c, err
}

// seedReplay returns the command that checks the program of a seed.
func seedReplay(seed uint64) string { return fmt.Sprintf("assay check --seed %d", seed) }

func hexOrEmpty(data []byte) string {
	if len(data) == 0 {
		return "''"
	}
	return hex.EncodeToString(data)
}

// fromChoices decodes a case. An error says that the generator made a program
// that cannot be lowered, which is a defect of one of the two.
func (g *Generator) fromChoices(c *gen.Choices) (Case, error) {
	var cs Case
	var err error
	if c.Byte() >= 256-graphShare {
		cs.Func = gen.Graph(c, g.GraphConfig)
	} else {
		cs, err = g.FromProgram(gen.Program(c, g.Config))
	}
	// The plan comes last, so that bytes of before there were plans still stand for
	// the same programs.
	cs.Scopes = gen.Scopes(c)
	return cs, err
}

// Recycle gives back the memory of a case that g lowered and nobody needs any
// more, for the cases after it.
func (g *Generator) Recycle(c Case) {
	if c.Source != nil && c.Func != nil {
		g.lowerer.Recycle(c.Func)
	}
}

// FromProgram lowers the first function of a program to a case. The error is
// that of the lowering.
func (g *Generator) FromProgram(p *js.Program) (Case, error) {
	for _, s := range p.Body {
		if d, ok := s.(*js.FunctionDecl); ok {
			f, err := g.lowerer.Lower(p, d, js.LowerOptions{})
			return Case{Source: p, Func: f}, err
		}
	}
	return Case{Source: p, Func: hir.NewFunction(&hir.Env{}, "")}, fmt.Errorf("the program has no function")
}
