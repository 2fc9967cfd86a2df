package interp

import "assay/hir"

// question is what a branch asks of its operand; if the answer is yes, control
// goes to the consequent.
//
// The branch of a logical expression has the same shape whatever the operator
// is: the consequent keeps the left operand, the alternate evaluates the right
// one. So what it asks depends on the operator. The consequent of an optional
// access is the access, its alternate is undefined.
type question uint8

const (
	isTrue question = iota
	isFalse
	isNotNullish
	// isAccessible is the question of an access in an optional chain that is not
	// optional itself. It always takes place, and throws if there is no object. But
	// the branch has its other edge, and an opaque value may take it.
	isAccessible
)

// questions gives the branches of logical expressions and optional chains their
// question. A branch belongs to the construct that has the same fallthrough.
func (l *loader) questions() {
	blocks := l.blocks[l.fn.firstBlock:]
	asked := make([]question, len(blocks)) // by the position of the fallthrough
	for i := range blocks {
		q := isTrue
		switch t := &blocks[i].src.Term; t.Kind {
		case hir.Logical:
			switch t.Text {
			case "&&":
				q = isFalse
			case "??":
				q = isNotNullish
			}
		case hir.Optional:
			q = isAccessible
			if t.Variant != 0 {
				q = isNotNullish
			}
		default:
			continue
		}
		// No two constructs share a fallthrough, but in graphs without structure.
		if p := l.fn.src.BlockPos(blocks[i].src.Term.Fallthrough); p >= 0 {
			asked[p] = max(asked[p], q)
		}
	}
	for i := range blocks {
		if b := &blocks[i]; b.term == hir.Branch {
			if p := l.fn.src.BlockPos(b.src.Term.Fallthrough); p >= 0 {
				b.question = asked[p]
			}
		}
	}
}

// answer answers the question of the present block's branch about x.
func (m *Machine) answer(a *activation, x *Value) bool {
	b := a.b
	switch b.question {
	case isFalse:
		return !m.truth(a, b.hidden, x)
	case isNotNullish:
		return !m.nullish(a, b.hidden, x)
	case isAccessible:
		return x.IsPrimitive() || !m.nullish(a, b.hidden, x)
	}
	return m.truth(a, b.hidden, x)
}
