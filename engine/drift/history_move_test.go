package drift

import (
	"slices"
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestHistoryMovesToAnotherNamespace: measurements against goals and against a centre can be read under the new name; a centre with its own history keeps it, and a second call
// changes nothing.
func TestHistoryMovesToAnotherNamespace(t *testing.T) {
	s := store.NewInMemory()
	h := NewHistory(s)
	old, fresh, third := uuid.UUID{1}, uuid.UUID{2}, uuid.UUID{3}
	late := noon.Add(2 * Keep)
	for i := range 4 {
		record1(t, h, measurementAt(goal, noon.Add(time.Duration(i)*time.Hour), i))
		centre := measurementAt(old, noon.Add(time.Duration(i)*time.Hour), 10+i)
		centre.ReferenceType = ToCentroid
		record1(t, h, centre)
	}
	record1(t, h, measurementAt(old, late, 20))
	other := measurementAt(third, noon, 30)
	other.Namespace = "third"
	record1(t, h, other)
	if n, err := h.Thin(t.Context(), late); err != nil || n == 0 {
		t.Fatalf("%d thinned, error %v", n, err)
	}
	was := newest(t, h, old, noon, 100)
	for range 2 {
		if err := h.Move(t.Context(), "default", "renamed", old, fresh); err != nil {
			t.Fatal(err)
		}
		if left := newest(t, h, old, time.Time{}, 100); len(left.Entries) != 0 || left.Total != 0 {
			t.Errorf("left behind: %+v", left)
		}
		p := newest(t, h, fresh, noon, 100)
		if !slices.Equal(numbers(p), numbers(was)) || p.Total != was.Total || p.Before != was.Before {
			t.Errorf("the centre has %+v, it was %+v", p, was)
		}
		for _, e := range append(p.Entries, newest(t, h, goal, time.Time{}, 100).Entries...) {
			if e.Namespace != "renamed" {
				t.Errorf("an entry is of %s", e.Namespace)
			}
		}
	}
	if err := h.Move(t.Context(), "renamed", "third", fresh, third); err != nil {
		t.Fatal(err)
	}
	if p := newest(t, h, third, time.Time{}, 100); !slices.Equal(numbers(p), []int{30}) {
		t.Errorf("a centre with a history of its own has %v", numbers(p))
	}
	if p := newest(t, h, fresh, time.Time{}, 100); !slices.Equal(numbers(p), numbers(was)) || p.Entries[0].Namespace != "renamed" {
		t.Errorf("what stays has %v", p.Entries)
	}
	if p := newest(t, h, goal, time.Time{}, 100); len(p.Entries) == 0 || p.Entries[0].Namespace != "third" {
		t.Errorf("the goal has %v", p.Entries)
	}
}
