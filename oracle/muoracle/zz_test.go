package muoracle

import (
	"context"
	"testing"

	"assay/oracle/campaign"
)

func TestZZ(t *testing.T) {
	rep := Fuzz(context.Background(), FuzzOptions{Options: campaign.Options{Count: 3000, Jobs: 2}})
	t.Logf("%+v %v", rep.Stats, rep.Elapsed)
	for i, b := range rep.Failures {
		t.Logf("%s %d first %d", b.Kind, b.Count, b.FirstIndex)
		if i < 8 {
			f := Reduce(b.Example, Options{})
			t.Log(f.Error())
		}
	}
}
