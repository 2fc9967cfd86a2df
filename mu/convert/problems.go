package convert

import (
	"strings"

	"assay/mu"
)

// Problems is the error of a bundle that cannot be converted: what is wrong, and
// what else was found, in the order of places. At least one is an error.
type Problems []*mu.Problem

// Error returns the problems, one on each line.
func (ps Problems) Error() string {
	var s strings.Builder
	for i, p := range ps {
		if i > 0 {
			s.WriteByte('\n')
		}
		s.WriteString(p.Error())
	}
	return s.String()
}
