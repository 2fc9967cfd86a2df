package feature

import "testing"

type letter uint8

func (l letter) String() string { return string(rune('a' + l)) }

func TestSet(t *testing.T) {
	s := Of[letter](0, 25, 3, 3)
	if s.String() != "a d z" || s.Len() != 3 || !s.Has(25) || s.Has(1) {
		t.Errorf("found %v of %d", s, s.Len())
	}
	if Of[letter]().String() != "" {
		t.Errorf("found %v", Of[letter]())
	}
	if l, err := Parse[letter]("b", []string{"a", "b"}); err != nil || l != 1 {
		t.Errorf("found %v, %v", l, err)
	}
	if _, err := Parse[letter]("c", []string{"a", "b"}); err == nil || err.Error() != `unknown feature "c" (known: a b)` {
		t.Errorf("found %v", err)
	}
}
