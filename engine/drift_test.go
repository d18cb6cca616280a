package engine

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"asterism/engine/drift"
	"asterism/engine/purpose"
	"asterism/engine/store"

	"github.com/google/uuid"
)

const gardenGoal = "Grow vegetables in the garden: prepare the soil, sow, water, fight pests and harvest."

var gardenNotes = []string{
	"The tomato seedlings went into the raised bed after the last frost, with compost under each plant.",
	"Slugs ate half of the lettuce overnight; beer traps along the bed caught most of them.",
	"The carrots need thinning to five centimetres, or the roots grow around each other.",
	"Watering in the morning keeps the leaves of the cucumbers dry and the mildew away.",
	"We harvested four kilos of beans from the row along the fence and froze half of them.",
	"The soil test of the vegetable garden shows too little nitrogen; sow clover in autumn.",
	"Kale and leeks stay in the bed over winter and can be harvested in the snow.",
	"Aphids on the broad beans went away after the tips of the plants were pinched out.",
}

var strayNotes = []string{
	"The tenant must be given two months of notice before the lease can be ended.",
	"The goalkeeper saved two penalties and the match ended without goals.",
	"Quarterly revenue fell by three percent because of weaker demand in Asia.",
	"The telescope found a planet in the habitable zone of a red dwarf star.",
	"Fix race in the websocket reconnect loop by holding the mutex while closing.",
	"The new train line cuts the journey to the capital to ninety minutes.",
	"She practised the second violin part of the quartet until midnight.",
	"The parliament voted on the pension reform after eleven hours of debate.",
}

var workday = time.Date(2026, 4, 8, 12, 0, 0, 0, time.UTC)

func openWith(t *testing.T, c Config) *Engine {
	t.Helper()
	if c.Data == "" && c.Store == nil { // the test is not about the disk
		c.Store = on(store.NewInMemory())
	}
	if c.Profile == "" && c.Models == "" && c.Device == "" && c.Workers == 0 && c.MaxWait == 0 && c.hardware == nil { // the test is not about opening models
		c.Embedder = compactModels(t)
	}
	e, err := Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	lendStrangers(t, e, c)
	t.Cleanup(func() {
		if err := e.Close(context.Background()); err != nil && !strings.Contains(err.Error(), "closed") {
			t.Error(err)
		}
	})
	return e
}

// at sets the times of notes.
func at(when time.Time, namespace string, texts ...string) (out []Note) {
	for _, v := range texts {
		out = append(out, Note{Content: v, Time: when, Namespace: namespace})
	}
	return out
}

func storedIDs(many []Remembered) (out []store.ID) {
	for _, r := range many {
		out = append(out, r.ID)
	}
	return out
}

