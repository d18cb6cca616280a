package engine

import (
	"slices"
	"testing"

	"asterism/engine/store"
	"asterism/models"
)

// TestWhatBelongsIsToldBesideADamagedVector checks that links, and memories related by them, are returned if a value in E8 of the memory, of a linked one or of another is
// damaged. Only the memory without a value is left out;
// a damaged block may contain the values of all.
func TestWhatBelongsIsToldBesideADamagedVector(t *testing.T) {
	for name, place := range map[string]int{"the memory": 0, "what it is linked with": 1, "what belongs with it": 2} {
		e := open(t, t.TempDir())
		var ids []store.ID
		for _, n := range remember(t, e, notesOf(breadNotes...)...) {
			ids = append(ids, n.ID)
		}
		for _, other := range []store.ID{ids[0], ids[2], ids[3]} {
			if _, err := LinkerOf(e).DecideLink(t.Context(), ids[1], other, "link"); err != nil {
				t.Fatal(err)
			}
		}
		e, _ = logged(t, damagedCopy(t, e, ids[place], models.Graph))
		links, err := LinkerOf(e).Links(t.Context(), ids[0])
		if err != nil || len(links.Links) != 1 {
			t.Fatalf("%s: links %+v, error %v", name, links, err)
		}
		near, err := LinkerOf(e).Belonging(t.Context(), ids[0], 5)
		lacks := func(n Near) bool { return n.Other.ID == ids[place] }
		if err != nil || slices.ContainsFunc(near, lacks) {
			t.Errorf("%s is damaged: %+v, error %v", name, near, err)
		}
	}
}
