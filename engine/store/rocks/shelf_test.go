package rocks

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func FuzzParseShelfValue(f *testing.F) {
	f.Add([]byte("value"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, value []byte) {
		if got, err := parseShelfValue(value); err == nil && !bytes.Equal(appendShelfValue(nil, got), value) && value[0] == recordVersion {
			t.Fatalf("%x was read as %x", value, got)
		}
		got, err := parseShelfValue(appendShelfValue(nil, value))
		if err != nil || got == nil || !bytes.Equal(got, value) {
			t.Fatalf("%x came back as %x, error %v", value, got, err)
		}
	})
}

func TestShelfValueFindsEveryChangedByte(t *testing.T) {
	whole := appendShelfValue(nil, []byte("the value of an entry"))
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 1
		if _, err := parseShelfValue(b); !errors.Is(err, store.ErrDamaged) {
			t.Fatalf("byte %d changed: error %v, want ErrDamaged", i, err)
		}
	}
}

// TestDamagedEntriesAreReported reads a damaged entry in both ways: the error names family and key, and no part of the value is
// returned.
func TestDamagedEntriesAreReported(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	shelve(t, s)
	ctx := context.Background()
	for _, shelf := range store.Shelved {
		f := shelfFamily[shelf]
		keys, values := rows(t, s, f)
		values[0][4] ^= 1
		change(t, s, op{f, keys[0], values[0]})
		value, ok, look := s.Read(ctx, shelf, keys[0])
		walk := s.Walk(ctx, shelf, nil, nil, false, func([]byte, []byte) (bool, error) { t.Errorf("%s: walked over damage", shelf); return true, nil })
		for _, err := range []error{look, walk} {
			if ok || value != nil || !errors.Is(err, store.ErrDamaged) || !containsAll(err.Error(), "family "+shelf.String(), hex.EncodeToString(keys[0])) {
				t.Errorf("%s: value %q, error %v; want ErrDamaged with family and key", shelf, value, err)
			}
		}
	}
}

// TestShelvesSurviveReopening also reads them read-only while the owner has the store open; there they cannot be changed.
func TestShelvesSurviveReopening(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	shelve(t, s)
	mustRemember(t, s, suite.Sample(1), suite.Sample(2))
	if err := s.Apply(context.Background(), suite.Learn(1, 2, .5)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	for _, readOnly := range []bool{false, true} {
		s, err := Open(context.Background(), Options{Dir: dir, ReadOnly: readOnly, CacheBytes: 8 << 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, shelf := range store.Shelved {
			if value, ok, err := s.Read(context.Background(), shelf, []byte{1, 2}); err != nil || !ok || string(value) != "value of "+shelf.String() {
				t.Errorf("%s: %q, %v, error %v", shelf, value, ok, err)
			}
		}
		if out, _, err := s.Edges(context.Background(), suite.ID(2)); err != nil || len(out) != 1 || out[0].Weight != .5 {
			t.Errorf("edges %v, error %v; want the learned one", out, err)
		}
		if readOnly {
			if err := s.Put(context.Background(), store.Entry{Shelf: store.ShelfGoals, Key: []byte{9}, Value: []byte{9}}); !errors.Is(err, store.ErrReadOnly) || !strings.Contains(err.Error(), "reading only") {
				t.Errorf("put: error %v, want that the store was opened for reading", err)
			}
		}
		s.Close()
	}
}

// TestLearnedEdgesAreChecked damages an edge without direction in each way that its keys can be damaged.
func TestLearnedEdgesAreChecked(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	mustRemember(t, s, suite.Sample(1), suite.Sample(2))
	if err := s.Apply(context.Background(), suite.Learn(1, 2, .5)); err != nil {
		t.Fatal(err)
	}
	mustBeWhole(t, s, 2)
	out, in := undirectedOf(&store.Command{ID: suite.ID(1), Other: suite.ID(2), Kind: store.EdgeLearned}).keys()
	ghostOut, ghostIn := undirectedOf(&store.Command{ID: suite.ID(2), Other: suite.ID(3), Kind: store.EdgeProposed}).keys()
	good := edgeValue(.5, later())
	for name, c := range map[string]struct {
		set, undo []op
		named     []byte
	}{
		"only inward":       {[]op{{famEdges, out, nil}}, []op{{famEdges, out, good}}, in},
		"only outward":      {[]op{{famEdges, in, nil}}, []op{{famEdges, in, nothing}}, out},
		"one end is nobody": {[]op{{famEdges, ghostOut, good}, {famEdges, ghostIn, nothing}}, []op{{famEdges, ghostOut, nil}, {famEdges, ghostIn, nil}}, ghostOut},
		"no weight":         {[]op{{famEdges, out, nothing}}, []op{{famEdges, out, good}}, out},
		"wrong way":         {[]op{{famEdges, edgeKey(edgeOut, suite.ID(2), store.EdgeLearned, suite.ID(1)), good}}, []op{{famEdges, edgeKey(edgeOut, suite.ID(2), store.EdgeLearned, suite.ID(1)), nil}}, edgeKey(edgeOut, suite.ID(2), store.EdgeLearned, suite.ID(1))},
	} {
		for _, o := range c.set {
			change(t, s, o)
		}
		t.Log(name)
		mustName(t, s, famEdges, c.named)
		for _, o := range c.undo {
			change(t, s, o)
		}
		mustBeWhole(t, s, 2)
	}
}