func measureDrift(t *testing.T, e *Engine, q DriftQuestion) *Drift {
	t.Helper()
	d, err := e.Drift(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// garden returns an engine whose default namespace has work on the goal, three days old, and stray work of the last hours.
type garden struct {
	*Engine
	clock       *handClock
	star, child purpose.Goal
	on, off     []store.ID
}

func openGarden(t *testing.T) *garden {
	t.Helper()
	g := &garden{clock: &handClock{now: workday}}
	g.Engine = openWith(t, Config{Now: g.clock.Now})
	g.star = setStar(t, g.Engine, "", gardenGoal).Goal
	added, err := g.AddGoal(context.Background(), GoalNote{Description: "Keep slugs and aphids off the plants.", Level: purpose.Tactical})
	if err != nil {
		t.Fatal(err)
	}
	g.child = added.Goal
	g.on = storedIDs(remember(t, g.Engine, at(workday.Add(-72*time.Hour), "", gardenNotes...)...))
	g.off = storedIDs(remember(t, g.Engine, at(workday.Add(-2*time.Hour), "", strayNotes...)...))
	return g
}

func TestDriftTellsWorkOnTheGoalFromOtherWork(t *testing.T) {
	g := openGarden(t)
	on, off := measureDrift(t, g.Engine, DriftQuestion{Memories: g.on}), measureDrift(t, g.Engine, DriftQuestion{Memories: g.off})
	t.Logf("on the goal %.3f %s, other work %.3f %s", on.Similarity, on.Level, off.Similarity, off.Level)
	if on.Level.Worse(drift.Low) {
		t.Errorf("work on the goal is %s (%.3f), want None or Low", on.Level, on.Similarity)
	}
	if !off.Level.Worse(drift.Medium) {
		t.Errorf("other work is %s (%.3f), want High or Critical", off.Level, off.Similarity)
	}
	if len(off.Recommendations) == 0 || len(off.MostDrifted()) != 5 {
		t.Errorf("%d recommendations and %d most drifted spaces for work that drifted", len(off.Recommendations), len(off.MostDrifted()))
	}
	if on.Reference != g.star.ID || on.ReferenceType != drift.ToNorthStar || on.Analyzed != len(g.on) || on.Timeframe != "" || !on.At.Equal(workday) {
		t.Errorf("measured %+v", on.Measurement)
	}
	for s, d := range on.Spaces {
		if present := d.Level != ""; present == math.IsNaN(d.Similarity) || present == math.IsNaN(d.Raw) || present != (d.Memories > 0) {
			t.Errorf("space %d is %+v", s, d)
		}
	}
}

// TestEveryParameterOfDriftCounts compares a question with one that differs in one field.
func TestEveryParameterOfDriftCounts(t *testing.T) {
	g := openGarden(t)
	remember(t, g.Engine, at(workday.Add(-2*time.Hour), "elsewhere", gardenNotes[:3]...)...)
	base := measureDrift(t, g.Engine, DriftQuestion{})
	if base.Analyzed != len(g.off) || base.Timeframe != "24h" || base.Strategy != drift.Cosine || base.History != nil {
		t.Errorf("the plain question measured %+v", base.Measurement)
	}
	if d := measureDrift(t, g.Engine, DriftQuestion{Goal: g.child.ID}); d.Similarity == base.Similarity || d.Reference != g.child.ID {
		t.Errorf("another goal gives %+v", d.Measurement)
	}
	if d := measureDrift(t, g.Engine, DriftQuestion{Namespace: "elsewhere"}); d.Analyzed != 3 || d.ReferenceType != drift.ToCentroid || d.Namespace != "elsewhere" {
		t.Errorf("another namespace gives %+v", d.Measurement)
	}
	if d := measureDrift(t, g.Engine, DriftQuestion{Memories: g.off[:2]}); d.Analyzed != 2 || d.Similarity == base.Similarity {
		t.Errorf("two memories give %+v", d.Measurement)
	}
	seen := map[float64]drift.Strategy{}
	for _, s := range drift.Strategies {
		d := measureDrift(t, g.Engine, DriftQuestion{Strategy: s})
		if other, ok := seen[d.Similarity]; ok {
			t.Errorf("strategies %s and %s both give %v", s, other, d.Similarity)
		}
		seen[d.Similarity] = s
	}
	for frame, want := range map[string]int{"6h": 8, "24h": 8, "7d": 16, "30d": 16, "all": 16} {
		if d := measureDrift(t, g.Engine, DriftQuestion{Timeframe: frame}); d.Analyzed != want || d.Timeframe != frame {
			t.Errorf("timeframe %s looks at %d memories, want %d", frame, d.Analyzed, want)
		}
	}
	progress := 0
	d := measureDrift(t, g.Engine, DriftQuestion{IncludeHistory: true, Progress: func(done, total int) { progress = done * 100 / total }})
	if progress != 100 {
		t.Errorf("progress ended at %d %%", progress)
	}
	if len(d.History) != 13 || d.HistoryTotal != 13 || !sameMeasurement(&d.History[12].Measurement, &d.Measurement) {
		t.Errorf("the history of the North Star has %d entries, want the 13 made here, the last of them the newest", len(d.History))
	}
}

func sameMeasurement(a, b *drift.Measurement) bool {
	kept := *b
	kept.ReferenceType = a.ReferenceType                      // an answer says that the goal is the North Star; history does not
	return fmt.Sprintf("%+v", *a) == fmt.Sprintf("%+v", kept) // NaN prints the same
}

func TestBadQuestionsAboutDriftAreRefused(t *testing.T) {
	g := openGarden(t)
	unknown := uuid.Must(uuid.NewV7())
	elsewhere := storedIDs(remember(t, g.Engine, at(workday, "elsewhere", strayNotes[0])...))
	for name, c := range map[string]struct {
		q    DriftQuestion
		kind Kind
		says []string
	}{
		"timeframe":          {DriftQuestion{Timeframe: "2h"}, KindInvalid, []string{`"2h"`}},
		"strategy":           {DriftQuestion{Strategy: "median"}, KindInvalid, []string{`"median"`}},
		"namespace":          {DriftQuestion{Namespace: "*"}, KindInvalid, []string{"all namespaces"}},
		"goal":               {DriftQuestion{Goal: unknown}, KindGoal, []string{unknown.String()}},
		"goal elsewhere":     {DriftQuestion{Namespace: "elsewhere", Goal: g.star.ID}, KindGoal, []string{"elsewhere", g.star.ID.String()}},
		"memory":             {DriftQuestion{Memories: []store.ID{g.on[0], unknown}}, KindNotFound, []string{unknown.String()}},
		"memory of nothing":  {DriftQuestion{Namespace: "empty", Memories: elsewhere}, KindNotFound, []string{elsewhere[0].String(), "empty"}},
		"memory elsewhere":   {DriftQuestion{Memories: elsewhere}, KindNotFound, []string{elsewhere[0].String(), "default"}},
		"no memory named":    {DriftQuestion{Memories: []store.ID{}}, KindInvalid, []string{"list of memories is empty"}},
		"nothing that young": {DriftQuestion{Timeframe: "1h"}, KindInvalid, []string{"last 1h", "16 are outside", "2026-04-08T10:00:00Z"}},
		"nothing at all":     {DriftQuestion{Namespace: "empty"}, KindInvalid, []string{"namespace empty has no memories"}},
	} {
		_, err := g.Drift(context.Background(), c.q)
		if !isKind(err, c.kind) {
			t.Errorf("%s: %v, want an error of kind %s", name, err, c.kind)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q does not say %q", name, err, s)
			}
		}
	}
	if _, err := g.DriftHistory(context.Background(), HistoryQuestion{}); !isKind(err, KindNoHistory) {
		t.Errorf("questions that were refused left a history: %v", err)
	}
}

func TestThresholdsAreTheEngines(t *testing.T) {
	dir := t.TempDir()
	lax := drift.Thresholds{None: .04, Low: .03, Medium: .02, High: .01}
	e := openWith(t, Config{Data: dir, DriftThresholds: lax})
	setStar(t, e, "", gardenGoal)
	remember(t, e, notesOf(strayNotes...)...)
	if d := measureDrift(t, e, DriftQuestion{}); d.Level != drift.None || d.Drifted() || len(d.Recommendations) != 0 {
		t.Errorf("with thresholds near 0 stray work is %s", d.Level)
	}
	_, err := Open(context.Background(), Config{Data: t.TempDir(), DriftThresholds: drift.Thresholds{None: .5, Low: .6, Medium: .3, High: .2}})
	if !isKind(err, KindInvalid) || !strings.Contains(err.Error(), "Low (0.6)") {
		t.Errorf("an engine with rising thresholds: %v", err)
	}
}

// on returns a store that an engine uses instead of RocksDB.
func on(s store.Store) *store.Store { return &s }
