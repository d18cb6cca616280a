package drift

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestALookFromAsideLeavesTheSeriesAlone: measurements of named memories and by other strategies, even very many, change neither the series nor the
// usual measurement.
func TestALookFromAsideLeavesTheSeriesAlone(t *testing.T) {
	h := NewHistory(store.NewInMemory())
	reference := uuid.UUID{7}
	record := func(m Measurement) {
		m.Reference, m.ReferenceType, m.Level, m.Namespace = reference, ToGoal, DefaultThresholds.Level(m.Similarity), "n"
		if err := h.Record(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	at := noon
	for i, similarity := range []float64{.9, .8, .7} {
		at = at.Add(time.Hour)
		record(Measurement{Similarity: similarity, Strategy: Cosine, Timeframe: "24h", At: at})
		for k := range 60 {
			record(Measurement{Similarity: .1, Strategy: Cosine, At: at.Add(time.Duration(k) * time.Second)})
			record(Measurement{Similarity: .2, Strategy: Synergy, Timeframe: "24h", At: at.Add(time.Duration(k) * time.Second)})
		}
		if i == 1 {
			record(Measurement{Similarity: .3, Strategy: Cosine, Timeframe: "7d", At: at.Add(2 * time.Minute)})
		}
	}
	made, err := h.Series(t.Context(), reference, (*Measurement).Ordinary, MaxTrend)
	if err != nil {
		t.Fatal(err)
	}
	usual := Usual(made)
	if usual == nil || usual.Similarity != .7 || usual.Timeframe != "24h" {
		t.Fatalf("usual is %+v of %d", usual, len(made))
	}
	series, err := h.Series(t.Context(), reference, usual.Like, MaxTrend)
	if err != nil || len(series) != 3 {
		t.Fatalf("%d entries, %v", len(series), err)
	}
	if trend, why := Fit(series, .4); trend == nil || trend.Direction != Worsening || !near(trend.Velocity, .1) || trend.Strategy != Cosine || trend.Timeframe != "24h" {
		t.Errorf("the trend is %+v %s", trend, why)
	}
}

// TestNamedMemoriesAreComparedWithThemselves: measurements of differently named memories are not one series, neither in a trend nor in a delta; entries of an older program do not say
// which memories they are about.
func TestNamedMemoriesAreComparedWithThemselves(t *testing.T) {
	a, b := store.ID{1}, store.ID{2}
	if ChosenOf([]store.ID{a, b}) != ChosenOf([]store.ID{b, a, b}) || ChosenOf([]store.ID{a}) == ChosenOf([]store.ID{b}) || ChosenOf(nil) != uuid.Nil {
		t.Error("the id of a set does not depend only on its memories")
	}
	e := series(time.Hour, .9, .2, .9, .3, .9)
	for i := range e {
		if e[i].Timeframe, e[i].Chosen = "", ChosenOf([]store.ID{a}); i%2 == 1 {
			e[i].Chosen = ChosenOf([]store.ID{a, b})
		}
	}
	Mark(e)
	if trend, why := Fit(e, .4); trend == nil || trend.Direction != Stable || trend.Samples != 3 {
		t.Errorf("the trend is %+v %s", trend, why)
	}
	if e[1].Delta != nil || e[2].Delta == nil || !near(*e[2].Delta, 0) || e[3].Delta == nil || !near(*e[3].Delta, .1) {
		t.Errorf("deltas %v %v %v", e[1].Delta, e[2].Delta, e[3].Delta)
	}
	for i := range e {
		e[i].Chosen = uuid.Nil
	}
	if trend, why := Fit(Mark(e), .4); trend != nil || !strings.Contains(why, "of the same memories named, by one strategy and with the same weights, there are 1") || e[4].Delta != nil {
		t.Errorf("of unknown memories the trend is %+v %s", trend, why)
	}
}

func TestUsualIsTheTimeframeMeasuredMost(t *testing.T) {
	if Usual(nil) != nil || Usual(series(time.Hour, .5)[:0]) != nil {
		t.Error("nothing is usual of nothing")
	}
	e := series(time.Hour, .5, .6, .7, .8)
	e[3].Timeframe = "all"
	if got := Usual(e); got != &e[2] {
		t.Errorf("%+v", got)
	}
	e[2].Timeframe = "all"
	if got := Usual(e); got != &e[3] {
		t.Errorf("of two timeframes measured as often the newer one: %+v", got)
	}
}

// TestCorrectionsAreMarkers: a correction is marked where it takes effect, and there is no delta across it.
func TestCorrectionsAreMarkers(t *testing.T) {
	e := series(time.Hour, .5, .6, .8, .9, .6)
	id := uuid.UUID{1, 2}
	e[2].Correction, e[3].Correction = id, id
	Mark(e)
	for i, says := range []string{"", "", "correction " + id.String() + " was applied", "", "correction " + id.String() + " was undone"} {
		if e[i].Marker != says {
			t.Errorf("entry %d has the marker %q, want %q", i, e[i].Marker, says)
		}
	}
	if e[2].Delta != nil || e[3].Delta == nil || !near(*e[3].Delta, .1) || e[4].Delta == nil || !near(*e[4].Delta, 0) {
		t.Errorf("deltas %v %v %v", e[2].Delta, e[3].Delta, e[4].Delta)
	}
}

func TestSinceWhenALevelHolds(t *testing.T) {
	e := series(time.Hour, .9, .59, .58, .57)
	for i := range e {
		e[i].Level = DefaultThresholds.Level(e[i].Similarity)
		e[i].Spaces[0].Level = Low
	}
	overall, spaces := LevelsHeld(e)
	if overall != (Held{Medium, e[1].At, 3, None}) {
		t.Errorf("overall %+v", overall)
	}
	if spaces[0] != (Held{Low, e[0].At, 4, ""}) || spaces[1] != (Held{}) {
		t.Errorf("spaces %+v %+v", spaces[0], spaces[1])
	}
}

func TestDecliningIsWorsening(t *testing.T) {
	for v, want := range map[string]Direction{"Declining": Worsening, "declining": Worsening, "Worsening": Worsening, "STABLE": Stable, "improving": Improving} {
		if got, ok := ParseDirection(v); !ok || got != want {
			t.Errorf("%q is %q, %v", v, got, ok)
		}
	}
	var d struct{ Direction Direction }
	if err := json.Unmarshal([]byte(`{"Direction":"Declining"}`), &d); err != nil || d.Direction != Worsening {
		t.Errorf("%+v, %v", d, err)
	}
	if err := json.Unmarshal([]byte(`{"Direction":"up"}`), &d); err == nil || !strings.Contains(err.Error(), `unknown direction "up"`) {
		t.Errorf("up is read as %+v, %v", d, err)
	}
}
