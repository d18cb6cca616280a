package engine

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"asterism/engine/drift"
	"asterism/engine/store"

	"github.com/google/uuid"
)

func readHistory(t *testing.T, e *Engine, q HistoryQuestion) *DriftHistory {
	t.Helper()
	h, err := e.DriftHistory(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestHistoryIsWhatWasMeasured measures growing shares of stray work an hour apart, and reads all of it back, also after a restart.
func TestHistoryIsWhatWasMeasured(t *testing.T) {
	dir, c := t.TempDir(), &handClock{now: workday}
	e := openWith(t, Config{Data: dir, Now: c.Now})
	star := setStar(t, e, "", gardenGoal).Goal
	remember(t, e, at(workday, "", gardenNotes...)...)
	var made []*Drift
	for i := range 6 {
		c.forward(time.Hour)
		if i > 0 {
			remember(t, e, at(workday, "", strayNotes[i])...)
		}
		made = append(made, measureDrift(t, e, DriftQuestion{Timeframe: drift.All}))
	}
	check := func(h *DriftHistory) {
		t.Helper()
		if h.GoalID != star.ID.String() || h.ReferenceType != drift.ToNorthStar || h.Total != 6 || h.Cut || len(h.Entries) != 6 {
			t.Fatalf("%+v, want all 6 entries of goal %s", h, star.ID)
		}
		for i := range h.Entries {
			got := h.Entries[i]
			if !sameMeasurement(&got.Measurement, &made[i].Measurement) {
				t.Errorf("entry %d is %+v, measured was %+v", i, got.Measurement, made[i].Measurement)
			}
			if i == 0 && got.Delta != nil {
				t.Errorf("the first entry has a delta of %g", *got.Delta)
			}
			if i > 0 && (got.Delta == nil || *got.Delta != made[i].Similarity-made[i-1].Similarity) {
				t.Errorf("entry %d has the delta %v", i, got.Delta)
			}
		}
		tr := h.Trend
		if tr == nil || tr.Direction != drift.Worsening || tr.Samples != 6 || tr.ChecksToCritical <= 0 || tr.AllAtOnce || math.Abs(tr.PerDay/24+tr.Velocity) > 1e-9 || !tr.CriticalAt.After(c.Now()) {
			t.Errorf("trend %+v (%s), want Worsening over 6 checks, each an hour after the last", tr, h.NoTrend)
		}
	}
	check(readHistory(t, e, HistoryQuestion{}))
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	e = openWith(t, Config{Data: dir, Now: c.Now})
	check(readHistory(t, e, HistoryQuestion{}))
	checkParameters(t, e, c, star.ID)
}

func checkParameters(t *testing.T, e *Engine, c *handClock, star store.ID) {
	if h := readHistory(t, e, HistoryQuestion{Limit: 2}); len(h.Entries) != 2 || !h.Cut || h.Total != 6 || h.Entries[0].Delta != nil || !h.Entries[1].At.Equal(c.Now()) || h.Trend == nil || h.Trend.Samples != 6 {
		t.Errorf("limit 2 gives %+v; want the newest two, and the trend of all", h)
	}
	c.forward(4 * time.Hour)
	if h := readHistory(t, e, HistoryQuestion{Range: "6h"}); h.Total != 3 {
		t.Errorf("6h gives %d entries, want 3", h.Total)
	}
	c.forward(90 * time.Minute)
	h := readHistory(t, e, HistoryQuestion{Range: "6h", Goal: star.String()})
	if h.Total != 1 || h.Trend != nil || !strings.Contains(h.NoTrend, "there is 1") && !strings.Contains(h.NoTrend, "there are 1") {
		t.Errorf("one entry gives trend %+v, %q", h.Trend, h.NoTrend)
	}
	if h := readHistory(t, e, HistoryQuestion{Range: "all"}); h.Total != 6 {
		t.Errorf("all gives %d entries", h.Total)
	}
	c.forward(24 * time.Hour)
	unknown := uuid.Must(uuid.NewV7()).String()
	for name, r := range map[string]struct {
		q    HistoryQuestion
		kind Kind
		says []string
	}{
		"none in range": {HistoryQuestion{}, KindNoHistory, []string{"No drift history available for goal '" + star.String() + "'. Call get_alignment_drift with include_history=true first",
			"6 entries are outside the last 24h, made from 2026-04-08T13:00:00Z to 2026-04-08T18:00:00Z"}},
		"unknown goal":    {HistoryQuestion{Goal: unknown}, KindNoHistory, []string{"No drift history available for goal '" + unknown + "'."}},
		"centroid":        {HistoryQuestion{Goal: "centroid", Range: "all"}, KindNoHistory, []string{"goal 'centroid'."}},
		"other namespace": {HistoryQuestion{Goal: star.String(), Namespace: "elsewhere", Range: "all"}, KindNoHistory, []string{"of namespace default, not of elsewhere"}},
		"no UUID":         {HistoryQuestion{Goal: "north"}, KindInvalid, []string{"Invalid goal_id UUID 'north': "}},
		"range":           {HistoryQuestion{Range: "2h"}, KindInvalid, []string{"Unknown time_range '2h'. Valid: 1h, 6h, 24h, 7d, 30d, all"}},
		"limit":           {HistoryQuestion{Limit: 101}, KindInvalid, []string{"limit 101 is outside 1…100"}},
		"limit below":     {HistoryQuestion{Limit: -1}, KindInvalid, []string{"limit -1 is outside 1…100"}},
		"all namespaces":  {HistoryQuestion{Namespace: "*"}, KindInvalid, []string{"all namespaces"}},
	} {
		_, err := e.DriftHistory(context.Background(), r.q)
		if !isKind(err, r.kind) {
			t.Errorf("%s: %v, want kind %s", name, err, r.kind)
			continue
		}
		for _, s := range r.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q does not say %q", name, err, s)
			}
		}
	}
}

