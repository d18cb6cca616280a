package engine

import (
	"math"
	"testing"
	"time"
)

const year = 365 * 24 * time.Hour

// TestClockJumps checks that, whatever the clock does between two calls, acknowledged memories stay, new ones are stored and found at once, changes and undo work, and every
// score is a number. What depends on the clock uses its present value: see the table of faults in bench/faults.
func TestClockJumps(t *testing.T) {
	for name, jump := range map[string]time.Duration{"an hour back": -time.Hour, "an hour ahead": time.Hour, "ten years back": -10 * year, "ten years ahead": 10 * year} {
		t.Run(name, func(t *testing.T) {
			clock := &handClock{now: day("2026-04-01")}
			dir := t.TempDir()
			e := openAt(t, dir, clock, nil)
			if _, err := e.SetNorthStar(t.Context(), "", "Keep the depots of the parcel service running."); err != nil {
				t.Fatal(err)
			}
			j := &jumping{t: t, e: e, clock: clock}
			j.work("the gate of depot one is painted red")
			clock.forward(jump)
			j.work("the lift of depot two was oiled")
			clock.forward(-jump)
			j.work("the lamps of depot three are new")
			page, err := e.List(t.Context(), ListQuestion{})
			if err != nil || len(page.Memories) != 3 || page.Next != "" {
				t.Errorf("listed: %v, %v, want all three", page, err)
			}
			history, err := e.DriftHistory(t.Context(), HistoryQuestion{Range: "all"})
			if err != nil || len(history.Entries) != 3 {
				t.Fatalf("history: %+v, %v, want three entries", history, err)
			}
			for i, entry := range history.Entries { // in the order in which they were made, each with the time that its clock showed
				if want := day("2026-04-01").Add(time.Duration(i%2) * jump); !entry.At.Equal(want) {
					t.Errorf("entry %d of the history was made at %v, want %v", i, entry.At, want)
				}
			}
			if err := e.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			j.e = openAt(t, dir, clock, nil)
			j.finds("the gate of depot one is painted red")
			j.finds("the lift of depot two was oiled")
		})
	}
}

// jumping is an engine with an unreliable clock.
type jumping struct {
	t     *testing.T
	e     *Engine
	clock *handClock
}

// work does a little of everything that reads the clock.
func (j *jumping) work(text string) {
	j.t.Helper()
	ctx := j.t.Context()
	r, err := j.e.Inject(ctx, Note{Content: "not yet: " + text, Rationale: "log"})
	if err != nil {
		j.t.Fatal(err)
	}
	old := get(j.t, j.e, r.ID)
	if _, err := j.e.Update(ctx, r.ID, Change{Content: &text}); err != nil {
		j.t.Errorf("update: %v", err)
	}
	if m := get(j.t, j.e, r.ID); m.Version != old.Version+1 || !m.Updated.Equal(j.clock.Now()) || !m.Time.Equal(j.clock.Now()) {
		j.t.Errorf("changed: version %d of %v, updated %v", m.Version, m.Time, m.Updated)
	}
	f, err := j.e.Forget(ctx, r.ID, false)
	if err != nil || !f.RestorableUntil.Equal(j.clock.Now().Add(RestoreWindow)) {
		j.t.Errorf("forget: %+v, %v", f, err)
	}
	if err := j.e.Restore(ctx, r.ID); err != nil {
		j.t.Errorf("restore: %v", err)
	}
	j.finds(text)
	if _, err := j.e.Drift(ctx, DriftQuestion{Timeframe: "all"}); err != nil {
		j.t.Errorf("drift: %v", err)
	}
	if _, err := j.e.CheckGoal(ctx, GoalCheck{Action: text}); err != nil {
		j.t.Errorf("check of the goal: %v", err)
	}
	if _, err := j.e.Workspace(ctx, "", ""); err != nil {
		j.t.Errorf("workspace: %v", err)
	}
	if _, err := j.e.Autonomous(ctx, StatusQuestion{}); err != nil {
		j.t.Errorf("status: %v", err)
	}
}

