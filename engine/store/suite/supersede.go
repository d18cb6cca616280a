package suite

import (
	"context"
	"slices"
	"testing"
	"time"

	"asterism/engine/store"
)

// Repeat returns the command that records that a version was stored again.
func Repeat(id store.ID, version uint64, count uint32) store.Command {
	return store.Command{Op: store.OpRepeat, ID: id, Version: version, Count: count, At: later.Add(time.Duration(count) * time.Hour)}
}

// supersedes: which memories one replaces is visible from both ends and replaced by a new version; a purge removes it.
func supersedes(t *testing.T, s store.Store) {
	m := Sample(3)
	m.Supersedes, m.Links = []store.ID{ID(2), ID(1)}, []store.ID{ID(1)}
	m.ValidFrom, m.ValidUntil = later, later.Add(time.Hour)
	apply(t, s, Remember(Sample(1)), Remember(Sample(2)), Remember(m), Learn(3, 1, .5))
	if d := Difference(get(t, s, m.ID), m.Clone(Everything)); d != "" {
		t.Error(d)
	}
	mustReplace := func(step string, want ...store.Edge) {
		t.Helper()
		out, _, err := s.Edges(context.Background(), m.ID)
		if err != nil || !slices.Equal(out, want) {
			t.Errorf("%s: links %v, error %v; want %v", step, out, err, want)
		}
	}
	given := store.Edge{Other: ID(1), Kind: store.EdgeGiven, Weight: 1, At: m.Created}
	old := func(n int) store.Edge {
		return store.Edge{Other: ID(n), Kind: store.EdgeSupersedes, Weight: 1, At: m.Created}
	}
	mustReplace("stored", given, learned(1, .5), old(1), old(2))
	_, in := edgesOf(t, s, ID(2))
	if want := (store.Edge{Other: m.ID, Kind: store.EdgeSupersedes, Weight: 1, At: m.Created}); !slices.Equal(in, []store.Edge{want}) {
		t.Errorf("the superseded has links %v from others, want %v", in, want)
	}
	wantLearned(t, s, 3, learned(1, .5)) // no other kind counts as learned
	apply(t, s, Purge(ID(1), 0))
	mustReplace("one of them purged", old(2))
	if got := get(t, s, m.ID); !slices.Equal(got.Supersedes, []store.ID{ID(2)}) || got.Links != nil {
		t.Errorf("after the purge it supersedes %v and links to %v", got.Supersedes, got.Links)
	}
	next := Sample(3)
	next.Version, next.Supersedes = 2, []store.ID{ID(1), ID(2)} // by a writer that read before the purge
	apply(t, s, Remember(next))
	mustReplace("a new version", old(2))
	next.Version, next.Supersedes = 3, nil
	apply(t, s, Remember(next))
	mustReplace("a version that supersedes nothing")
}

// repeats: a count is set and not added, so that the same command twice, or late, has the same effect as once.
func repeats(t *testing.T, s store.Store) {
	m := Sample(1)
	apply(t, s, Remember(m), Repeat(m.ID, 1, 1), Repeat(m.ID, 1, 2), Repeat(m.ID, 1, 2), Repeat(m.ID, 1, 1))
	apply(t, s, Repeat(m.ID, 2, 9), Repeat(ID(9), 1, 9)) // of another version, and of an unknown id
	m.Repeats, m.LastRepeat = 2, later.Add(2*time.Hour)
	if d := Difference(get(t, s, m.ID), m.Clone(Everything)); d != "" {
		t.Error(d)
	}
	early := Repeat(m.ID, 1, 3)
	early.At = start
	apply(t, s, early)
	m.Repeats = 3
	if d := Difference(get(t, s, m.ID), m.Clone(Everything)); d != "" {
		t.Errorf("a clock that went back: %s", d)
	}
	next := Sample(1)
	next.Version = 2
	apply(t, s, Remember(next))
	if got := get(t, s, m.ID); got.Repeats != 0 || !got.LastRepeat.IsZero() {
		t.Errorf("a new version was repeated %d times, last %v", got.Repeats, got.LastRepeat)
	}
}
