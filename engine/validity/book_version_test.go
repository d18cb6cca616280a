package validity

import "testing"

// TestAnEarlierVersionChangesNothing: a note that is stored again late, with its id, does not undo a later update.
func TestAnEarlierVersionChangesNothing(t *testing.T) {
	var b Book
	updated := fact(2, 1, 1)
	updated.Version = 2
	b.Put(&updated)
	first := fact(2, 1)
	first.Version = 1
	b.Put(&first)
	if got := b.Related(ids(1)); len(got) != 2 {
		t.Errorf("related are %v, want the memory and what supersedes it", got)
	}
	updated.Version, updated.Supersedes = 3, nil
	b.Put(&updated)
	if n := b.Len(); n != 0 {
		t.Errorf("%d memories, want none after the update that supersedes nothing", n)
	}
}
