package engine

import (
	"context"
	"slices"
	"testing"

	"asterism/engine/store"
)

// TestLearnedLinksConnect: what recall has linked can be followed either way; what was only proposed cannot.
func TestLearnedLinksConnect(t *testing.T) {
	e := open(t, "")
	ctx := context.Background()
	var ids []store.ID
	for _, text := range []string{"The lighthouse keeper collects stamps.", "Parsley tolerates light frost.", "A bassoon has four joints."} {
		ids = append(ids, remember(t, e, Note{Content: text})[0].ID)
	}
	link := func(from, to int, kind store.EdgeKind) {
		t.Helper()
		if err := e.store.Apply(ctx, store.Command{Op: store.OpLink, ID: ids[from], Other: ids[to], Kind: kind, Weight: .5, At: e.now()}); err != nil {
			t.Fatal(err)
		}
	}
	link(0, 1, store.EdgeLearned)
	link(1, 2, store.EdgeProposed)
	if p := findPath(t, e, PathQuestion{From: ids[0], To: ids[2]}); len(p.Memories) != 0 {
		t.Errorf("a proposed link is on the path %v", idsOf(p.Route))
	}
	link(1, 2, store.EdgeLearned)
	for _, kind := range []string{PathCausal, PathSemantic, PathAny} {
		for _, want := range [][]store.ID{ids, {ids[2], ids[1], ids[0]}} {
			p := findPath(t, e, PathQuestion{From: want[0], To: want[2], Type: kind})
			if !slices.Equal(idsOf(p.Route), want) {
				t.Errorf("%s: path %v, want %v", kind, idsOf(p.Route), want)
				continue
			}
			sound(t, p.Route)
		}
	}
}
