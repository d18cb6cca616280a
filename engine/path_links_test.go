package engine

import (
	"context"
	"slices"
	"testing"

	"asterism/engine/store"
)

// TestLearnedLinksConnect checks that links learned by recall can be followed in both directions, and that proposed ones cannot.
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

// TestWhatSupersedesLeadsNowhere checks that superseding is no hop from one memory to another.
func TestWhatSupersedesLeadsNowhere(t *testing.T) {
	e := open(t, "")
	old := remember(t, e, Note{Content: "The lighthouse keeper collects stamps."})[0].ID
	now := remember(t, e, Note{Content: "Parsley tolerates light frost.", Supersedes: []store.ID{old}})[0].ID
	for _, ends := range [][2]store.ID{{now, old}, {old, now}} {
		if p := findPath(t, e, PathQuestion{From: ends[0], To: ends[1], Type: PathAny}); len(p.Memories) != 0 {
			t.Errorf("path %v", idsOf(p.Route))
		}
	}
}
