package dream

import (
	"slices"
	"testing"

	"asterism/engine/store"
)

func TestEvenly(t *testing.T) {
	var ids []store.ID
	for i := range 100 {
		ids = append(ids, store.ID{15: byte(i)})
	}
	if got, others := evenly(ids, 100); len(got) != 100 || len(others) != 0 {
		t.Errorf("%d and %d of 100", len(got), len(others))
	}
	got, others := evenly(ids, 8)
	if len(got) != 8 || len(others) != 92 || slices.ContainsFunc(got, func(id store.ID) bool { return slices.Contains(others, id) }) || got[0] != ids[0] || got[7] != ids[87] {
		t.Errorf("%v", got)
	}
	for i := range got[1:] {
		if gap := int(got[i+1][15]) - int(got[i][15]); gap != 12 && gap != 13 {
			t.Errorf("a gap of %d", gap)
		}
	}
}
