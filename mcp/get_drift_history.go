package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/drift"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
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

func prepareHistory(a *arguments.Given) job {
	q := engine.HistoryQuestion{
		Namespace: a.Text("namespace", engine.MaxNameBytes),
		Goal:      a.Text("goal_id", 64),
		Range:     timeframe(a, "time_range"),
		Limit:     a.Integer("limit", 1, 100, defaultHistory),
	}
	if q.Goal != "" && q.Goal != drift.Centroid {
		parseGoalID(a, "goal_id", q.Goal)
	}
	p := answer.HistoryParameters{TimeRange: q.Range, Limit: q.Limit, PerEmbedder: a.Flag("include_per_embedder", false), Deltas: a.Flag("compute_deltas", true)}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		h, err := e.DriftHistory(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: answer.HistoryFrom(h, p), namespace: q.Namespace}, nil
	}
}