// Without a North Star drift is measured against the centre of all memories; its history has the name centroid.
func TestWithoutANorthStarTheCentreIsTheReference(t *testing.T) {
	c := &handClock{now: workday}
	e := openWith(t, Config{Now: c.Now})
	remember(t, e, at(workday.Add(-48*time.Hour), "", gardenNotes...)...)
	stray := storedIDs(remember(t, e, at(workday, "", strayNotes[0])...))
	garden := measureDrift(t, e, DriftQuestion{Timeframe: "all"})
	if garden.ReferenceType != drift.ToCentroid || garden.Analyzed != 9 {
		t.Errorf("measured %+v", garden.Measurement)
	}
	off := measureDrift(t, e, DriftQuestion{Memories: stray})
	t.Logf("all %.3f, the stray one %.3f", garden.Similarity, off.Similarity)
	if off.Similarity >= garden.Similarity {
		t.Errorf("a stray memory is as like the centre (%.3f) as all are (%.3f)", off.Similarity, garden.Similarity)
	}
	for _, name := range []string{"", "centroid", garden.Reference.String()} {
		h := readHistory(t, e, HistoryQuestion{Goal: name})
		if h.GoalID != "centroid" || h.ReferenceType != drift.ToCentroid || h.Total != 2 {
			t.Errorf("goal %q: %+v", name, h)
		}
	}
	star := setStar(t, e, "", gardenGoal)
	if _, err := e.DriftHistory(context.Background(), HistoryQuestion{}); !isKind(err, KindNoHistory) || !strings.Contains(err.Error(), star.Goal.ID.String()) {
		t.Errorf("the new goal has a history: %v", err)
	}
	if h := readHistory(t, e, HistoryQuestion{Goal: "centroid"}); h.Total != 2 {
		t.Errorf("the centroid's history has %d entries after a goal was set", h.Total)
	}
}

// The daily tidying thins what is older than ninety days.
func TestTidyingThinsHistory(t *testing.T) {
	c := &handClock{now: workday}
	e := openWith(t, Config{Now: c.Now})
	setStar(t, e, "", gardenGoal)
	ids := storedIDs(remember(t, e, at(workday, "", gardenNotes[:2]...)...))
	for range 5 {
		measureDrift(t, e, DriftQuestion{Memories: ids})
		c.forward(time.Hour)
	}
	c.forward(89 * 24 * time.Hour)
	e.upkeep.tidy(context.Background())
	if h := readHistory(t, e, HistoryQuestion{Range: "all"}); h.Total != 5 {
		t.Errorf("after 89 days there are %d entries, want all 5", h.Total)
	}
	c.forward(2 * 24 * time.Hour)
	e.upkeep.tidy(context.Background())
	h := readHistory(t, e, HistoryQuestion{Range: "all"})
	if h.Total != 1 || !h.Entries[0].At.Equal(workday.Add(4*time.Hour)) {
		t.Errorf("after 91 days there are %d entries, the first of %s; want the last one of that day", h.Total, h.Entries[0].At)
	}
}

// TestHistoryFollowsARename checks that the measurements of a goal, of a removed goal, and of the centre are found under the new name.
func TestHistoryFollowsARename(t *testing.T) {
	e := open(t, t.TempDir())
	notes := notesOf(gardenNotes...)
	for i := range notes {
		notes[i].Namespace = "old"
	}
	remember(t, e, notes...)
	measureDrift(t, e, DriftQuestion{Namespace: "old", Timeframe: drift.All})
	removed := setStar(t, e, "old", gardenGoal).Goal.ID.String()
	measureDrift(t, e, DriftQuestion{Namespace: "old", Timeframe: drift.All})
	if _, err := e.RemoveGoal(t.Context(), uuid.MustParse(removed), true); err != nil {
		t.Fatal(err)
	}
	star := setStar(t, e, "old", gardenGoal).Goal.ID.String()
	measureDrift(t, e, DriftQuestion{Namespace: "old", Timeframe: drift.All})
	if _, err := e.MoveNamespace(t.Context(), NamespaceMove{From: "old", Into: "new"}); err != nil {
		t.Fatal(err)
	}
	for _, goal := range []string{"", star, removed, drift.Centroid} {
		if h := readHistory(t, e, HistoryQuestion{Namespace: "new", Goal: goal, Range: drift.All}); h.Total != 1 {
			t.Errorf("goal %q has %d measurements, want 1", goal, h.Total)
		}
		if h, err := e.DriftHistory(t.Context(), HistoryQuestion{Namespace: "old", Goal: goal, Range: drift.All}); err == nil {
			t.Errorf("goal %q has %d measurements under the old name", goal, h.Total)
		}
	}
}
