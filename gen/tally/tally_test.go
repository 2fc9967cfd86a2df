package tally

import (
	"reflect"
	"testing"
)

func TestTally(t *testing.T) {
	var all, a, b Tally
	for i := range 10 {
		has := []int32{1, int32(i % 2 * 3), 0}
		all.Add(has, i*1000)
		if i < 4 {
			a.Add(has, i*1000)
		} else {
			b.Add(has, i*1000)
		}
	}
	a.Merge(&b)
	if !reflect.DeepEqual(a, all) {
		t.Errorf("merged %+v, at once %+v", a, all)
	}
	if all.Programs() != 10 || all.Total(1) != 15 || all.Each(1) != 1.5 || all.Share(1) != 50 || all.Share(2) != 0 || all.MeanSize() != 4500 {
		t.Errorf("found %+v", all)
	}
	if all.Size(50) != 4000 || all.Size(95) != maxSize {
		t.Errorf("found sizes %d and %d", all.Size(50), all.Size(95))
	}
	if all.Below(1, 500) || !all.Below(1, 501) || !all.Below(7, 1) || all.Below(2, 0) {
		t.Error("found floors that do not hold")
	}
	var none Tally
	if none.Share(3) != 0 || none.Each(3) != 0 || none.Size(50) != 0 || none.MeanSize() != 0 || none.Below(0, 10) {
		t.Errorf("found %+v in nothing", none)
	}
}
