package suite

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"asterism/engine/store"
)

// Learn returns the command that sets the learned edge between two memories.
func Learn(a, b int, weight float32) store.Command {
	return store.Command{Op: store.OpLink, ID: ID(a), Other: ID(b), Kind: store.EdgeLearned, Weight: weight, At: later}
}

// Propose is [Learn] for a proposed edge.
func Propose(a, b int, weight float32) store.Command {
	c := Learn(a, b, weight)
	c.Kind = store.EdgeProposed
	return c
}

// line is one call of the function given to LearnedEdges.
type line struct {
	a, b   store.ID
	kind   store.EdgeKind
	weight float32
	at     time.Time
}

func learnedEdges(t *testing.T, s store.Store) (out []line) {
	t.Helper()
	err := s.LearnedEdges(context.Background(), func(a, b store.ID, kind store.EdgeKind, weight float32, at time.Time) (bool, error) {
		out = append(out, line{a, b, kind, weight, at})
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func edgesOf(t *testing.T, s store.Store, id store.ID) (out, in []store.Edge) {
	t.Helper()
	out, in, err := s.Edges(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return out, in
}

// wantLearned checks that memory n has these edges without direction, and that they are returned for both directions.
func wantLearned(t *testing.T, s store.Store, n int, want ...store.Edge) {
	t.Helper()
	out, in := edgesOf(t, s, ID(n))
	for name, got := range map[string][]store.Edge{"out": out, "in": in} {
		if got = slices.DeleteFunc(got, func(e store.Edge) bool { return e.Kind.Directed() }); !slices.Equal(got, want) {
			t.Errorf("memory %d, %s: edges %v, want %v", n, name, got, want)
		}
	}
}

func learned(other int, weight float32) store.Edge {
	return store.Edge{Other: ID(other), Kind: store.EdgeLearned, Weight: weight, At: later}
}

func proposed(other int, weight float32) store.Edge {
	e := learned(other, weight)
	e.Kind = store.EdgeProposed
	return e
}

func edgesAreSet(t *testing.T, s store.Store) {
	for n := 1; n <= 4; n++ {
		apply(t, s, Remember(Sample(n)))
	}
	apply(t, s, Learn(1, 2, .5), Learn(3, 1, .25), Propose(2, 1, 1), Learn(2, 1, .75), Learn(4, 1, .1), Learn(1, 4, 0))
	wantLearned(t, s, 1, learned(2, .75), learned(3, .25), proposed(2, 1))
	wantLearned(t, s, 2, learned(1, .75), proposed(1, 1))
	wantLearned(t, s, 3, learned(1, .25))
	wantLearned(t, s, 4)
	want := []line{{ID(1), ID(2), store.EdgeLearned, .75, later}, {ID(1), ID(3), store.EdgeLearned, .25, later}, {ID(1), ID(2), store.EdgeProposed, 1, later}}
	if got := learnedEdges(t, s); !slices.Equal(got, want) {
		t.Errorf("all learned edges are %v, want %v", got, want)
	}
	apply(t, s, Learn(2, 1, 0), Learn(2, 1, 0), Learn(3, 4, 0))
	wantLearned(t, s, 1, learned(3, .25), proposed(2, 1))
}

func edgesNeedBothEnds(t *testing.T, s store.Store) {
	apply(t, s, Remember(Sample(1)), Remember(Sample(2)), Purge(ID(3), 9), Learn(1, 3, .5), Learn(9, 1, .5), Learn(8, 9, .5), Learn(9, 1, 0))
	if got := learnedEdges(t, s); got != nil {
		t.Errorf("edges to unknown memories: %v", got)
	}
	apply(t, s, store.Command{Op: store.OpForget, ID: ID(2), At: later}, Learn(1, 2, .5)) // it can be restored
	wantLearned(t, s, 1, learned(2, .5))
	apply(t, s, Remember(Sample(4)), Learn(4, 1, .5), Purge(ID(4), 0), Learn(4, 1, .25)) // all in one call
	wantLearned(t, s, 1, learned(2, .5))
}

// edgesOutliveVersions: a new version keeps learned edges and replaces those that its writer gave; a purge removes both.
func edgesOutliveVersions(t *testing.T, s store.Store) {
	m := Sample(1)
	m.Links = []store.ID{ID(2)}
	apply(t, s, Remember(Sample(2)), Remember(Sample(3)), Remember(m), Learn(1, 2, .5), Learn(3, 1, .5))
	next := Sample(1)
	next.Version, next.Namespace, next.Links = 2, "home", []store.ID{ID(3)}
	apply(t, s, Remember(next))
	wantLearned(t, s, 1, learned(2, .5), learned(3, .5))
	out, _ := edgesOf(t, s, ID(1))
	if want := (store.Edge{Other: ID(3), Kind: store.EdgeGiven, Weight: 1, At: next.Created}); out[0] != want {
		t.Errorf("first edge %v, want the given %v", out[0], want)
	}
	apply(t, s, Purge(ID(1), 0))
	for n := 1; n <= 3; n++ {
		if out, in := edgesOf(t, s, ID(n)); out != nil || in != nil {
			t.Errorf("memory %d has edges %v and %v after the purge", n, out, in)
		}
	}
	next.Version = 3
	next.Links = nil
	apply(t, s, Remember(next))
	wantLearned(t, s, 1)
}

func edgesStop(t *testing.T, s store.Store) {
	apply(t, s, Remember(Sample(1)), Remember(Sample(2)), Remember(Sample(3)), Learn(1, 2, .5), Learn(2, 3, .5))
	calls, failed := 0, errors.New("failed")
	for want, fn := range map[error]func() (bool, error){nil: func() (bool, error) { return false, nil }, failed: func() (bool, error) { return true, failed }} {
		calls = 0
		err := s.LearnedEdges(context.Background(), func(store.ID, store.ID, store.EdgeKind, float32, time.Time) (bool, error) { calls++; return fn() })
		if calls != 1 || !errors.Is(err, want) {
			t.Errorf("%d calls, error %v; want one call and error %v", calls, err, want)
		}
	}
}

// edgesOfNeighbours stores memories whose ids differ only in their last bytes, which are not valid text: each has its own links and no
// other's, also after one of them is purged.
func edgesOfNeighbours(t *testing.T, s store.Store) {
	var all []*store.Memory
	for i, last := range []string{"\x94\xeb", "\xb0\x01", "\xeb\x94", "\xff\xff"} {
		m := Sample(i)
		for b := range m.ID {
			m.ID[b] = 0x8e
		}
		copy(m.ID[len(m.ID)-len(last):], last)
		all = append(all, m)
		apply(t, s, Remember(m))
	}
	link := func(a, b int) store.Command {
		return store.Command{Op: store.OpLink, ID: all[a].ID, Other: all[b].ID, Kind: store.EdgeLearned, Weight: .5, At: later}
	}
	apply(t, s, link(1, 2), link(2, 3))
	want := [][]store.ID{nil, {all[2].ID}, {all[1].ID, all[3].ID}, {all[2].ID}}
	check := func(what string) {
		t.Helper()
		for i, m := range all {
			out, in := edgesOf(t, s, m.ID)
			for _, edges := range [][]store.Edge{out, in} {
				var got []store.ID
				for _, e := range edges {
					got = append(got, e.Other)
				}
				if !slices.Equal(got, want[i]) {
					t.Errorf("%s: memory %d has links to %v, want %v", what, i, got, want[i])
				}
			}
		}
	}
	check("stored")
	apply(t, s, store.Command{Op: store.OpPurge, ID: all[0].ID, At: later})
	check("after the purge of a neighbour")
}

// sameEdges compares the edges of memories 0 to n−1 with those in model.
func sameEdges(t *testing.T, s, model store.Store, n int) {
	t.Helper()
	for i := range n {
		out, in := edgesOf(t, s, ID(i))
		wantOut, wantIn := edgesOf(t, model, ID(i))
		if !slices.Equal(out, wantOut) || !slices.Equal(in, wantIn) {
			t.Errorf("memory %d has edges %v and %v, want %v and %v", i, out, in, wantOut, wantIn)
		}
	}
	if got, want := learnedEdges(t, s), learnedEdges(t, model); !slices.Equal(got, want) {
		t.Errorf("learned edges %v, want %v", got, want)
	}
}
