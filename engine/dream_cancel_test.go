package engine

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
)

// atDreamPoint calls fn at the n-th occurrence of that point in the next dream.
func atDreamPoint(t *testing.T, name string, n int, fn func()) {
	t.Helper()
	t.Cleanup(func() { dreamPoint = func(string) {} })
	dreamPoint = func(p string) {
		if p == name {
			if n--; n == 0 {
				fn()
			}
		}
	}
}

func TestADreamCanBeCancelledBetweenSteps(t *testing.T) {
	for _, c := range []struct {
		point         string
		n             int
		merges, links bool
	}{{"noted", 1, false, false}, {"merged", 1, true, false}, {"merged", 2, true, false}} {
		e := prepared(t, Config{Data: t.TempDir()})
		memories, edges := told(t, e), learnedEdges(t, e)
		ctx, cancel := context.WithCancel(context.Background())
		atDreamPoint(t, c.point, c.n, cancel)
		got, err := e.Dream(ctx, DreamQuestion{Rationale: "try"})
		if err != nil || !got.Cancelled {
			t.Fatalf("%s %d: %+v, %v", c.point, c.n, got, err)
		}
		if c.merges != (len(got.Merges) > 0) || c.links != (len(got.Edges) > 0) || c.point == "merged" && len(got.Merges) != c.n {
			t.Errorf("%s %d: %d merges, %d links were done", c.point, c.n, len(got.Merges), len(got.Edges))
		}
		if (got.ID == uuid.Nil) != (len(got.Merges) == 0) {
			t.Errorf("%s %d: id %s with %d merges", c.point, c.n, got.ID, len(got.Merges))
		}
		if got.ID != uuid.Nil {
			dreamt(t, e, DreamQuestion{Undo: got.ID})
		}
		mustBeAsBefore(t, e, memories, edges)
	}
}

func TestADreamThatIsCancelledWhilePlanningDidNothing(t *testing.T) {
	e := prepared(t, Config{Data: t.TempDir()})
	before := everything(t, e)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := e.Dream(ctx, DreamQuestion{Rationale: "try", Progress: func(done, total int) {
		if done == 20 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || everything(t, e) != before {
		t.Errorf("%v", err)
	}
}

func TestANamespaceDreamsOnceAtATime(t *testing.T) {
	ctx := context.Background()
	e := prepared(t, Config{Data: t.TempDir()})
	remember(t, e, Note{Content: "somewhere else", Namespace: "elsewhere"})
	asked := 0
	atDreamPoint(t, "noted", 1, func() {
		asked++
		var told *Error
		if _, err := e.Dream(ctx, DreamQuestion{Rationale: "me too"}); !errors.As(err, &told) || told.Kind != KindBusy || told.RetryAfterMs <= 0 {
			t.Errorf("a second dream: %v", err)
		}
		if s, err := e.dreams.State(ctx, DefaultNamespace); err != nil || !s.Dreaming || s.Last != nil || s.NearCopies != -1 {
			t.Errorf("while dreaming: %+v, %v", s, err)
		}
		dreamt(t, e, DreamQuestion{Namespace: "elsewhere"})
	})
	dreamt(t, e, DreamQuestion{})
	if s, err := e.dreams.State(ctx, DefaultNamespace); asked != 1 || err != nil || s.Dreaming || s.Last == nil || s.NearCopies != 0 {
		t.Errorf("afterwards: %+v, %v", s, err)
	}
}

// TestAMemoryChangedWhileDreamingIsLeftAlone checks that what was planned for it is skipped, and the rest is done.
func TestAMemoryChangedWhileDreamingIsLeftAlone(t *testing.T) {
	e := prepared(t, Config{Data: t.TempDir()})
	promised := dreamt(t, e, DreamQuestion{DryRun: true})
	changed := promised.Merges[1].Younger
	atDreamPoint(t, "noted", 1, func() { update(t, e, changed, Change{Importance: new(.99)}) })
	got := dreamt(t, e, DreamQuestion{})
	if len(got.Merges) != 1 || got.Merges[0] != promised.Merges[0] || got.Cancelled {
		t.Errorf("merged %+v of %+v", got.Merges, promised.Merges)
	}
	if m := get(t, e, changed); !m.Deleted.IsZero() || m.Importance != .99 {
		t.Errorf("the changed memory: deleted %v, importance %v", m.Deleted, m.Importance)
	}
	for _, x := range got.Edges {
		if x.A == changed || x.B == changed {
			t.Errorf("a link of the changed memory was changed: %+v", x)
		}
	}
	if s, err := e.dreams.State(context.Background(), DefaultNamespace); err != nil || s.NearCopies != 1 {
		t.Errorf("%+v, %v: one copy is left", s, err)
	}
	mustBeSound(t, e, 48)
}
