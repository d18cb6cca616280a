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
	Arch03        bool              `json:"arch03_compliant"` // works without a North Star, too
	TaskRef       string            `json:"task_ref"`
}

// Thresholds are the similarities from which on a level holds; below High is Critical.
type Thresholds struct {
	None   float64 `json:"None"`
	Low    float64 `json:"Low"`
	Medium float64 `json:"Medium"`
	High   float64 `json:"High"`
}

// HistorySummary says how much there is.
type HistorySummary struct {
	TotalEntries int    `json:"total_entries"` // in the range
	TimeRange    string `json:"time_range"`
	LimitApplied int    `json:"limit_applied"`
	Returned     int    `json:"returned"`
}

// HistoryParameters echo what was asked.
type HistoryParameters struct {
	TimeRange   string `json:"time_range"`
	Limit       int    `json:"limit"`
	PerEmbedder bool   `json:"include_per_embedder"`
	Deltas      bool   `json:"compute_deltas"`
}

// HistoryFrom is what get_drift_history says of measurements.
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

// historyTask names the requirement that the fields of the answer come from.
const historyTask = "TASK-FIX-002/NORTH-010"

// shownMeasurements is how many measurements the words of a history have.
const shownMeasurements = 10

// Words are the newest measurements, a line each, oldest first as the history is, and where they lead.
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

// line is a measurement.
func (e *DriftEntry) line() string {
	out := fmt.Sprintf("%s %.2f %s over %d", minute(e.Timestamp), e.OverallSimilarity, e.level(), e.MemoriesAnalyzed)
	if e.Delta != nil && (*e.Delta >= .005 || *e.Delta <= -.005) { // what two digits show
		out += fmt.Sprintf(" (%+.2f)", float64(*e.Delta))
	}
	if e.Marker != "" {
		out += " · " + e.Marker
	}
	return out + e.spaces() + "\n"
}

// spaces are the similarities of the single spaces, where they were asked for.
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

// level is the level, or that there were too few memories for one.
func (e *DriftEntry) level() string {
	if e.TooFew {
		return "(too few memories)"
	}
	return e.DriftLevel
}

// trendWords say where measurements lead, or why that is not known.
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
