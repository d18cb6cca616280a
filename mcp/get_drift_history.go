package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/drift"
)

// getDriftHistory shows past measurements of drift.
func getDriftHistory() *tool {
	return &tool{
		name:        "get_drift_history",
		title:       "Show the history of drift",
		description: "Past measurements of drift from one goal, oldest first, with trend and projection. Fails when there are none.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"goal_id":{"type":"string","description":"UUID, or \"centroid\"; default the North Star"},
			"time_range":{` + timeframeEnum + `},
			"limit":{"type":"integer","minimum":1,"maximum":100,"default":50,"description":"The newest so many"},
			"include_per_embedder":{"type":"boolean","default":false},
			"compute_deltas":{"type":"boolean","default":true},
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		output: `"goal_id":{"type":"string"},"reference_type":{"type":"string"},"history":{"type":"array","items":{"type":"object"},"minItems":1},"trend":{"anyOf":[{"type":"object"},{"type":"null"}]},"trend_note":{"type":"string"},"thresholds":{"type":"object"},
			"summary":{"type":"object"},"parameters":{"type":"object"},"arch03_compliant":{"const":true},"task_ref":{"type":"string"}`,
		always:  []string{"goal_id", "reference_type", "history", "trend", "thresholds", "summary", "parameters", "arch03_compliant", "task_ref"},
		prepare: prepareHistory,
	}
}

// historyTask names the requirement that the fields of the answer come from.
const historyTask = "TASK-FIX-002/NORTH-010"

func prepareHistory(a *arguments) job {
	q := engine.HistoryQuestion{
		Namespace: a.text("namespace", engine.MaxNameBytes),
		Goal:      a.text("goal_id", 64),
		Range:     a.timeframe("time_range"),
		Limit:     a.integer("limit", 1, 100, defaultHistory),
	}
	if q.Goal != "" && q.Goal != drift.Centroid {
		a.parseGoalID("goal_id", q.Goal)
	}
	p := HistoryParameters{TimeRange: q.Range, Limit: q.Limit, PerEmbedder: a.flag("include_per_embedder", false), Deltas: a.flag("compute_deltas", true)}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		h, err := e.DriftHistory(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: historyFrom(h, p), namespace: q.Namespace}, nil
	}
}

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

func historyFrom(h *engine.DriftHistory, p HistoryParameters) History {
	v := History{
		GoalID: h.GoalID, ReferenceType: string(h.ReferenceType), History: entriesFrom(h.Entries, p.PerEmbedder, p.Deltas), Trend: trendFrom(h.Trend), Thresholds: Thresholds(h.Thresholds.OrDefault()),
		Summary: HistorySummary{h.Total, p.TimeRange, p.Limit, len(h.Entries)}, Parameters: p, Arch03: true, TaskRef: historyTask,
	}
	if h.Trend == nil {
		v.TrendNote = h.NoTrend
	}
	return v
}
