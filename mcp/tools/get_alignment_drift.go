package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getAlignmentDrift measures how far the work has left its goal.
func getAlignmentDrift() *Tool {
	return &Tool{
		Name:        "get_alignment_drift",
		Title:       "Measure drift",
		Description: "How far recent memories have left the goal, or the centre of all. Kept in the history.",
		Hints:       Hints{},
		Unknown:     alwaysSaid,
		Input: `{"type":"object","properties":{
			"goal_id":{"type":"string"},
			"memory_ids":{"type":"array","items":{"type":"string"}},
			"timeframe":{` + timeframeEnum + `},
			"include_history":{"type":"boolean"},
			` + strategyProperty + `,
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		Output: `"overall":{"type":"object"},"per_embedder":{"type":"array","items":{"type":"object"}},"most_drifted":{"type":"array"},"strays":{"type":"array"},"too_few":{"type":"object"},
			"recommendations":{"type":"array"},"trend":{"anyOf":[{"type":"object"},{"type":"null"}]},"trend_note":{"type":"string"},"history":{"type":"array"},"history_total":{"type":"integer"},"analyzed_count":{"type":"integer"},
			"reference_type":{"type":"string"},"reference_id":{"type":"string"},"timestamp":{"type":"string"},"strategy":{"type":"string"},"timeframe":{"anyOf":[{"type":"string"},{"type":"null"}]},"namespace":{"type":"string"}`,
		Always:  []string{"overall", "per_embedder", "most_drifted", "recommendations", "trend", "analyzed_count", "reference_type", "reference_id", "timestamp", "strategy", "timeframe", "namespace"},
		IDs:     []string{"memory_ids"},
		GoalIDs: []string{"goal_id"},
		Prepare: prepareDrift,
	}
}

func prepareDrift(a *arguments.Given) Job {
	q := engine.DriftQuestion{
		Namespace:      a.Namespace(),
		Goal:           goalID(a, "goal_id"),
		Memories:       a.IDs("memory_ids", maxDriftMemories),
		Timeframe:      timeframe(a, "timeframe"),
		Strategy:       strategy(a, "strategy"),
		IncludeHistory: a.Flag("include_history", false),
	}
	if _, given := a.Field("memory_ids"); given && len(q.Memories) == 0 && len(a.Problems) == 0 {
		a.Problem("memory_ids is empty: name at least one memory, or leave it out for those of the timeframe")
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		q.Progress = progressOf(ctx, "measuring drift: memories compared")
		d, err := e.Drift(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.DriftFrom(d, q.IncludeHistory), Namespace: d.Namespace}, nil
	}
}
