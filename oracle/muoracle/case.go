package muoracle

import (
	"encoding/hex"
	"fmt"

	"assay/gen"
	"assay/gen/mugen"
	"assay/mu"
	"assay/mu/convert"
)

// Case is one bundle to check.
type Case struct {
	Name   string
	Bundle *mu.Bundle
	// SSA says that the bundle is in SSA form, and so must come back as it is.
	SSA bool
	// Options are those of the conversion. Level and PHI do not matter: the bundle is
	// checked in full, and converted to both forms.
	Options convert.Options
	// Entry is the function to run, or "" to run none.
	Entry string
	// Replay is the command that makes this very case again.
	Replay string
}

// Text returns the bundle's text.
func (c *Case) Text() string { return string(mu.Print(c.Bundle, mu.PrintOptions{})) }

// ssaShare is the share of generated cases, of 256, that are in SSA form.
const ssaShare = 24

// FromSeed returns the case that a seed stands for.
func FromSeed(seed uint64, cfg mugen.Config) Case {
	c := fromChoices(gen.FromSeed(seed), cfg)
	c.Name = fmt.Sprintf("seed %d", seed)
	c.Replay = fmt.Sprintf("assay check --lang mu --seed %d", seed)
	return c
}

// FromBytes returns the case that bytes stand for. Every byte string stands for
// one.
func FromBytes(data []byte, cfg mugen.Config) Case {
	c := fromChoices(gen.FromBytes(data), cfg)
	c.Name = fmt.Sprintf("bytes %x", data)
	text := hex.EncodeToString(data)
	if text == "" {
		text = "''"
	}
	c.Replay = "assay check --lang mu --bytes " + text
	return c
}

func fromChoices(ch *gen.Choices, cfg mugen.Config) Case {
	c := Case{Entry: mugen.Entry}
	if c.SSA = ch.Byte() >= 256-ssaShare; c.SSA {
		c.Bundle = mugen.SSABundle(ch, cfg)
		return c
	}
	if b := ch.Byte(); b >= 176 {
		c.Options.KeepCopies = b&1 != 0
		c.Options.DropUnreachable = b&2 != 0
		c.Options.NameOSR = convert.NameOSR(b >> 2 % 3)
	}
	c.Bundle = mugen.Bundle(ch, cfg)
	return c
}
