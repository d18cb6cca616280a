package engine

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"asterism/engine/aims"
	"asterism/engine/drift"
	"asterism/engine/purpose"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// contents returns every byte that a correction could change: all shelves, and all memories with their headers.
func contents(t *testing.T, e *Engine, shelves ...store.Shelf) string {
	t.Helper()
	var b strings.Builder
	for _, s := range shelves {
		err := e.shelves().Walk(context.Background(), s, nil, nil, false, func(key, value []byte) (bool, error) {
			fmt.Fprintf(&b, "%s %x %x\n", s, key, value)
			return true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	err := e.store.Scan(context.Background(), store.Range{Deleted: true}, store.Parts{Content: true, Spaces: stored}, func(m *store.Memory) (bool, error) {
		fmt.Fprintf(&b, "%+v\n", *m)
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func correctDrift(t *testing.T, e *Engine, q CorrectionQuestion) *Correction {
	t.Helper()
	c, err := e.CorrectDrift(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var moreGardenNotes = []string{
	"Sow radishes every two weeks between the rows of carrots and water them well.",
	"The pumpkins need a barrow of compost each and a warm place by the wall.",
	"Tie the tomatoes to their canes and take the side shoots out every week.",
	"The first peas were picked this evening; the pods are sweet before they fill.",
	"Nettle manure feeds the cabbages and keeps aphids away.",
	"Potatoes are ready to harvest when their leaves turn yellow.",
	"Mulch with cut grass keeps the soil of the vegetable bed moist.",
	"Sow spinach in March under fleece and harvest it before the heat.",
}

// mixed returns a garden whose last day is mostly, but not enough, on the goal.
func mixed(t *testing.T) *garden {
	t.Helper()
	g := &garden{clock: &handClock{now: workday}}
	g.Engine = openWith(t, Config{Now: g.clock.Now})
	g.star = setStar(t, g.Engine, "", gardenGoal).Goal
	g.on = storedIDs(remember(t, g.Engine, at(workday.Add(-72*time.Hour), "", gardenNotes...)...))
	remember(t, g.Engine, at(workday.Add(-time.Hour), "", append(moreGardenNotes[:8:8], strayNotes[:6]...)...)...)
	aligned(t, g.Engine, DefaultNamespace)
	return g
}

// TestACorrectionIsWhatItMeasured checks that applied weights are in force, that an independent measurement gives exactly the promised figure, that history
// has both, and that an undo restores the earlier state.
func TestACorrectionIsWhatItMeasured(t *testing.T) {
	g := mixed(t)
	before := measureDrift(t, g.Engine, DriftQuestion{})
	was := contents(t, g.Engine, store.ShelfGoals, store.ShelfUndo, store.ShelfState)
	c := correctDrift(t, g.Engine, CorrectionQuestion{})
	t.Logf("%s: %s", c.Kind, c.Why)
	if !c.Needed || !c.Applied || c.ID == uuid.Nil || c.Kind != ReweightSpaces || c.Undone {
		t.Fatalf("nothing was applied: %+v", c)
	}
	if c.Needed != before.Level.Worse(drift.Low) || c.Before.Similarity != before.Similarity || c.Before.Analyzed != before.Analyzed {
		t.Errorf("before is %v of %d memories, measured was %v of %d", c.Before.Similarity, c.Before.Analyzed, before.Similarity, before.Analyzed)
	}
	after := measureDrift(t, g.Engine, DriftQuestion{})
	if after.Similarity != c.After.Similarity || after.Correction != c.ID || after.Similarity < before.Similarity+aims.LeastGain {
		t.Errorf("promised was %v, measured afterwards %v", c.After.Similarity, after.Similarity)
	}
	if c.SpacesBefore != drift.EqualWeights() || c.SpacesAfter == c.SpacesBefore {
		t.Errorf("weights %v before, %v after", c.SpacesBefore, c.SpacesAfter)
	}
	h := readHistory(t, g.Engine, HistoryQuestion{})
	if n := len(h.Entries); n != 4 || !sameMeasurement(&h.Entries[1].Measurement, &c.Before) || !sameMeasurement(&h.Entries[2].Measurement, &c.After) {
		t.Errorf("history has %d entries, want that before, both of the correction, and that after", n)
	}
	checkUndo(t, g, c, before, was)
}

func checkUndo(t *testing.T, g *garden, c *Correction, before *Drift, was string) {
	t.Helper()
	now := contents(t, g.Engine, store.Shelved...)
	dry := correctDrift(t, g.Engine, CorrectionQuestion{Undo: c.ID, DryRun: true})
	if dry.Undone || dry.After.Similarity != before.Similarity || contents(t, g.Engine, store.Shelved...) != now {
		t.Errorf("a dry run of taking back gave %+v, or changed the store", dry)
	}
	back := correctDrift(t, g.Engine, CorrectionQuestion{Undo: c.ID})
	if !back.Undone || back.Applied || back.Kind != c.Kind || back.Before.Similarity != c.After.Similarity || back.After.Similarity != before.Similarity || back.SpacesAfter != c.SpacesBefore {
		t.Errorf("taking back gave %+v", back)
	}
	if got := contents(t, g.Engine, store.ShelfGoals, store.ShelfUndo, store.ShelfState); got != was {
		t.Errorf("goals, weights or undo records are not what they were")
	}
	if d := measureDrift(t, g.Engine, DriftQuestion{}); d.Similarity != before.Similarity || d.Correction != uuid.Nil {
		t.Errorf("measured %v after taking back, %v before the correction", d.Similarity, before.Similarity)
	}
	_, err := g.CorrectDrift(context.Background(), CorrectionQuestion{Undo: c.ID})
	if !isKind(err, KindInvalid) || !strings.Contains(err.Error(), c.ID.String()) {
		t.Errorf("taking back twice: %v", err)
	}
}

// TestACorrectionOutlivesARestart checks that weights and the undo record are stored.
func TestACorrectionOutlivesARestart(t *testing.T) {
	dir, c := t.TempDir(), &handClock{now: workday}
	e := openWith(t, Config{Data: dir, Now: c.Now})
	setStar(t, e, "", gardenGoal)
	remember(t, e, at(workday, "", append(gardenNotes[:8:8], strayNotes[0])...)...)
	did := correctDrift(t, e, CorrectionQuestion{Force: true})
	if !did.Applied {
		t.Fatalf("nothing was applied: %s", did.Why)
	}
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	e = openWith(t, Config{Data: dir, Now: c.Now})
	if d := measureDrift(t, e, DriftQuestion{}); d.Similarity != did.After.Similarity || d.Correction != did.ID {
		t.Errorf("after a restart %v is measured, promised was %v", d.Similarity, did.After.Similarity)
	}
	if back := correctDrift(t, e, CorrectionQuestion{Undo: did.ID}); !back.Undone || back.After.Similarity != did.Before.Similarity {
		t.Errorf("taking back after a restart gave %+v", back)
	}
}

// TestDryRunsAndErrorsChangeNothing compares every byte of the store.
func TestDryRunsAndErrorsChangeNothing(t *testing.T) {
	g := mixed(t)
	was := contents(t, g.Engine, store.Shelved...)
	dry := correctDrift(t, g.Engine, CorrectionQuestion{Force: true, DryRun: true})
	if dry.Applied || dry.ID != uuid.Nil || dry.Kind == NoCorrection || dry.After.Similarity < dry.Before.Similarity+aims.LeastGain {
		t.Errorf("a dry run gave %+v", dry)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, ask := range map[string]func() error{
		"cancelled": func() error { _, err := g.CorrectDrift(cancelled, CorrectionQuestion{Force: true}); return err },
		"timeframe": func() error {
			_, err := g.CorrectDrift(context.Background(), CorrectionQuestion{Timeframe: "2h"})
			return err
		},
		"strategy": func() error {
			_, err := g.CorrectDrift(context.Background(), CorrectionQuestion{Strategy: "median"})
			return err
		},
		"namespace": func() error {
			_, err := g.CorrectDrift(context.Background(), CorrectionQuestion{Namespace: "*"})
			return err
		},
		"empty": func() error {
			_, err := g.CorrectDrift(context.Background(), CorrectionQuestion{Namespace: "empty"})
			return err
		},
		"undo": func() error {
			_, err := g.CorrectDrift(context.Background(), CorrectionQuestion{Undo: uuid.Must(uuid.NewV7())})
			return err
		},
	} {
		if err := ask(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, percent := range []int{1, 50, 100} { // cancelled in every scan, and before the write
		ctx, cancel := context.WithCancel(context.Background())
		_, err := g.CorrectDrift(ctx, CorrectionQuestion{Progress: func(done, total int) {
			if done*100 >= percent*total {
				cancel()
			}
		}})
		if cancel(); err == nil {
			t.Errorf("a correction that was cancelled at %d %% went on", percent)
		}
	}
	if contents(t, g.Engine, store.Shelved...) != was {
		t.Error("the store is not what it was")
	}
}

// TestWorkThatHasLeftTheGoalIsNotWeighedBack checks that no weights make stray work serve the goal, and that the answer says so.
func TestWorkThatHasLeftTheGoalIsNotWeighedBack(t *testing.T) {
	g := openGarden(t)
	remember(t, g.Engine, Note{Content: "The night train to Vienna was late because of the snow."}, Note{Content: "Quarterly revenue of the bank fell by three percent."}) // with the eight that strayed today, enough to judge
	aligned(t, g.Engine, DefaultNamespace)
	was := contents(t, g.Engine, store.Shelved...)
	c := correctDrift(t, g.Engine, CorrectionQuestion{})
	t.Logf("%.3f: %s", c.Before.Similarity, c.Why)
	if !c.Needed || c.Applied || c.Kind != NoCorrection || !strings.Contains(c.Why, "no weights raise the similarity") {
		t.Errorf("stray work was corrected: %+v", c)
	}
	if !sameMeasurement(&c.After, &c.Before) || c.SpacesAfter != c.SpacesBefore || c.ID != uuid.Nil {
		t.Errorf("without a correction before and after differ: %+v", c)
	}
	if contents(t, g.Engine, store.Shelved...) != was {
		t.Error("the store is not what it was")
	}
}

func TestBelowTheThresholdNothingIsDone(t *testing.T) {
	g := openGarden(t)
	g.clock.forward(-60 * time.Hour)                                                                                                                                  // the last day has only work on the goal
	more := []Note{{Content: "Watered the vegetables in the garden and tied up the beans."}, {Content: "Sowed carrots and lettuce in the second bed of the garden."}} // so that there are enough to judge
	remember(t, g.Engine, more...)
	aligned(t, g.Engine, DefaultNamespace)
	c := correctDrift(t, g.Engine, CorrectionQuestion{})
	if c.Needed || c.Applied || c.Kind != NoCorrection || !strings.Contains(c.Why, "corrections begin at Medium, below 0.60") {
		t.Errorf("work on the goal: %+v", c)
	}
	if want := len(g.on) + len(more); c.Before.Analyzed != want {
		t.Errorf("%d memories were looked at, want %d", c.Before.Analyzed, want)
	}
}

// TestGoalsAreWeighedByTheWork uses two goals under the North Star, with all work on one of them.
func TestGoalsAreWeighedByTheWork(t *testing.T) {
	c := &handClock{now: workday}
	e := openWith(t, Config{Now: c.Now})
	setStar(t, e, "", "Keep the village hall alive for everybody.")
	var goals []purpose.Goal
	for _, text := range []string{"Grow vegetables in the garden of the hall.", "Teach the violin and give concerts of chamber music."} {
		added, err := e.AddGoal(context.Background(), GoalNote{Description: text, Level: purpose.Strategic})
		if err != nil {
			t.Fatal(err)
		}
		goals = append(goals, added.Goal)
	}
	remember(t, e, at(workday, "", gardenNotes...)...)
	aligned(t, e, DefaultNamespace)
	// There is no evidence for spaces: no memory is on the North Star itself.
	did := correctDrift(t, e, CorrectionQuestion{Force: true})
	t.Logf("%s: %s", did.Kind, did.Why)
	if did.Kind != ReweightGoals || !did.Applied {
		t.Fatalf("want weights of goals: %+v", did)
	}
	weight := func(goals []purpose.Goal, id store.ID) float64 {
		for _, g := range goals {
			if g.ID == id {
				return g.Weight
			}
		}
		return math.NaN()
	}
	// eight of eight against half: (8·2+20)/28 and (8·0+20)/28
	for i, ratio := range []float64{36. / 28, 20. / 28} {
		if got := weight(did.GoalsAfter, goals[i].ID); math.Abs(got-.7*ratio) > 1e-9 || weight(did.GoalsBefore, goals[i].ID) != .7 {
			t.Errorf("goal %d weighs %g, %g before", i, got, weight(did.GoalsBefore, goals[i].ID))
		}
	}
	if d := measureDrift(t, e, DriftQuestion{}); d.Similarity != did.After.Similarity || d.Correction != did.ID {
		t.Errorf("measured %v, promised was %v", d.Similarity, did.After.Similarity)
	}
	aligned(t, e, DefaultNamespace)
	back := correctDrift(t, e, CorrectionQuestion{Undo: did.ID})
	tree, err := e.Goals(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range goals {
		if w := weight(tree.Goals, g.ID); w != .7 || weight(back.GoalsAfter, g.ID) != .7 {
			t.Errorf("goal %s weighs %g after taking back", g.ID, w)
		}
	}
	if back.After.Similarity != did.Before.Similarity {
		t.Errorf("after taking back %v, %v before the correction", back.After.Similarity, did.Before.Similarity)
	}
}

// TestCorrectionsAreTakenBackLastFirst checks the order of undos: an earlier correction would restore weights that a later one has replaced.
func TestCorrectionsAreTakenBackLastFirst(t *testing.T) {
	g := mixed(t)
	first := correctDrift(t, g.Engine, CorrectionQuestion{Force: true})
	if !first.Applied {
		t.Fatalf("nothing was applied: %s", first.Why)
	}
	again := correctDrift(t, g.Engine, CorrectionQuestion{Force: true})
	if again.Applied {
		t.Errorf("the same evidence changed weights twice: %s", again.Why)
	}
	// Two goals, and work on one of them: now weights of goals help.
	for _, text := range []string{"Sow and harvest vegetables.", "Teach the violin and give concerts of chamber music."} {
		if _, err := g.AddGoal(context.Background(), GoalNote{Description: text, Level: purpose.Strategic}); err != nil {
			t.Fatal(err)
		}
	}
	second := correctDrift(t, g.Engine, CorrectionQuestion{Force: true})
	if !second.Applied || second.Kind != ReweightGoals {
		t.Fatalf("want a second correction, of goals: %s", second.Why)
	}
	_, err := g.CorrectDrift(context.Background(), CorrectionQuestion{Undo: first.ID})
	if !isKind(err, KindInvalid) || !strings.Contains(err.Error(), second.ID.String()) {
		t.Errorf("taking back the first of two: %v", err)
	}
	for _, c := range []*Correction{second, first} {
		if back := correctDrift(t, g.Engine, CorrectionQuestion{Undo: c.ID}); !back.Undone || back.SpacesAfter != c.SpacesBefore {
			t.Errorf("taking back gave %+v", back)
		}
	}
}

// TestACorrectionCanBeTakenBackWhenThereIsNothingToMeasure: the timeframe may be empty by the time of the undo.
func TestACorrectionCanBeTakenBackWhenThereIsNothingToMeasure(t *testing.T) {
	g := mixed(t)
	did := correctDrift(t, g.Engine, CorrectionQuestion{Force: true})
	g.clock.forward(40 * 24 * time.Hour)
	back := correctDrift(t, g.Engine, CorrectionQuestion{Undo: did.ID})
	if !back.Undone || !math.IsNaN(back.Before.Similarity) || back.Before.Analyzed != 0 || !strings.Contains(back.Why, "nothing was measured") {
		t.Errorf("taking back gave %+v", back)
	}
	if _, err := g.CorrectDrift(context.Background(), CorrectionQuestion{Undo: did.ID, Namespace: "elsewhere"}); !isKind(err, KindInvalid) {
		t.Errorf("taking back what is gone: %v", err)
	}
}

// TestEveryParameterOfCorrectionCounts compares questions that differ in one field.
func TestEveryParameterOfCorrectionCounts(t *testing.T) {
	g := mixed(t)
	base := correctDrift(t, g.Engine, CorrectionQuestion{DryRun: true, Force: true})
	if c := correctDrift(t, g.Engine, CorrectionQuestion{DryRun: true, Force: true, Timeframe: "all"}); c.Before.Analyzed == base.Before.Analyzed {
		t.Errorf("all the time gives the same %d memories as a day", c.Before.Analyzed)
	}
	if c := correctDrift(t, g.Engine, CorrectionQuestion{DryRun: true, Force: true, Strategy: drift.Euclidean}); c.Before.Similarity == base.Before.Similarity {
		t.Errorf("another strategy gives the same %v", c.Before.Similarity)
	}
	remember(t, g.Engine, at(workday, "elsewhere", strayNotes...)...)
	if c := correctDrift(t, g.Engine, CorrectionQuestion{DryRun: true, Force: true, Namespace: "elsewhere"}); c.Before.ReferenceType != drift.ToCentroid || c.Before.Namespace != "elsewhere" {
		t.Errorf("another namespace gives %+v", c.Before)
	}
	last := 0
	correctDrift(t, g.Engine, CorrectionQuestion{DryRun: true, Force: true, Progress: func(done, total int) {
		if p := done * 100 / total; p < last || p > 100 {
			t.Errorf("progress went from %d %% to %d %%", last, p)
		} else {
			last = p
		}
	}})
	if last != 100 {
		t.Errorf("progress ended at %d %%", last)
	}
}
