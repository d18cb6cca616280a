package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/drift"
	"asterism/models"
)

// getAlignmentDrift measures how far the work has left its goal.
func getAlignmentDrift() *tool {
	return &tool{
		name:        "get_alignment_drift",
		title:       "Measure drift",
		description: "How far recent memories have left the goal (North Star; without one, the centroid of all memories): level None, Low, Medium, High, Critical, overall and by space, with advice. Each call is kept in the history.",
		hints:       hints{},
		input: `{"type":"object","properties":{
			"goal_id":{"type":"string","format":"uuid","description":"default the North Star"},
			"memory_ids":{"type":"array","items":{"type":"string","format":"uuid"},"maxItems":1000,"description":"Only these, of any time"},
			"timeframe":{` + timeframeEnum + `,"description":"Age of the memories, and of the history shown"},
			"include_history":{"type":"boolean","default":false,"description":"Earlier measurements and their trend"},
			` + strategyProperty + `,
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		output: `"overall":{"type":"object"},"per_embedder":{"type":"array","items":{"type":"object"}},"most_drifted":{"type":"array"},
			"recommendations":{"type":"array"},"trend":{"anyOf":[{"type":"object"},{"type":"null"}]},"trend_note":{"type":"string"},"history":{"type":"array"},"history_total":{"type":"integer"},"analyzed_count":{"type":"integer"},
			"reference_type":{"type":"string"},"reference_id":{"type":"string"},"timestamp":{"type":"string"},"strategy":{"type":"string"},"timeframe":{"anyOf":[{"type":"string"},{"type":"null"}]},"namespace":{"type":"string"}`,
		always:  []string{"overall", "per_embedder", "most_drifted", "recommendations", "trend", "analyzed_count", "reference_type", "reference_id", "timestamp", "strategy", "timeframe", "namespace"},
		prepare: prepareDrift,
	}
}

func prepareDrift(a *arguments) job {
	q := engine.DriftQuestion{
		Namespace:      a.text("namespace", engine.MaxNameBytes),
		Goal:           a.goalID("goal_id"),
		Memories:       a.ids("memory_ids", maxDriftMemories),
		Timeframe:      a.timeframe("timeframe"),
		Strategy:       a.strategy("strategy"),
		IncludeHistory: a.flag("include_history", false),
	}
	if _, given := a.field("memory_ids"); given && len(q.Memories) == 0 && len(a.problems) == 0 {
		a.problem("memory_ids is empty: name at least one memory, or leave it out for those of the timeframe")
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		q.Progress = progressOf(ctx, "measuring drift: memories compared")
		d, err := e.Drift(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: driftFrom(d, q.IncludeHistory), namespace: d.Namespace}, nil
	}
}

// Drift is what get_alignment_drift answers.
type Drift struct {
	Overall         Overall       `json:"overall"`
	PerEmbedder     []SpaceDrift  `json:"per_embedder"`
	MostDrifted     []DriftedMost `json:"most_drifted"` // at most 5, worst first
	Recommendations []Advice      `json:"recommendations"`
	Trend           *Trend        `json:"trend"`
	TrendNote       string        `json:"trend_note,omitempty"` // why there is no trend
	History         []DriftEntry  `json:"history,omitempty"`
	HistoryTotal    *int          `json:"history_total,omitempty"` // measurements of the timeframe; history shows the newest
	AnalyzedCount   int           `json:"analyzed_count"`
	ReferenceType   string        `json:"reference_type"`
	ReferenceID     string        `json:"reference_id"`
	Timestamp       *string       `json:"timestamp"`
	Strategy        string        `json:"strategy"`
	Timeframe       *string       `json:"timeframe"` // null: memories were named
	Namespace       string        `json:"namespace"`
}

// Overall is a measurement in one figure.
type Overall struct {
	Level      string  `json:"level"`
	Similarity float64 `json:"similarity"`
	DriftScore float64 `json:"drift_score"`
	HasDrifted bool    `json:"has_drifted"`
}

// DriftedMost names a space that drifted.
type DriftedMost struct {
	Embedder   string  `json:"embedder"`
	Similarity float64 `json:"similarity"`
	DriftScore float64 `json:"drift_score"`
	Level      string  `json:"level"`
}

// Advice says what to do about a space that drifted.
type Advice struct {
	Embedder   string `json:"embedder"`
	Priority   string `json:"priority"`
	Issue      string `json:"issue"`
	Suggestion string `json:"suggestion"`
}

func driftFrom(d *engine.Drift, history bool) Drift {
	v := Drift{
		Overall: overallFrom(&d.Measurement), MostDrifted: mostDrifted(&d.Measurement), Recommendations: []Advice{}, Trend: trendFrom(d.Trend),
		AnalyzedCount: d.Analyzed, ReferenceType: string(d.ReferenceType), ReferenceID: referenceID(&d.Measurement), Timestamp: stamp(d.At),
		Strategy: string(d.Strategy), Namespace: d.Namespace,
	}
	for s, at := range d.Spaces {
		v.PerEmbedder = append(v.PerEmbedder, spaceDriftFrom(models.Space(s), at))
	}
	for _, r := range d.Recommendations {
		v.Recommendations = append(v.Recommendations, Advice{r.Space.String(), r.Priority, r.Issue, r.Suggestion})
	}
	if d.Timeframe != "" {
		v.Timeframe = &d.Timeframe
	}
	if history {
		v.History, v.HistoryTotal = entriesFrom(d.History, false, true), &d.HistoryTotal
	}
	if d.Trend == nil {
		v.TrendNote = d.NoTrend
	}
	return v
}

func overallFrom(m *drift.Measurement) Overall {
	return Overall{string(m.Level), round(m.Similarity, 6), round(m.DriftScore(), 6), m.Drifted()}
}

func mostDrifted(m *drift.Measurement) []DriftedMost {
	out := []DriftedMost{}
	for _, s := range m.MostDrifted() {
		d := m.Spaces[s]
		out = append(out, DriftedMost{s.String(), round(d.Similarity, 6), round(1-d.Similarity, 6), string(d.Level)})
	}
	return out
}
