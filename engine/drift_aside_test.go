package engine

import (
	"testing"
	"time"

	"asterism/engine/drift"
	"asterism/engine/store"
)

// TestLooksLeaveTheHistoryAlone checks that measurements of named memories or with another strategy change neither the trend of the history nor the status,
// and that an ordinary measurement reports since when its level holds.
func TestLooksLeaveTheHistoryAlone(t *testing.T) {
	g := openGarden(t)
	var last *Drift
	for range 4 {
		g.clock.forward(time.Hour)
		last = measureDrift(t, g.Engine, DriftQuestion{Timeframe: drift.All})
	}
	if last.Held.Level != last.Level || last.Held.Checks != 4 || !last.Held.Since.Equal(last.At.Add(-3*time.Hour)) {
		t.Errorf("the level %s holds %+v", last.Level, last.Held)
	}
	before := readHistory(t, g.Engine, HistoryQuestion{}).Trend
	for range 3 {
		g.clock.forward(time.Minute)
		measureDrift(t, g.Engine, DriftQuestion{Memories: g.off[:2]})
		measureDrift(t, g.Engine, DriftQuestion{Timeframe: drift.All, Strategy: drift.Dominant})
	}
	after := readHistory(t, g.Engine, HistoryQuestion{})
	if after.Total != 10 || after.Trend == nil || before == nil || after.Trend.Samples != 4 || after.Trend.Velocity != before.Velocity || after.Trend.Timeframe != drift.All {
		t.Errorf("the trend was %+v and is %+v (%s) after looks from aside", before, after.Trend, after.NoTrend)
	}
	status, err := g.Autonomous(t.Context(), StatusQuestion{})
	if err != nil {
		t.Fatal(err)
	}
	if status.Drift == nil || !status.Drift.At.Equal(last.At) || status.Trend == nil || status.Trend.Samples != 4 {
		t.Errorf("the status tells of %+v, trend %+v", status.Drift, status.Trend)
	}
}

// TestNamedMemoriesAreNoSeries checks that the levels of other named memories affect neither the trend of such a measurement, nor since when its level holds, nor the deltas of the history.
func TestNamedMemoriesAreNoSeries(t *testing.T) {
	g := openGarden(t)
	look := func(ids ...store.ID) *Drift {
		g.clock.forward(time.Minute)
		return measureDrift(t, g.Engine, DriftQuestion{Memories: ids})
	}
	look(g.on[0])
	look(g.off[0])
	look(g.off[1])
	again := look(g.on[0])
	if again.Trend != nil || again.Held.Checks != 2 || again.Held.Before != "" {
		t.Errorf("the second look at a memory has the trend %+v, and holds %+v", again.Trend, again.Held)
	}
	h := readHistory(t, g.Engine, HistoryQuestion{})
	if h.Trend != nil || h.Entries[1].Delta != nil || h.Entries[2].Delta != nil || h.Entries[3].Delta == nil || *h.Entries[3].Delta != 0 {
		t.Errorf("the history has the trend %+v and the entries %+v", h.Trend, h.Entries)
	}
	if third := look(g.on[0]); third.Trend == nil || third.Trend.Direction != drift.Stable || third.Trend.Samples != 3 {
		t.Errorf("the third look at a memory has the trend %+v (%s)", third.Trend, third.NoTrend)
	}
}