// finds checks that a memory is the first answer to its own words, by meaning and by time, with scores that are numbers.
func (j *jumping) finds(text string) {
	j.t.Helper()
	for _, profile := range []string{"semantic", "temporal"} {
		f, err := j.e.Recall(j.t.Context(), Question{Text: text, Profile: profile})
		if err != nil || len(f.Hits) == 0 {
			j.t.Errorf("search %q, %s: %v, %v", text, profile, f, err)
			continue
		}
		if profile == "semantic" && f.Hits[0].Memory.Content != text {
			j.t.Errorf("search %q: found %q first", text, f.Hits[0].Memory.Content)
		}
		for _, h := range f.Hits {
			if s := float64(h.Score); math.IsNaN(s) || math.IsInf(s, 0) {
				j.t.Errorf("search %q, %s: a score of %v", text, profile, s)
			}
		}
	}
}

// TestAClockFarAheadPurgesWhatIsForgotten: the thirty days are measured by the clock. A memory that is not forgotten is not affected.
func TestAClockFarAheadPurgesWhatIsForgotten(t *testing.T) {
	clock := &handClock{now: day("2026-04-01")}
	e := openAt(t, t.TempDir(), clock, nil)
	r := remember(t, e, Note{Content: "stays"}, Note{Content: "goes"})
	if _, err := e.Forget(t.Context(), r[1].ID, false); err != nil {
		t.Fatal(err)
	}
	clock.forward(10 * year)
	eventually(t, "purge", func() bool { return forgottenAnywhere(t, e) == 0 })
	clock.forward(-10 * year)
	if err := e.Restore(t.Context(), r[1].ID); err == nil {
		t.Error("what was purged came back")
	}
	if m := get(t, e, r[0].ID); m.Content != "stays" {
		t.Errorf("%+v", m)
	}
}

// TestForgottenByAClockThatWasAhead checks that such a memory can be restored until thirty days after the recorded time, not after today.
func TestForgottenByAClockThatWasAhead(t *testing.T) {
	clock := &handClock{now: day("2036-04-01")}
	e := openAt(t, t.TempDir(), clock, nil)
	r := remember(t, e, Note{Content: "waits"})[0]
	if _, err := e.Forget(t.Context(), r.ID, false); err != nil {
		t.Fatal(err)
	}
	clock.set(day("2026-04-01")) // the pass that this triggers must not purge it
	clock.forward(60 * 24 * time.Hour)
	e.upkeep.tidy(t.Context())
	if err := e.Restore(t.Context(), r.ID); err != nil {
		t.Errorf("restore: %v", err)
	}
}

// TestDreamsGoOnAfterAClockWasAhead checks that a dream dated ten years ahead does not delay those that are due now, and that memories dated so do not make any due.
func TestDreamsGoOnAfterAClockWasAhead(t *testing.T) {
	was := dreamLook
	dreamLook = 2 * time.Millisecond
	defer func() { dreamLook = was }()
	clock := &handClock{now: day("2036-04-01")}
	e := openWith(t, Config{Now: clock.Now, DreamEvery: time.Hour})
	remember(t, e, Note{Content: "the gate of depot one is painted red"}, Note{Content: "the lift of depot two was oiled"})
	last := func() (at time.Time) {
		if s, err := e.dreams.State(t.Context(), DefaultNamespace); err == nil && s.Last != nil && !s.Dreaming {
			at = *s.Last
		}
		return at
	}
	eventually(t, "dream at first", func() bool { return last().Equal(clock.Now()) })
	settled := steady(t, last)
	clock.set(day("2026-04-01"))
	for range 3 { // the memories have a time in the future, and nothing happens
		clock.forward(2 * time.Hour)
		if again := steady(t, last); !again.Equal(settled) {
			t.Fatalf("it dreamt at %v although nothing happened since %v", again, settled)
		}
	}
	remember(t, e, Note{Content: "the lamps of depot three are new"})
	clock.forward(2 * time.Hour)
	eventually(t, "dream by the clock that was put right", func() bool { return last().Equal(clock.Now()) })
}
