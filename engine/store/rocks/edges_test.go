package rocks

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// linked stores memory n with links to others.
func linked(t *testing.T, s *Store, n int, version uint64, to ...int) {
	t.Helper()
	m := suite.Sample(n)
	m.Version = version
	for _, other := range to {
		m.Links = append(m.Links, suite.ID(other))
	}
	if err := s.Apply(context.Background(), store.Command{Op: store.OpRemember, ID: m.ID, Memory: m, At: m.Created}); err != nil {
		t.Fatal(err)
	}
}

func wantEdges(t *testing.T, s *Store, n int, out, in []int) {
	t.Helper()
	gotOut, gotIn, err := s.Edges(context.Background(), suite.ID(n))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		got  []store.Edge
		want []int
	}{{"out", gotOut, out}, {"in", gotIn, in}} {
		var want []store.Edge
		for _, other := range c.want {
			e := store.Edge{Other: suite.ID(other), Kind: store.EdgeGiven, Weight: 1, At: suite.Sample(n).Created}
			if c.name == "in" {
				e.At = suite.Sample(other).Created
			}
			want = append(want, e)
		}
		if !slices.Equal(c.got, want) {
			t.Errorf("memory %d, %s: %v, want %v", n, c.name, c.got, want)
		}
	}
}

func TestEdgesAreReadBothWays(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	for n := range 4 {
		linked(t, s, n+1, 1)
	}
	linked(t, s, 5, 1, 2, 1)
	linked(t, s, 6, 1, 5, 1)
	wantEdges(t, s, 5, []int{1, 2}, []int{6})
	wantEdges(t, s, 1, nil, []int{5, 6})
	wantEdges(t, s, 3, nil, nil)
	wantEdges(t, s, 99, nil, nil)

	linked(t, s, 5, 2, 3) // replaced: its old links are removed
	wantEdges(t, s, 1, nil, []int{6})
	wantEdges(t, s, 5, []int{3}, []int{6})

	if err := s.Apply(context.Background(), store.Command{Op: store.OpPurge, ID: suite.ID(5), At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	wantEdges(t, s, 6, []int{1}, nil)
	wantEdges(t, s, 5, nil, nil)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := s.Edges(ctx, suite.ID(6)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestEdgesAfterCloseAreRefused(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Edges(context.Background(), suite.ID(1)); !errors.Is(err, store.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// sealedEdge returns an edge's value with the given weight and some extra bytes after it.
func sealedEdge(weight float32, more ...byte) []byte {
	w := writeTo([]byte{recordVersion})
	w.F32(weight)
	w.Time(time.Unix(1, 0))
	w.Raw(more)
	return seal(w.B, 0)
}

func TestDamagedEdgesAreReported(t *testing.T) {
	if w, at, err := parseEdge(sealedEdge(.25)); w != .25 || !at.Equal(time.Unix(1, 0)) || err != nil {
		t.Errorf("a good value: %v %v %v", w, at, err)
	}
	for name, value := range map[string][]byte{
		"empty": nil, "no weight": nothing, "too long": sealedEdge(1, 7), "weight 0": sealedEdge(0), "weight 2": sealedEdge(2),
		"weight NaN": sealedEdge(float32(math.NaN())), "flipped bit": append(sealedEdge(1)[:1], append([]byte{1}, sealedEdge(1)[2:]...)...),
	} {
		if _, _, err := parseEdge(value); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParseEdge(f *testing.F) {
	f.Add(sealedEdge(1))
	f.Add(nothing)
	f.Add(edgeValue(1, time.Unix(5, 6)))
	f.Fuzz(func(t *testing.T, value []byte) {
		w, _, err := parseEdge(value)
		if err == nil && !(w > 0 && w <= 1) {
			t.Errorf("took weight %v", w)
		}
		if w, _, err := parseEdge(seal(append([]byte{recordVersion}, value...), 0)); err == nil && !(w > 0 && w <= 1) {
			t.Errorf("took weight %v behind a good checksum", w)
		}
	})
}

func FuzzParseEdgeKey(f *testing.F) {
	f.Add(edgeKey(edgeOut, suite.ID(2), store.EdgeGiven, suite.ID(1)))
	f.Add(edgeKey(edgeOut, suite.ID(1), store.EdgeLearned, suite.ID(2)))
	f.Add(edgeKey(edgeIn, suite.ID(2), store.EdgeProposed, suite.ID(1)))
	f.Add(edgeKey(edgeOut, suite.ID(2), store.EdgeSupersedes, suite.ID(1)))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, key []byte) {
		direction, id, kind, other, err := parseEdgeKey(key)
		switch {
		case err != nil && !errors.Is(err, store.ErrDamaged):
			t.Errorf("error %v, want ErrDamaged", err)
		case err == nil && !bytes.Equal(edgeKey(direction, id, kind, other), key):
			t.Errorf("%x came back as another key", key)
		case err == nil && !kind.Directed() && !bytes.Equal(key, goodKey(direction, id, kind, other)):
			t.Errorf("took %x, an edge without direction that is written the wrong way", key)
		}
	})
}

// goodKey returns the key of an edge without direction.
func goodKey(direction byte, id store.ID, kind store.EdgeKind, other store.ID) []byte {
	out, in := undirectedOf(&store.Command{ID: id, Other: other, Kind: kind}).keys()
	if direction == edgeOut {
		return out
	}
	return in
}

func TestEdgeKeysThatNobodyWrites(t *testing.T) {
	a, b := suite.ID(1), suite.ID(2)
	for name, key := range map[string][]byte{
		"short":             edgeKey(edgeOut, a, store.EdgeLearned, b)[1:],
		"direction 2":       edgeKey(2, a, store.EdgeGiven, b),
		"kind 0":            edgeKey(edgeOut, a, 0, b),
		"kind 7":            edgeKey(edgeOut, a, store.EdgeRefused+1, b),
		"from the larger":   edgeKey(edgeOut, b, store.EdgeLearned, a),
		"into the smaller":  edgeKey(edgeIn, a, store.EdgeProposed, b),
		"learned to itself": edgeKey(edgeIn, a, store.EdgeLearned, a),
	} {
		if _, _, _, _, err := parseEdgeKey(key); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: error %v, want ErrDamaged", name, err)
		}
	}
}

// TestPurgeSeesEdgesOfItsGroup: calls that are written in one batch are decided one after another.
func TestPurgeSeesEdgesOfItsGroup(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	mustRemember(t, s, suite.Sample(1), suite.Sample(2))
	v := s.d.view()
	defer v.close()
	group := newStage(v, nil)
	for _, c := range []store.Command{suite.Learn(1, 2, .5), suite.Purge(suite.ID(2), 0)} {
		call, _, err := s.prepareAll([]store.Command{c})
		if err != nil {
			t.Fatal(err)
		}
		if err := (&request{cmds: call}).stageOn(group); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.d.apply(group.ops); err != nil {
		t.Fatal(err)
	}
	if keys, _ := rows(t, s, famEdges); len(keys) > 0 {
		t.Errorf("edges %x are left", keys)
	}
}
