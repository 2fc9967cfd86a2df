package interp

import "math/bits"

// mix hashes two words into one. It is not symmetric. The product of two
// 64-bit words, folded, mixes every bit of both into the low and high half.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1b54a32d192ed03)
	return hi ^ lo ^ bits.RotateLeft64(a, 32)
}

// hashString hashes a text by its content.
func hashString(s string) uint64 {
	h := saltText + uint64(len(s))
	for len(s) >= 8 {
		h = mix(h, uint64(s[0])|uint64(s[1])<<8|uint64(s[2])<<16|uint64(s[3])<<24|
			uint64(s[4])<<32|uint64(s[5])<<40|uint64(s[6])<<48|uint64(s[7])<<56)
		s = s[8:]
	}
	if len(s) > 0 {
		var w uint64
		for i := 0; i < len(s); i++ {
			w |= uint64(s[i]) << (8 * i)
		}
		h = mix(h, w)
	}
	return h
}

// The salts tell apart what is hashed. Decisions have salts of their own, so
// that two questions about one term have independent answers.
const (
	saltText = (iota + 1) << 32
	saltNamed
	saltKind
	saltOperation
	saltElement
	saltEffect
	saltError
	saltThrown
	saltArgument
	saltTruth
	saltEqual
	saltNullish
	saltTypeOf
	saltCalls
	saltLength
	saltRate
	saltEdge
	saltEpilogue
	saltContext
)
