package engine

import (
	"context"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/worth"
)

// rollbacks are three answers to one question, two memories about something similar, and one unrelated one.
var rollbacks = []string{
	"To roll back a deploy, run make rollback with the number of the release before.",
	"A deploy is rolled back in the console: open the release and press roll back.",
	"Roll back a deploy by hand: put the old image tag into the manifest and apply it.",
	"A deploy starts with a tag on the main branch.",
	"The nightly import reads the orders of the day.",
	"Lunch is at noon in the small kitchen.",
}

const rollbackQuestion = "how do we roll back a deploy?"

// outcomes asks and records what a memory was worth, the given number of times.
func (r *rated) outcomes(t *testing.T, n int, id store.ID, useful float64) {
	t.Helper()
	for range n {
		f := recall(t, r.Engine, Question{Text: rollbackQuestion})
		if err := r.RecordOutcome(context.Background(), Outcome{Query: f.ID, Memory: id, Useful: useful}); err != nil {
			t.Fatal(err)
		}
	}
}

// rated is an engine with memories that have recorded outcomes.
type rated struct {
	*Engine
	clock *handClock
	ids   []store.ID
}

func openRated(t *testing.T) *rated {
	t.Helper()
	r := &rated{clock: &handClock{now: workday}}
	r.Engine = openWith(t, Config{Now: r.clock.Now})
	r.ids = storedIDs(remember(t, r.Engine, at(workday, "", rollbacks...)...))
	return r
}

func hitOf(t *testing.T, f *Found, id store.ID) (place int, h *Hit) {
	t.Helper()
	for i := range f.Hits {
		if f.Hits[i].Memory.ID == id {
			return i + 1, &f.Hits[i]
		}
	}
	t.Fatalf("%s is not found", id)
	return 0, nil
}

// TestOutcomesMoveTheOrder checks that a memory that was useless for a question falls behind useful ones, for the question and its paraphrases, and that nothing changes for others.
func TestOutcomesMoveTheOrder(t *testing.T) {
	r := openRated(t)
	before := recall(t, r.Engine, Question{Text: rollbackQuestion})
	best, third := before.Hits[0].Memory.ID, before.Hits[2].Memory.ID
	others := []string{"when does lunch begin?", "what does the nightly import read?", "how does a deploy start?", "who may roll back a deploy?"}
	was := map[string]*Found{}
	for _, q := range others {
		was[q] = recall(t, r.Engine, Question{Text: q, Profile: "semantic"}) // whose weights are not learned
	}
	r.outcomes(t, 30, best, 0)
	r.outcomes(t, 30, third, 1)
	for _, q := range []string{rollbackQuestion, "how is a deploy rolled back?", "roll back a deploy"} {
		f := recall(t, r.Engine, Question{Text: q, Profile: "semantic", Explain: true})
		place1, bad := hitOf(t, f, best)
		place2, good := hitOf(t, f, third)
		if place2 >= place1 || good.Worth <= 0 || bad.Worth >= 0 || good.Worth > worthBonus || bad.Worth < -worthBonus {
			t.Errorf("%s: what was useful is at %d (%+.2f), what was useless at %d (%+.2f)", q, place2, good.Worth, place1, bad.Worth)
		}
		for i := 1; i < len(f.Hits); i++ {
			if f.Hits[i].Score > f.Hits[i-1].Score {
				t.Errorf("%s: hit %d has a better score than that before it", q, i)
			}
		}
	}
	for _, q := range others {
		f := recall(t, r.Engine, Question{Text: q, Profile: "semantic"})
		for i, h := range f.Hits {
			if h.Memory.ID != was[q].Hits[i].Memory.ID || h.Score != was[q].Hits[i].Score || h.Worth != 0 {
				t.Errorf("%s: hit %d is %q at %v, was %q at %v", q, i, h.Memory.Content, h.Score, was[q].Hits[i].Memory.Content, was[q].Hits[i].Score)
			}
		}
	}
	r.clock.forward(20 * worth.HalfLife)
	if _, h := hitOf(t, recall(t, r.Engine, Question{Text: rollbackQuestion, Profile: "semantic"}), third); h.Worth > .01 {
		t.Errorf("after years it still adds %v", h.Worth)
	}
}

