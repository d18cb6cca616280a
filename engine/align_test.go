package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/aims"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// TestVectorsFollowTheGoals checks that memories stored before, during and after a change of goals, and changed, moved, forgotten and restored ones, have the vector of the present goals.
func TestVectorsFollowTheGoals(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	early := remember(t, e, notesOf(append(slices.Clone(breadNotes), otherNotes...)...)...)
	for i, theta := range thetas(t, e, early) {
		if theta != -1 {
			t.Errorf("memory %d has θ %v before there is a goal", i, theta)
		}
	}
	if _, err := e.Forget(ctx, early[1].ID, false); err != nil {
		t.Fatal(err)
	}
	setStar(t, e, "", breadGoal)
	learned, err := e.Inject(ctx, Note{Content: "A pinch of malt makes the crust of the loaf darker.", Rationale: "for the next baking day"})
	if err != nil {
		t.Fatal(err)
	}
	aligned(t, e, "")
	if n := checkAligned(t, e, DefaultNamespace); n != 13 {
		t.Errorf("%d memories", n)
	}
	on, off := thetas(t, e, []Remembered{early[0], *learned}), thetas(t, e, early[6:])
	if on[0] < .7 || on[1] < .7 || slices.Max(off) >= .7 {
		t.Errorf("θ %.2f on the goal, %.2f of others", on, off)
	}
	if err := e.Restore(ctx, early[1].ID); err != nil {
		t.Fatal(err)
	}
	law, moved, later := otherNotes[0], "elsewhere", day("2026-01-01")
	for _, c := range []struct {
		id     store.ID
		change Change
	}{{early[0].ID, Change{Content: &law}}, {early[2].ID, Change{Namespace: &moved}}, {early[3].ID, Change{Time: &later}}, {early[4].ID, Change{Tags: &[]string{"bread"}}}} {
		if _, err := e.Update(ctx, c.id, c.change); err != nil {
			t.Fatal(err)
		}
	}
	checkAligned(t, e, DefaultNamespace)
	checkAligned(t, e, moved)
	if got := thetas(t, e, []Remembered{early[0], early[2]}); got[0] >= .7 || got[1] != -1 {
		t.Errorf("θ of a memory about law now is %v, that of one in a namespace without a goal %v", got[0], got[1])
	}
	setStar(t, e, "", "Know the law of tenancy: leases, notice, deposits and repairs.")
	aligned(t, e, "")
	checkAligned(t, e, DefaultNamespace)
	if got := thetas(t, e, []Remembered{early[0], early[3]}); got[0] < .7 || got[1] >= .7 {
		t.Errorf("θ %.2f with the new goal", got)
	}
}

