package answer

import "asterism/engine"

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
