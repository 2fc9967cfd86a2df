package interp

import "math/bits"

// mix hashes two words into one; it is not symmetric.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x2d358dccaa6c78a5, b^0x8bb84b93962eacc9)
	return hi ^ lo ^ bits.RotateLeft64(b, 29)
}

// hashBytes hashes a text.
func hashBytes[T string | []byte](s T) uint64 {
	h := uint64(len(s))
	for len(s) >= 8 {
		h = mix(h, uint64(s[0])|uint64(s[1])<<8|uint64(s[2])<<16|uint64(s[3])<<24|
			uint64(s[4])<<32|uint64(s[5])<<40|uint64(s[6])<<48|uint64(s[7])<<56)
		s = s[8:]
	}
	var w uint64
	for i := range len(s) {
		w |= uint64(s[i]) << (8 * i)
	}
	return mix(h, w)
}

// hash returns a hash that values have in common that are Equal.
func (v *Value) hash() uint64 {
	if v.kind != Aggregate {
		return v.hashScalar()
	}
	h := uint64(Aggregate)
	for i := range v.obj.cells {
		h = mix(h, v.obj.cells[i].hashScalar())
	}
	return h
}

func (v *Value) hashScalar() uint64 {
	w := v.bits
	switch v.kind {
	case Int:
		return mix(uint64(Int)|uint64(v.width)<<8, w)
	case Float, Double:
		if v.isNaN() {
			w = nan64
		}
	case Ref, IRef:
		w = uint64(v.Object())<<32 | uint64(v.Offset())
	case Func:
		if v.obj != nil {
			w = hashBytes(v.obj.name)
		}
	case Tag:
		return mix(mix(uint64(Tag)|uint64(v.width)<<8, w), uint64(v.Object()))
	}
	return mix(uint64(v.kind), w)
}