// TestVectorsFollowTheGoalsWhileMemoriesCome runs writers, changes and goals concurrently; afterwards no memory has an old vector.
func TestVectorsFollowTheGoalsWhileMemoriesCome(t *testing.T) {
	defer func(was int) { alignStep = was }(alignStep)
	alignStep = 2 // many steps, so that much happens between them
	e, ctx := open(t, ""), context.Background()
	old := remember(t, e, notesOf(append(slices.Clone(breadNotes), otherNotes...)...)...)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 12 {
			if _, err := e.Remember(ctx, Note{Content: fmt.Sprintf("Loaf %d rose well. %s", i, breadNotes[i%6]), Time: day("2026-01-01").AddDate(0, 0, i)}); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Go(func() {
		for i, r := range old {
			to := day("2025-06-01").AddDate(0, 0, -i) // to a place that a pass may already have handled
			if _, err := e.Update(ctx, r.ID, Change{Time: &to}); err != nil {
				t.Error(err)
			}
			if i%3 == 0 {
				if _, err := e.Forget(ctx, r.ID, false); err != nil {
					t.Error(err)
				}
				if err := e.Restore(ctx, r.ID); err != nil {
					t.Error(err)
				}
			}
		}
	})
	for i := range 6 {
		setStar(t, e, "", fmt.Sprintf("%s Plan %d.", []string{breadGoal, "Win the next match."}[i%2], i))
		time.Sleep(20 * time.Millisecond)
	}
	wg.Wait()
	if g := aligned(t, e, ""); g.Measured != 24 || g.Memories != 24 {
		t.Errorf("%d of %d memories are measured", g.Measured, g.Memories)
	}
	if n := checkAligned(t, e, DefaultNamespace); n != 24 {
		t.Errorf("%d memories", n)
	}
}

// TestAlignmentsAreThoseOfTheStore checks that measuring again gives the stored vectors, apart from the rounding of a question.
func TestAlignmentsAreThoseOfTheStore(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	setStar(t, e, "", breadGoal)
	notes := remember(t, e, notesOf(append(slices.Clone(breadNotes), otherNotes...)...)...)
	remember(t, e, Note{Content: breadNotes[0], Namespace: "elsewhere"})
	ref, err := e.aims.Reference(ctx, "", uuid.Nil)
	if err != nil || ref.Spaces() != stored || len(ref.Goals()) != 1 {
		t.Fatalf("reference %+v, %v", ref, err)
	}
	seen, told := 0, 0
	progress := func(done, total int) {
		if told = done; total != len(notes) {
			t.Errorf("progress %d of %d", done, total)
		}
	}
	err = e.aims.Alignments(ctx, ref, search.Filter{Namespace: DefaultNamespace}, nil, progress, func(block []aims.Alignment) error {
		for _, a := range block {
			seen++
			m, err := e.Get(ctx, a.ID)
			if err != nil {
				return err
			}
			for s, x := range a.Aligned {
				if math.Abs(x-float64(m.Purpose[s])) > .01 || math.IsNaN(x) != (m.Purpose[s] != m.Purpose[s]) || math.IsNaN(x) != math.IsNaN(a.Raw[s]) {
					t.Errorf("%v of %q: %v measured, %v stored, %v raw", models.Space(s), m.Content, x, m.Purpose[s], a.Raw[s])
				}
			}
			if theta, _ := search.Theta(&m.Purpose); math.Abs(theta-a.Theta()) > .005 {
				t.Errorf("θ %v, %v stored", a.Theta(), theta)
			}
		}
		return nil
	})
	if err != nil || seen != len(notes) || told != seen {
		t.Errorf("%d memories, told of %d, %v", seen, told, err)
	}
	unknown := uuid.MustParse("0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6071")
	err = e.aims.Alignments(ctx, ref, search.Filter{Namespace: DefaultNamespace}, []store.ID{notes[0].ID, unknown}, nil, func([]aims.Alignment) error { return nil })
	if !isKind(err, KindNotFound) || !errorSays(err, unknown.String()) {
		t.Errorf("error %v", err)
	}
	enough := errors.New("enough")
	if err := e.aims.Alignments(ctx, ref, search.Filter{}, nil, nil, func([]aims.Alignment) error { return enough }); err != enough {
		t.Errorf("error %v", err)
	}
	if _, err := e.aims.Reference(ctx, "elsewhere", ref.ID); !isKind(err, KindGoal) {
		t.Errorf("a goal of another namespace: %v", err)
	}
}

func errorSays(err error, what string) bool {
	return err != nil && strings.Contains(err.Error(), what)
}

// TestCentroidIsWhatTheWorkIsAbout checks that, without a goal, notes on one subject are nearer to their centre than one on another subject.
func TestCentroidIsWhatTheWorkIsAbout(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	f := search.Filter{Namespace: DefaultNamespace}
	if ref, err := e.aims.Centroid(ctx, f); ref != nil || err != nil {
		t.Errorf("the centre of nothing: %+v, %v", ref, err)
	}
	notes := remember(t, e, notesOf(append(slices.Clone(breadNotes), otherNotes[0])...)...)
	stray := notes[len(notes)-1].ID
	ref, err := e.aims.Centroid(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if want := stored.Without(models.SetOf(models.LateInteraction)); ref.Spaces() != want || ref.Of != len(notes) || ref.Goals() != nil {
		t.Errorf("the centre of %d memories in %v", ref.Of, ref.Spaces().Spaces())
	}
	own, other := math.Inf(1), math.Inf(-1)
	err = e.aims.Alignments(ctx, ref, f, nil, nil, func(block []aims.Alignment) error {
		for _, a := range block {
			if a.ID == stray {
				other = a.Theta()
			} else {
				own = min(own, a.Theta())
			}
		}
		return nil
	})
	if err != nil || own <= other || own < .7 {
		t.Errorf("θ of the least of the subject is %.2f, of the stray %.2f, %v", own, other, err)
	}
}

// TestRecallByAlignment checks the filter by alignment.
func TestRecallByAlignment(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	setStar(t, e, "", breadGoal)
	remember(t, e, notesOf(append(slices.Clone(breadNotes), otherNotes...)...)...)
	remember(t, e, Note{Content: breadNotes[0], Namespace: "elsewhere"})
	ask := func(q Question) *Found {
		t.Helper()
		q.Text, q.TopK = "what happened with the dough, the match and the lease?", 20
		f, err := e.Recall(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := ask(Question{}); f.Scanned != 12 {
		t.Errorf("%d memories without the filter", f.Scanned)
	}
	if f := ask(Question{MinAlignment: .7}); f.Scanned != 6 || len(f.Hits) != 6 {
		t.Errorf("%d memories are aligned at least .7", f.Scanned)
	}
	if f := ask(Question{MinAlignment: 1}); f.Scanned != 0 {
		t.Errorf("%d memories are aligned perfectly", f.Scanned)
	}
	if f := ask(Question{MinAlignment: .01, Namespace: "elsewhere"}); f.Scanned != 0 {
		t.Error("a memory that never had a goal passed")
	}
	for _, bad := range []float64{-.1, 1.1, math.NaN()} {
		if _, err := e.Recall(ctx, Question{Text: "x", MinAlignment: bad}); !isKind(err, KindInvalid) {
			t.Errorf("%v: %v", bad, err)
		}
	}
	page, err := e.Recall(ctx, Question{Text: "dough", TopK: 2, MinAlignment: .5})
	if err != nil || page.Next == "" {
		t.Fatal(page, err)
	}
	if _, err := e.Recall(ctx, Question{Text: "dough", TopK: 2, MinAlignment: .5, Cursor: page.Next}); err != nil {
		t.Error(err)
	}
	if _, err := e.Recall(ctx, Question{Text: "dough", TopK: 2, MinAlignment: .6, Cursor: page.Next}); !isKind(err, KindInvalid) {
		t.Errorf("the cursor of another alignment: %v", err)
	}
}

// TestAMemoryThatCannotBeMeasuredIsNotStored checks that such a memory is refused.
func TestAMemoryThatCannotBeMeasuredIsNotStored(t *testing.T) {
	e := open(t, "")
	setStar(t, e, "", breadGoal)
	aligned(t, e, "") // the background locks the goals from time to time
	drafts, err := e.in.acceptAll(context.Background(), notesOf(breadNotes[0]))
	if err != nil {
		t.Fatal(err)
	}
	e.in.tokenise(drafts)
	if err := e.in.embed(context.Background(), drafts); err != nil {
		t.Fatal(err)
	}
	if err := e.in.fingerprint(drafts); err != nil {
		t.Fatal(err)
	}
	drafts[0].memory.Record[models.LateInteraction].Scales = nil // as a backend that violates its contract would leave it
	if _, err := e.in.align(drafts); !isKind(err, KindPurpose) {
		t.Errorf("error %v", err)
	}
	free := make(chan func())
	go func() { free <- e.aims.Exclude() }()
	select {
	case release := <-free:
		release()
	case <-time.After(10 * time.Second):
		t.Fatal("the goals are held for ever")
	}
}
