package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/drift"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getDriftHistory shows past measurements of drift.
func getDriftHistory() *Tool {
	return &Tool{
		Name:        "get_drift_history",
		Title:       "Show the history of drift",
		Description: "Past drift from a goal, oldest first, with trend.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Unknown:     alwaysSaid,
		Input: `{"type":"object","properties":{
			"goal_id":{"type":"string","description":"or \"centroid\""},
			"time_range":{` + timeframeEnum + `},
			"limit":{"type":"integer","minimum":1,"maximum":100,"default":50},
			"include_per_embedder":{"type":"boolean"},
			"compute_deltas":{"type":"boolean","default":true},
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		Output: `"goal_id":{"type":"string"},"reference_type":{"type":"string"},"history":{"type":"array","items":{"type":"object"},"minItems":1},"trend":{"anyOf":[{"type":"object"},{"type":"null"}]},"trend_note":{"type":"string"},"thresholds":{"type":"object"},
			"summary":{"type":"object"},"parameters":{"type":"object"},"arch03_compliant":{"const":true},"task_ref":{"type":"string"}`,
		Always:  []string{"goal_id", "reference_type", "history", "trend", "thresholds", "summary", "parameters", "arch03_compliant", "task_ref"},
		GoalIDs: []string{"goal_id"},
		Prepare: prepareHistory,
	}
}

func prepareHistory(a *arguments.Given) Job {
	q := engine.HistoryQuestion{
		Namespace: a.Namespace(),
		Goal:      a.Text("goal_id", 64),
		Range:     timeframe(a, "time_range"),
		Limit:     a.Integer("limit", 1, 100, defaultHistory),
	}
	if _, given := a.Field("goal_id"); given && q.Goal != drift.Centroid && len(a.Problems) == 0 {
		parseGoalID(a, "goal_id", q.Goal)
	}
	p := answer.HistoryParameters{TimeRange: q.Range, Limit: q.Limit, PerEmbedder: a.Flag("include_per_embedder", false), Deltas: a.Flag("compute_deltas", true)}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		h, err := e.DriftHistory(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.HistoryFrom(h, p), Namespace: q.Namespace}, nil
	}
}
