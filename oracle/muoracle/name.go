package muoracle

import (
	"strings"

	"assay/mu"
)

// name checks the name of a value of a variable: that of the variable, perhaps with
// numbers. $x has no name of %x.
func (s *simulation) name(v, o mu.VarID) {
	name := s.f.Vars[v].Name
	base := name
	if name[0] == '$' {
		base = "%" + name[1:]
	}
	found := s.out.Vars[o].Name
	switch {
	case !suffixed(found, base):
		s.bad(OracleShape, "name", nil, "expected a value of %s to be %s, perhaps with numbers, found %s", name, base, found)
	case name[0] == '$' && found == base && s.percent[base]:
		s.bad(OracleShape, "name", nil, "expected a value of %s to have another name than %s, which is a variable of the input, found %s", name, base, found)
	}
}

// suffixed reports whether a name is a base with numbers behind it.
func suffixed(name, base string) bool {
	rest, ok := strings.CutPrefix(name, base)
	if !ok {
		return false
	}
	for rest != "" {
		if rest[0] != '.' || len(rest) == 1 {
			return false
		}
		i := 1
		for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
			i++
		}
		if i == 1 {
			return false
		}
		rest = rest[i:]
	}
	return true
}
