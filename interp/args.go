package interp

import "strconv"

// DefaultArgs returns n arguments chosen by seed: half of them opaque, so that
// operations on them are not interpreted, the others primitives of all kinds, so
// that real branches are taken both ways.
func DefaultArgs(seed uint64, n int) []Value {
	vs := make([]Value, n)
	for i := range vs {
		vs[i] = defaultArg(seed, i)
	}
	return vs
}

func defaultArg(seed uint64, i int) Value {
	d := mix(mix(saltArgument, seed), uint64(i))
	n := d >> 8
	switch d & 15 {
	case 0:
		return Undefined
	case 1:
		return Null
	case 2:
		return Bool(n&1 != 0)
	case 3, 4:
		return Number(float64(n%12) - 2)
	case 5:
		return Number(float64(n%4096)/16 - 100)
	case 6:
		return stringValue(&argTexts[n%uint64(len(argTexts))])
	case 7:
		return Number(float64(n%3) - 1)
	}
	return term(mix(saltArgument, mix(uint64(i), n)))
}

var argTexts = [...]string{"", "a", "7", "abc", "é", "x y"}

// argName returns the name of the ith argument in a trace.
func argName(i int) string { return "arg" + strconv.Itoa(i) }