// TestOutcomesDoNotLiftWhatDoesNotMatch checks that an unrelated memory stays behind those that answer, whatever is recorded.
func TestOutcomesDoNotLiftWhatDoesNotMatch(t *testing.T) {
	r := openRated(t)
	lunch := r.ids[5]
	r.outcomes(t, 30, lunch, 1)
	f := recall(t, r.Engine, Question{Text: rollbackQuestion, Profile: "semantic"})
	if place, h := hitOf(t, f, lunch); place <= 3 || h.Worth > max(0, h.Score) {
		t.Errorf("lunch is at place %d of a question about deploys (%+.2f of %.2f)", place, h.Worth, h.Score)
	}
}

// TestWorthOutlivesTheProcessAndGoesWithTheMemory checks that it survives a restart, stays when a memory is forgotten, and is removed by a purge.
func TestWorthOutlivesTheProcessAndGoesWithTheMemory(t *testing.T) {
	ctx := context.Background()
	kept := func(s store.Shelves) (keys int) {
		err := s.Walk(ctx, store.ShelfState, []byte("worth\x00"), []byte("worth\x01"), false, func(_, _ []byte) (bool, error) { keys++; return true, nil })
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	clock := &handClock{now: workday}
	dir := t.TempDir()
	first, err := Open(ctx, Config{Data: dir, Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	r := &rated{Engine: first, clock: clock, ids: storedIDs(remember(t, first, at(workday, "", rollbacks...)...))}
	for _, id := range r.ids[:3] {
		r.outcomes(t, 2, id, 1)
	}
	if err := first.Close(ctx); err != nil {
		t.Fatal(err)
	}
	r.Engine = openWith(t, Config{Data: dir, Now: clock.Now})
	if _, h := hitOf(t, recall(t, r.Engine, Question{Text: rollbackQuestion}), r.ids[0]); h.Worth <= 0 || kept(r.store) != 3 {
		t.Errorf("after a restart outcomes add %v; %d records", h.Worth, kept(r.store))
	}
	if _, err := r.Forget(ctx, r.ids[0], true); err != nil || kept(r.store) != 2 {
		t.Errorf("after a hard forget %d records are left: %v", kept(r.store), err)
	}
	if _, err := r.Forget(ctx, r.ids[1], false); err != nil || kept(r.store) != 2 {
		t.Errorf("after a soft forget %d records are left: %v", kept(r.store), err)
	}
	clock.forward(RestoreWindow + 24*time.Hour)
	x := expiry{store: r.store, turns: &r.turns, pass: r.passing(), forget: r.worth.Forget, now: clock.Now}
	if n, err := x.run(ctx); n != 1 || err != nil || kept(r.store) != 1 {
		t.Errorf("%d purged, %v, %d records are left", n, err, kept(r.store))
	}
	if err := r.ResetSearchWeights(ctx); err != nil || kept(r.store) != 0 {
		t.Errorf("after a reset %d records are left: %v", kept(r.store), err)
	}
}

// TestNothingIsNotedOfAPurgedMemory checks that an outcome that is in flight while its memory is removed for good leaves no trace of it.
func TestNothingIsNotedOfAPurgedMemory(t *testing.T) {
	r := openRated(t)
	q := worth.NewQuestion(rollbackQuestion, []float32{1, 0})
	noted := func() (n int) {
		for range r.worth.Of(&q) {
			n++
		}
		return n
	}
	if err := r.out.observe(t.Context(), r.ids[1], &q, 1); err != nil || noted() != 1 {
		t.Fatalf("%d noted of a live one, %v", noted(), err)
	}
	for _, id := range []store.ID{r.ids[1], r.ids[0]} {
		if _, err := r.Forget(t.Context(), id, true); err != nil {
			t.Fatal(err)
		}
		if err := r.out.observe(t.Context(), id, &q, 1); err != nil || noted() != 0 {
			t.Errorf("%d noted of purged ones, %v", noted(), err)
		}
	}
}
