package oracle

import (
	"math"
	"slices"

	"assay/hir"
)

// difference says how two instructions or terminals differ, apart from the
// identifiers of their places.
type difference uint8

const (
	same difference = iota
	// sameInPrint: they differ only in what the printed form does not show.
	sameInPrint
	// different: they do different things.
	different
)

// compareInstructions compares what two instructions do.
func compareInstructions(a, b *hir.Instruction) difference {
	if a.Kind != b.Kind || a.LKind != b.LKind || len(a.Operands) != len(b.Operands) ||
		len(a.Defs) != len(b.Defs) || (a.Func == nil) != (b.Func == nil) || a.HasLvalue() != b.HasLvalue() {
		return different
	}
	d := same
	if a.Text != b.Text {
		// The printed form does not show the operator of a UnaryExpression.
		if a.Kind != hir.UnaryExpression || a.Text != "" && b.Text != "" {
			return different
		}
		d = sameInPrint
	}
	if a.Aux == nil && b.Aux == nil {
		return d
	}
	return max(d, comparePayloads(a.Aux, b.Aux))
}

// comparePayloads compares two payloads, either of which may be nil.
func comparePayloads(a, b hir.Aux) difference {
	switch a := a.(type) {
	case nil:
		// A list without spreads and holes may be absent.
		if e, ok := b.(hir.Elements); ok && allPlain(e) {
			return same
		}
	case hir.Elements:
		e, ok := b.(hir.Elements)
		switch {
		case ok && slices.Equal(a, e):
			return same
		case (ok && len(e) == 0 || b == nil) && allPlain(a), ok && len(a) == 0 && allPlain(e):
			return same
		}
	case hir.Properties:
		if b, ok := b.(hir.Properties); ok {
			return compareProperties(a, b)
		}
	case *hir.Pattern:
		if b, ok := b.(*hir.Pattern); ok && (a == b || a.Object == b.Object && slices.EqualFunc(a.Items, b.Items, samePatternItem)) {
			return same
		}
	case *hir.Jsx:
		if b, ok := b.(*hir.Jsx); ok && (a == b || a.Tag == b.Tag && a.TagIsPlace == b.TagIsPlace &&
			a.HasChildren == b.HasChildren && slices.Equal(a.Attributes, b.Attributes)) {
			return same
		}
	case hir.Template:
		if b, ok := b.(hir.Template); ok {
			return compareTemplates(a, b)
		}
	case *hir.MemoDeps:
		if b, ok := b.(*hir.MemoDeps); ok && a.Known == b.Known && slices.EqualFunc(a.Deps, b.Deps, func(x, y hir.MemoDep) bool {
			return x.Global == y.Global && slices.Equal(x.Path, y.Path)
		}) {
			return same
		}
	case hir.Pruned, hir.RegExpFlags, hir.MetaName:
		if a == b {
			return same
		}
	case *hir.Binding:
		if b, ok := b.(*hir.Binding); ok && (a == b || *a == *b) {
			return same
		}
	case *hir.Literal:
		if b, ok := b.(*hir.Literal); ok {
			return compareLiterals(a, b)
		}
	}
	return different
}

func allPlain(e hir.Elements) bool {
	return !slices.ContainsFunc(e, func(x hir.Element) bool { return x != hir.ElementPlace })
}

func compareProperties(a, b hir.Properties) difference {
	if len(a) != len(b) {
		return different
	}
	d := same
	for i := range a {
		switch {
		case a[i].Spread != b[i].Spread || a[i].Key != b[i].Key:
			return different
		case a[i].Method != b[i].Method:
			d = sameInPrint
		}
	}
	return d
}

// samePatternItem compares two items of patterns. The place of a computed key
// is visited by no pass, so it must be the same.
func samePatternItem(a, b hir.PatternItem) bool {
	return a.Hole == b.Hole && a.Spread == b.Spread && a.Key == b.Key &&
		(a.Key.Kind != hir.KeyComputed || a.KeyPlace.Identifier == b.KeyPlace.Identifier)
}

func compareTemplates(a, b hir.Template) difference {
	if len(a) != len(b) {
		return different
	}
	d := same
	for i := range a {
		switch {
		case a[i].Raw != b[i].Raw, a[i].HasCooked && b[i].HasCooked && a[i].Cooked != b[i].Cooked:
			return different
		case a[i].HasCooked != b[i].HasCooked:
			d = sameInPrint
		}
	}
	return d
}

// compareLiterals compares two literals by value. The printed form shows -0 as
// 0, and NaN and the infinities as null.
func compareLiterals(a, b *hir.Literal) difference {
	if a == b {
		return same
	}
	if a.Kind == b.Kind {
		eq := true
		switch a.Kind {
		case hir.LiteralBool:
			eq = a.Bool == b.Bool
		case hir.LiteralNumber:
			eq = math.Float64bits(a.Num) == math.Float64bits(b.Num) || a.Num != a.Num && b.Num != b.Num
		case hir.LiteralString:
			eq = a.Str == b.Str
		}
		if eq {
			return same
		}
	}
	if printsAsNull(a) && printsAsNull(b) || a.Kind == hir.LiteralNumber && b.Kind == hir.LiteralNumber && a.Num == b.Num {
		return sameInPrint
	}
	return different
}

func printsAsNull(l *hir.Literal) bool {
	return l.Kind == hir.LiteralNull || l.Kind == hir.LiteralNumber && (math.IsNaN(l.Num) || math.IsInf(l.Num, 0))
}

// compareTerminals compares what two terminals do and where they go.
func compareTerminals(a, b *hir.Terminal) difference {
	if a.Kind != b.Kind || a.Fallthrough != b.Fallthrough || a.Text != b.Text || len(a.Operands) != len(b.Operands) ||
		!slices.Equal(a.Targets, b.Targets) || !slices.Equal(a.HasTest, b.HasTest) ||
		(a.Kind == hir.ScopeTerm || a.Kind == hir.PrunedScope) && a.Scope != b.Scope {
		return different
	}
	switch {
	case a.Variant == b.Variant:
		return same
	case a.Kind == hir.Goto && a.Variant != hir.GotoContinue && b.Variant != hir.GotoContinue:
		return sameInPrint // Break and Try
	case a.Kind == hir.Return && (a.Variant == hir.ReturnUnspecified || b.Variant == hir.ReturnUnspecified):
		return sameInPrint // the short form may leave it out
	}
	return different
}

// sameEffects compares effect lines but for the identifiers in them, which are
// renamed like all others.
func sameEffects(a, b []hir.RefText) bool {
	if (a == nil) != (b == nil) || len(a) != len(b) {
		return false
	}
	for i := range a {
		if !slices.EqualFunc(a[i], b[i], func(x, y hir.RefPart) bool {
			return x.Text == y.Text && (x.Identifier == hir.NoIdentifier) == (y.Identifier == hir.NoIdentifier)
		}) {
			return false
		}
	}
	return true
}
