package engine

import (
	"context"
	"strings"
	"testing"
	"time"

	"asterism/engine/background"
	"asterism/engine/dream"
	"asterism/engine/drift"
	"asterism/engine/metautl"
	"asterism/engine/purpose"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

func autonomous(t *testing.T, e *Engine, q StatusQuestion) *Autonomous {
	t.Helper()
	a, err := e.Autonomous(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func advises(a *Autonomous, words string) bool {
	return strings.Contains(strings.Join(a.Recommendations, "\n"), words)
}

// TestStatusOfNothingInventsNothing checks that unknown values are absent, and that there is no advice without a number that calls for it.
func TestStatusOfNothingInventsNothing(t *testing.T) {
	e := openWith(t, Config{})
	a := autonomous(t, e, StatusQuestion{IncludeHistory: true})
	if a.Drift != nil || a.Trend != nil || !strings.Contains(a.NoTrend, "there are 0") || len(a.History) != 0 || a.LastDream != nil || a.NearCopies != -1 || a.Dreaming {
		t.Errorf("an empty store has %+v", a)
	}
	if a.Namespace != DefaultNamespace || a.Lifecycle != "infancy" || len(a.Goals.Goals) != 0 || a.Pulse == nil || a.Workspace == nil || a.Status == nil {
		t.Errorf("an empty store has %+v", a)
	}
	if len(a.Recommendations) != 1 || !advises(a, "no North Star is set") {
		t.Errorf("advised is %q", a.Recommendations)
	}
}

func TestStatusTellsWhatWasMeasured(t *testing.T) {
	g := openGarden(t)
	if a := autonomous(t, g.Engine, StatusQuestion{}); !advises(a, "drift was never measured") || advises(a, "no North Star") {
		t.Errorf("before the first measurement advised is %q", a.Recommendations)
	}
	measureDrift(t, g.Engine, DriftQuestion{Memories: g.off}) // a measurement of named memories says nothing about the namespace
	if a := autonomous(t, g.Engine, StatusQuestion{}); a.Drift != nil || a.Trend != nil || !advises(a, "drift was never measured") {
		t.Errorf("after a look at chosen memories drift is %+v, advised is %q", a.Drift, a.Recommendations)
	}
	for _, text := range gardenNotes {
		remember(t, g.Engine, Note{Content: text + " Once more."}, Note{Content: text + " And again."})
	}
	var made []*Drift
	for i := range 4 {
		g.clock.forward(time.Hour)
		for _, text := range strayNotes[:3] {
			remember(t, g.Engine, Note{Content: text + strings.Repeat(" Once more.", i+1)})
		}
		made = append(made, measureDrift(t, g.Engine, DriftQuestion{Timeframe: drift.All}))
	}
	a := autonomous(t, g.Engine, StatusQuestion{})
	if a.Drift == nil || !sameMeasurement(&a.Drift.Measurement, &made[3].Measurement) || a.Drift.Delta == nil || *a.Drift.Delta != made[3].Similarity-made[2].Similarity {
		t.Errorf("drift now is %+v", a.Drift)
	}
	if a.Trend == nil || a.Trend.Direction != drift.Worsening || a.History != nil {
		t.Errorf("trend %+v (%s), history %v", a.Trend, a.NoTrend, a.History)
	}
	if !advises(a, "get_alignment_drift (timeframe all) names the memories that stray most") || advises(a, "trigger_drift_correction") || !advises(a, "Critical in") || advises(a, "hours old") {
		t.Errorf("advised is %q", a.Recommendations)
	}
	g.clock.forward(30 * time.Hour)
	if a := autonomous(t, g.Engine, StatusQuestion{}); !advises(a, "30 hours old") {
		t.Errorf("a day later advised is %q", a.Recommendations)
	}
	checkStatusParameters(t, g, made)
}

func checkStatusParameters(t *testing.T, g *garden, made []*Drift) {
	a := autonomous(t, g.Engine, StatusQuestion{IncludeHistory: true, HistoryCount: 2})
	if len(a.History) != 2 || a.HistoryTotal != 5 || !sameMeasurement(&a.History[1].Measurement, &made[3].Measurement) || a.History[0].Delta != nil || a.Trend.Samples != 4 {
		t.Errorf("2 of the history are %+v", a.History)
	}
	if a := autonomous(t, g.Engine, StatusQuestion{IncludeHistory: true}); len(a.History) != 5 {
		t.Errorf("history has %d entries", len(a.History))
	}
	if a := autonomous(t, g.Engine, StatusQuestion{Namespace: "elsewhere"}); a.Drift != nil || a.Goals.Memories != 0 || a.Namespace != "elsewhere" {
		t.Errorf("another namespace has %+v", a)
	}
	for name, q := range map[string]StatusQuestion{"count": {HistoryCount: 101}, "count below": {HistoryCount: -1}, "namespace": {Namespace: "*"}} {
		if _, err := g.Autonomous(context.Background(), q); !isKind(err, KindInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAdviceFollowsFromTheNumbers changes one number at a time, in a state without advice.
func TestAdviceFollowsFromTheNumbers(t *testing.T) {
	now := workday
	for name, c := range map[string]struct {
		change func(*Autonomous)
		says   string
	}{
		"nothing":   {func(*Autonomous) {}, ""},
		"drift":     {func(a *Autonomous) { a.Drift.Level, a.Drift.Similarity, a.Held.Before = drift.High, .5, drift.Low }, "drift is High (similarity 0.50, below 0.60)"},
		"always":    {func(a *Autonomous) { a.Drift.Level, a.Drift.Similarity = drift.High, .5 }, "far from the goal in each measurement (drift High, similarity 0.50, below 0.60)"},
		"low drift": {func(a *Autonomous) { a.Drift.Level, a.Drift.Similarity = drift.Low, .75 }, ""},
		"old":       {func(a *Autonomous) { a.Drift.At = now.Add(-49 * time.Hour) }, "49 hours old"},
		"never":     {func(a *Autonomous) { a.Drift = nil }, "never measured"},
		"worsening": {func(a *Autonomous) {
			a.Trend = &drift.Trend{Direction: drift.Worsening, Velocity: .03, Samples: 7, ChecksToCritical: 15.5, CriticalAt: now.Add(time.Hour)}
		}, "falls by 0.030 per check over the last 7: Critical in 15.5 checks at current rate, about 2026-04-08T13:00:00Z"},
		"improving": {func(a *Autonomous) { a.Trend = &drift.Trend{Direction: drift.Improving, Velocity: .03} }, ""},
		"no goal":   {func(a *Autonomous) { a.Goals.Goals = nil }, "no North Star"},
		"aligning":  {func(a *Autonomous) { a.Goals.Aligning, a.Goals.Measured = true, 40 }, "40 of 100 memories are measured"},
		"copies":    {func(a *Autonomous) { a.NearCopies = 12 }, "12 near copies"},
		"unknown":   {func(a *Autonomous) { a.NearCopies = -1 }, ""},
		"hypersync": {func(a *Autonomous) { a.Workspace.Warning = "everything looks alike" }, "everything looks alike"},
		"demoted":   {func(a *Autonomous) { a.Status.Lanes.Lanes[0].Demotions, a.Status.Lanes.Lanes[0].Cause = 1, "no memory" }, "E7 code runs on cpu after 1 backends failed (no memory)"},
		"lost": {func(a *Autonomous) {
			lost := sched.LaneStats{Space: models.Graph, Backend: "cpu", Demotions: 1, Cause: "gone"}
			a.Status.Lanes.Lanes = []sched.LaneStats{lost, {Space: models.HDC}, lost}
		}, "E8 graph, E8 graph run on cpu after 1 backends failed (gone)"},
		"background": {func(a *Autonomous) {
			a.Status.Background = []background.State{{Name: "tidying", LastError: "earlier"}, {Name: "dreaming", InARow: 2, Since: now, LastError: "namespace a: odd", NextTry: now.Add(time.Minute)}}
		}, "background work fails: dreaming has failed 2 times in a row since 2026-04-08T12:00:00Z and is tried again at 2026-04-08T12:01:00Z: namespace a: odd"},
		"failed":     {func(a *Autonomous) { a.Status.Lanes.Lanes[0].Failed = 3 }, "3 texts could not be embedded in E7"},
		"full queue": {func(a *Autonomous) { a.Status.Lanes.InWork = 64 }, "all 64 places"},
		"cold":       {func(a *Autonomous) { a.Status.Cold = 5000 }, "5000 memories are read from disk"},
	} {
		a := &Autonomous{
			Goals: &GoalTree{Goals: []purpose.Goal{{Level: purpose.NorthStar}}, Memories: 100, Measured: 100},
			Drift: &drift.Entry{Measurement: drift.Measurement{Level: drift.None, Similarity: .9, At: now.Add(-time.Hour)}},
			Pulse: &Pulse{.5, .5, "continue"}, Workspace: &WorkspaceState{},
			Status: &Status{Lanes: sched.Stats{Lanes: []sched.LaneStats{{Space: models.Code, Backend: "cpu"}}, Cap: 64}},
		}
		c.change(a)
		got := a.advise(now, drift.DefaultThresholds)
		if c.says == "" && len(got) > 0 || c.says != "" && (len(got) != 1 || !strings.Contains(got[0], c.says)) {
			t.Errorf("%s: advised is %q, want %q alone", name, got, c.says)
		}
	}
}

func TestLifecycleHasThreeStages(t *testing.T) {
	for n, want := range map[int]string{0: "infancy", 49: "infancy", 50: "growth", 499: "growth", 500: "maturity"} {
		if got := metautl.DefaultSettings().Stages.Name(n); got != want {
			t.Errorf("%d memories: %s, want %s", n, got, want)
		}
	}
}

// TestAnUnreadableRecordHidesNoOther checks that a damaged record of one part is named with the namespace, and that the other parts are still returned.
func TestAnUnreadableRecordHidesNoOther(t *testing.T) {
	for name, c := range map[string]struct {
		value, says string
	}{
		"damaged": {"{", "the record of the last dream of namespace default cannot be read: " + store.ErrDamaged.Error()},
		"newer":   {`{"v":99}`, "the record of the last dream of namespace default cannot be read: " + store.ErrNewer.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			g := openGarden(t)
			measureDrift(t, g.Engine, DriftQuestion{})
			sound := autonomous(t, g.Engine, StatusQuestion{})
			if len(sound.Unreadable) != 0 {
				t.Fatalf("a sound store has %v", sound.Unreadable)
			}
			if err := g.store.Put(t.Context(), store.Entry{Shelf: store.ShelfState, Key: dream.LastKey(DefaultNamespace), Value: []byte(c.value)}); err != nil {
				t.Fatal(err)
			}
			a := autonomous(t, g.Engine, StatusQuestion{})
			if len(a.Unreadable) != 1 || !a.Lacks(PartDreams) || !strings.HasPrefix(a.Unreadable[0].Why, c.says) || !advises(a, c.says) {
				t.Errorf("unreadable %v, advised %q, want %q", a.Unreadable, a.Recommendations, c.says)
			}
			if a.Drift == nil || a.Drift.Similarity != sound.Drift.Similarity || a.Goals.Memories != sound.Goals.Memories || a.Workspace == nil || a.Status == nil || a.NearCopies != -1 {
				t.Errorf("beside it %+v, want what is told without", a)
			}
			if other := autonomous(t, g.Engine, StatusQuestion{Namespace: "elsewhere"}); len(other.Unreadable) != 0 {
				t.Errorf("of another namespace: %v", other.Unreadable)
			}
		})
	}
}
