package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// dreamt dreams, and fails the test on an error.
func dreamt(t *testing.T, e *Engine, q DreamQuestion) *DreamAnswer {
	t.Helper()
	if q.Rationale == "" {
		q.Rationale = "tidy up after a day of work"
	}
	out, err := e.Dream(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// learnedEdges returns the weights of all links that are not given, and when they were set.
func learnedEdges(t *testing.T, e *Engine) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := e.store.LearnedEdges(context.Background(), func(a, b store.ID, kind store.EdgeKind, w float32, at time.Time) (bool, error) {
		out[fmt.Sprint(a, b, kind)] = fmt.Sprint(w, at.UTC())
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// everything returns every byte that a dream could change.
func everything(t *testing.T, e *Engine) string {
	t.Helper()
	return fmt.Sprintln(learnedEdges(t, e)) + contents(t, e, store.ShelfGoals, store.ShelfHistory, store.ShelfUndo, store.ShelfState)
}

// told returns the memories of a store as readers see them: without version and time of change.
func told(t *testing.T, e *Engine) map[store.ID]store.Memory {
	t.Helper()
	out := map[store.ID]store.Memory{}
	err := e.store.Scan(context.Background(), store.Range{Deleted: true}, store.Parts{Content: true, Spaces: stored}, func(m *store.Memory) (bool, error) {
		c := *m
		c.Version, c.Updated = 0, time.Time{}
		c.UTL.Distance = [models.Count]float32{} // NaN is not equal to itself
		out[m.ID] = c
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestADryRunTellsTheSameAndWritesNothing(t *testing.T) {
	e := openWith(t, Config{Now: (&handClock{now: day("2026-04-01")}).Now})
	remember(t, e, slices.Concat(copiesOfNotes(), sampleNotes(t), notesOf(ferryNotes...))...)
	dreamt(t, e, DreamQuestion{Phase: dream.NREM}) // so that there are links to change
	if _, err := e.Recall(context.Background(), Question{Text: "what do we know about the database?"}); err != nil {
		t.Fatal(err)
	}
	for _, phase := range dream.Phases {
		before := everything(t, e)
		dry := dreamt(t, e, DreamQuestion{Phase: phase, DryRun: true})
		if everything(t, e) != before {
			t.Errorf("%s: the dry run changed the store", phase)
		}
		if dry.ID != uuid.Nil || !dry.DryRun {
			t.Errorf("%s: the dry run has id %s", phase, dry.ID)
		}
		real := dreamt(t, e, DreamQuestion{Phase: phase})
		if !reflect.DeepEqual(dry.Edges, real.Edges) || !reflect.DeepEqual(dry.Merges, real.Merges) || !reflect.DeepEqual(dry.Proposals, real.Proposals) ||
			dry.Replayed != real.Replayed || dry.Sampled != real.Sampled {
			t.Errorf("%s: the dry run promised\n%+v\nthe dream did\n%+v", phase, dry, real)
		}
		if real.Started.IsZero() || len(real.Edges)+len(real.Proposals) == 0 {
			t.Errorf("%s: nothing was done: %+v", phase, real)
		}
	}
}

// TestPhases: nrem replays, links and merges; rem samples and proposes; a full cycle does both.
func TestPhases(t *testing.T) {
	for _, phase := range dream.Phases {
		e := open(t, "")
		remember(t, e, append(copiesOfNotes(), sampleNotes(t)...)...)
		got := dreamt(t, e, DreamQuestion{Phase: phase})
		if nrem := phase != dream.REM; nrem != (got.Replayed == 69) || nrem != (len(got.Edges) > 0) || nrem != (len(got.Merges) == 2) {
			t.Errorf("%s: %d replayed, %d links, %d merges", phase, got.Replayed, len(got.Edges), len(got.Merges))
		}
		if rem := phase != dream.NREM; rem != (got.Sampled > 0) || rem != (len(got.Proposals) > 0) {
			t.Errorf("%s: %d sampled, %d proposals", phase, got.Sampled, len(got.Proposals))
		}
		for _, p := range got.Proposals {
			if len(p.Shared) < 2 || !(p.Score >= .5 && p.Score <= 1) {
				t.Errorf("proposal %+v", p)
			}
		}
		if phase == dream.REM {
			again := dreamt(t, e, DreamQuestion{Phase: phase})
			for _, p := range again.Proposals {
				if slices.ContainsFunc(got.Proposals, func(o dream.Proposal) bool { return o.A == p.A && o.B == p.B }) {
					t.Errorf("%s and %s are proposed twice", p.A, p.B)
				}
			}
		}
	}
}

// TestWhatIsRecalledTogetherGrowsTogether checks that links grow with every dream after a recall, by the formula, and that each recall counts once.
func TestWhatIsRecalledTogetherGrowsTogether(t *testing.T) {
	e := open(t, "")
	r := remember(t, e, Note{Content: "the ferry to the island leaves at noon"}, Note{Content: "the island has one bakery"},
		Note{Content: "quarterly figures are due in April"}, Note{Content: "the printer on the third floor is out of toner"})
	pair := dream.PairOf(r[0].ID, r[1].ID)
	weight := func() float64 {
		out, _, err := e.store.Edges(context.Background(), pair.A)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range out {
			if x.Other == pair.B {
				return float64(x.Weight)
			}
		}
		return 0
	}
	quiet := dreamt(t, e, DreamQuestion{Phase: dream.NREM, DryRun: true})
	was := edgeOf(quiet, pair)
	for range 3 {
		if p := place(t, e, Question{Text: "the ferry to the island, the bakery of the island", TopK: 2}, "bakery"); p == 0 {
			t.Fatal("the bakery was not found")
		}
	}
	first := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	if now := edgeOf(first, pair); !(now.After > was.After) || weight() != now.After {
		t.Errorf("after three recalls the link has %v, stored %v; without them %v", now.After, weight(), was.After)
	}
	grown := weight()
	second := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	replayed := edgeOf(second, pair)
	if replayed.Before != grown || replayed.After-grown > .02 {
		t.Errorf("the second dream made %v of %v: it learned from the recalls again", replayed.After, grown)
	}
}

func edgeOf(a *DreamAnswer, p dream.Pair) dream.Edge {
	for _, e := range a.Edges {
		if e.A == p.A && e.B == p.B {
			return e
		}
	}
	return dream.Edge{A: p.A, B: p.B}
}

// TestLinksThatNothingConfirmsDecayAndGo checks links whose other end a replay does not recall.
func TestLinksThatNothingConfirmsDecayAndGo(t *testing.T) {
	e := open(t, "")
	r := remember(t, e, sampleNotes(t)...)
	set := func(x, y store.ID, w float32) {
		if err := e.store.Apply(context.Background(), store.Command{Op: store.OpLink, ID: x, Other: y, Kind: store.EdgeLearned, Weight: w, At: e.now()}); err != nil {
			t.Fatal(err)
		}
	}
	a, apart := r[0].ID, []store.ID(nil)
	for _, x := range r[1:] {
		set(a, x.ID, .5)
	}
	quiet := dreamt(t, e, DreamQuestion{Phase: dream.NREM, DryRun: true})
	for _, x := range r[1:] {
		if edgeOf(quiet, dream.PairOf(a, x.ID)).After < .5 {
			apart = append(apart, x.ID)
		}
	}
	b, c := apart[0], apart[1]
	set(a, c, .05)
	got := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	if x := edgeOf(got, dream.PairOf(a, b)); x.Before != .5 || x.After != float64(float32(.5*.999)) {
		t.Errorf("the link of .5 is %v", x)
	}
	if x := edgeOf(got, dream.PairOf(a, c)); x.Before != float64(float32(.05)) || x.After != 0 {
		t.Errorf("the link at the floor is %v", x)
	}
	if _, ok := learnedEdges(t, e)[fmt.Sprint(dream.PairOf(a, c).A, dream.PairOf(a, c).B, store.EdgeLearned)]; ok {
		t.Error("the link at the floor is still stored")
	}
}

func TestBadDreamsAreRefused(t *testing.T) {
	e := open(t, "")
	for name, q := range map[string]DreamQuestion{
		"no rationale": {}, "blank rationale": {Rationale: " \n"}, "unknown phase": {Rationale: "why", Phase: "deep"},
		"all namespaces": {Rationale: "why", Namespace: "*"}, "long namespace": {Rationale: "why", Namespace: strings.Repeat("n", 300)},
		"long rationale": {Rationale: strings.Repeat("w", MaxRationaleBytes+1)},
	} {
		var told *Error
		if _, err := e.Dream(context.Background(), q); !errors.As(err, &told) || told.Kind != KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if empty := dreamt(t, e, DreamQuestion{Namespace: "empty"}); empty.Replayed != 0 || empty.ID != uuid.Nil {
		t.Errorf("an empty namespace dreamt %+v", empty)
	}
	if one := remember(t, e, Note{Content: "alone", Namespace: "one"}); len(one) == 1 {
		if got := dreamt(t, e, DreamQuestion{Namespace: "one"}); got.Replayed != 1 || got.ID != uuid.Nil || len(got.Edges) != 0 {
			t.Errorf("a single memory dreamt %+v", got)
		}
	}
}

// TestReplaysSeeTheGoal checks that a dream uses θ of the stored purpose vector as a memory's alignment, and ½ without a goal.
func TestReplaysSeeTheGoal(t *testing.T) {
	ctx := context.Background()
	e := open(t, "")
	remember(t, e, notesOf(breadNotes[0], otherNotes[0])...)
	look := func() []dream.Candidate {
		t.Helper()
		v, err := e.dreams.Candidates(ctx, DefaultNamespace)
		if err != nil || len(v) != 2 {
			t.Fatalf("%+v, %v", v, err)
		}
		return v
	}
	for _, c := range look() {
		if c.Alignment != dream.Neutral {
			t.Errorf("without a goal the alignment is %v", c.Alignment)
		}
	}
	setStar(t, e, "", "bake good bread at home")
	aligned(t, e, DefaultNamespace)
	got := look()
	if bread, other := got[0].Alignment, got[1].Alignment; !(bread > other && bread > .65 && other < .65) {
		t.Errorf("bread is aligned by %v, the other note by %v", bread, other)
	}
}
