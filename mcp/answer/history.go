package answer

import (
	"fmt"
	"strings"

	"asterism/engine"
	"asterism/models"
)

// History is what get_drift_history answers.
type History struct {
	GoalID        string            `json:"goal_id"` // UUID or "centroid"
	ReferenceType string            `json:"reference_type"`
	History       []DriftEntry      `json:"history"` // oldest first, never empty
	Trend         *Trend            `json:"trend"`
	TrendNote     string            `json:"trend_note,omitempty"` // why there is no trend
	Thresholds    Thresholds        `json:"thresholds"`
	Summary       HistorySummary    `json:"summary"`
	Parameters    HistoryParameters `json:"parameters"`
	Arch03        bool              `json:"arch03_compliant"` // also works without a North Star
	TaskRef       string            `json:"task_ref"`
}

// Thresholds are the lowest similarities of each level; below High is Critical.
type Thresholds struct {
	None   float64 `json:"None"`
	Low    float64 `json:"Low"`
	Medium float64 `json:"Medium"`
	High   float64 `json:"High"`
}

// HistorySummary counts the entries.
type HistorySummary struct {
	TotalEntries int    `json:"total_entries"` // in the range
	TimeRange    string `json:"time_range"`
	LimitApplied int    `json:"limit_applied"`
	Returned     int    `json:"returned"`
}

// HistoryParameters repeats the request.
type HistoryParameters struct {
	TimeRange   string `json:"time_range"`
	Limit       int    `json:"limit"`
	PerEmbedder bool   `json:"include_per_embedder"`
	Deltas      bool   `json:"compute_deltas"`
}

// HistoryFrom converts measurements to the answer of get_drift_history.
func HistoryFrom(h *engine.DriftHistory, p HistoryParameters) History {
	v := History{
		GoalID: h.GoalID, ReferenceType: string(h.ReferenceType), History: entriesFrom(h.Entries, p.PerEmbedder, p.Deltas), Trend: trendFrom(h.Trend), Thresholds: Thresholds(h.Thresholds.OrDefault()),
		Summary: HistorySummary{h.Total, p.TimeRange, p.Limit, len(h.Entries)}, Parameters: p, Arch03: true, TaskRef: historyTask,
	}
	if h.Trend == nil {
		v.TrendNote = h.NoTrend
	}
	return v
}

// historyTask is the requirement that defines the answer's fields.
const historyTask = "TASK-FIX-002/NORTH-010"

// shownMeasurements is how many measurements the text of a history contains.
const shownMeasurements = 10

// Words returns the newest measurements, one a line, oldest first, and the trend.
func (h History) Words() string {
	var b strings.Builder
	shown := h.History[max(0, len(h.History)-shownMeasurements):]
	fmt.Fprintf(&b, "Drift from the %s, similarity over memories, newest %d of %d:\n", referenceName(h.ReferenceType), len(shown), h.Summary.TotalEntries)
	for i := range shown {
		b.WriteString(shown[i].line())
	}
	if more := h.Summary.TotalEntries - len(shown); more > 0 {
		fmt.Fprintf(&b, "%d more are older.\n", more)
	}
	b.WriteString(trendWords(h.Trend, h.TrendNote))
	return b.String()
}

// line returns a measurement as a line.
func (e *DriftEntry) line() string {
	out := fmt.Sprintf("%s %.2f %s over %d", minute(e.Timestamp), e.OverallSimilarity, e.level(), e.MemoriesAnalyzed)
	if e.Delta != nil && (*e.Delta >= .005 || *e.Delta <= -.005) { // a change that two digits show
		out += fmt.Sprintf(" (%+.2f)", float64(*e.Delta))
	}
	if e.Marker != "" {
		out += " · " + e.Marker
	}
	return out + e.spaces() + "\n"
}

// spaces returns the similarities of the single spaces, if requested.
func (e *DriftEntry) spaces() string {
	var each []string
	for i, s := range e.PerEmbedder {
		if s != nil {
			each = append(each, fmt.Sprintf("%s %.2f", models.Space(i).Code(), *s))
		}
	}
	if each == nil {
		return ""
	}
	return " · " + strings.Join(each, ", ")
}

// level returns the level, or that there were too few memories for one.
func (e *DriftEntry) level() string {
	if e.TooFew {
		return "(too few memories)"
	}
	return e.DriftLevel
}

// trendWords returns the trend, or why it is not known.
func trendWords(t *Trend, note string) string {
	switch {
	case t != nil && t.ProjectedCriticalIn != nil:
		return fmt.Sprintf("Trend: %s, Critical in %s.\n", t.Direction, *t.ProjectedCriticalIn)
	case t != nil:
		return fmt.Sprintf("Trend: %s.\n", t.Direction)
	case note != "":
		return fmt.Sprintf("No trend: %s\n", ended(withoutAside(note)))
	}
	return ""
}
