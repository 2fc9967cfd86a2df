package mugen

import "strconv"

// A local name is a sigil, a letter, and a suffix. Names with a suffix look like
// those that a converter gives to later values of a variable.
type nameID int16

const (
	numLetters  = 260 // a to z, a0 to z0, ..., a8 to z8
	numSuffixes = 4
	perSigil    = numLetters * numSuffixes

	percentName = 0 * perSigil
	dollarName  = 1 * perSigil
	globalName  = 2 * perSigil
	numNames    = 3 * perSigil
)

func makeName(sigil, letter, suffix int) nameID {
	return nameID(sigil + letter*numSuffixes + suffix)
}

func (n nameID) letter() int { return int(n) % perSigil / numSuffixes }

var suffixes = [numSuffixes]string{"", ".1", ".2", ".1.1"}

// localNames holds the names with % and $; those with @ depend on the function.
var localNames = func() (t [globalName]string) {
	for i := range t {
		sigil := "%"
		if i >= dollarName {
			sigil = "$"
		}
		n := nameID(i)
		t[i] = sigil + letter(n.letter()) + suffixes[i%numSuffixes]
	}
	return t
}()

// text returns the name in function i of the bundle.
func (n nameID) text(i int) string {
	if n < globalName {
		return localNames[n]
	}
	return "@v" + strconv.Itoa(i) + "." + letter(n.letter()) + suffixes[int(n)%numSuffixes]
}

// letter returns the i-th letter.
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return string(rune('a'+i%26)) + strconv.Itoa(i/26-1)
}

// nameSet is a set of names.
type nameSet [(numNames + 63) / 64]uint64

func (s *nameSet) has(n nameID) bool { return s[n/64]>>(n%64)&1 != 0 }

func (s *nameSet) add(n nameID) { s[n/64] |= 1 << (n % 64) }

// numbered returns prefix and a number, from a table for small numbers.
func numbered(table *[64]string, prefix string, n int) string {
	if n < len(table) {
		return table[n]
	}
	return prefix + strconv.Itoa(n)
}

func numberTable(prefix string) (t [64]string) {
	for i := range t {
		t[i] = prefix + strconv.Itoa(i)
	}
	return t
}

var (
	blockNames = numberTable("%b")
	instrNames = numberTable("%inst")
	constNames = numberTable("@c")
	sigNames   = numberTable("@sig")

	globalNames = numberTable("@g")
)
