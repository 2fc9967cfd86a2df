package gen

import "strconv"

// Names of local variables are drawn from one sequence: short letters first. It
// leaves out the names of the globals.
var localNames = func() (t [256]string) {
	n := 0
	for _, c := range "abcdeijklmnpqrstuvwxyz" {
		t[n] = string(c)
		n++
	}
	for ; n < len(t); n++ {
		t[n] = "v" + strconv.Itoa(n)
	}
	return t
}()

func localName(i int32) string {
	if int(i) < len(localNames) {
		return localNames[i]
	}
	return "v" + strconv.Itoa(int(i))
}

var labelNames = func() (t [32]string) {
	for i := range t {
		t[i] = "L" + strconv.Itoa(i)
	}
	return t
}()

func labelName(i int) string {
	if i < len(labelNames) {
		return labelNames[i]
	}
	return "L" + strconv.Itoa(i)
}

// The global names that programs use. Nothing in a program declares them.
var (
	globalFunctions = [...]string{"f", "g", "h"}
	globalValues    = [...]string{"G", "H"}
	globalClass     = "C"
	globalTag       = "tag"
)

// Globals returns the names of the global variables that generated programs read,
// beside undefined: f, g and h are called, G and H are read, written and used as
// objects with methods, C is a constructor, and tag is a template's tag. A world
// that runs the programs has to supply them.
func Globals() []string {
	names := append([]string(nil), globalFunctions[:]...)
	names = append(names, globalValues[:]...)
	return append(names, globalClass, globalTag)
}

// The property names of objects in programs; methods are called m.
var propNames = [...]string{"x", "y", "z"}

const methodName = "m"
