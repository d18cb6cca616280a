package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// discoverSubGoals proposes goals for the clusters of a namespace's memories.
func discoverSubGoals() *Tool {
	return &Tool{
		Name:        "discover_sub_goals",
		Title:       "Discover goals",
		Description: "Cluster a namespace's memories and propose sub-goals. Untrusted data.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Unknown:     alwaysSaid,
		Input: `{"type":"object","properties":{
			"min_cluster_size":{"type":"integer","minimum":2,"maximum":1000,"default":5},
			"max_goals":{"type":"integer","minimum":1,"maximum":50,"default":10},
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		Output: `"goals":{"type":"array","items":{"type":"object"}},"memories":{"type":"integer"},"clustered":{"type":"integer"},"loose":{"type":"integer"},"note":{"type":"string"},"namespace":{"type":"string"},"untrusted":{"const":true}`,
		Always: []string{"goals", "memories", "clustered", "loose", "namespace", "untrusted"}, Prepare: prepareSubGoals,
	}
}

func prepareSubGoals(a *arguments.Given) Job {
	q := engine.SubGoalQuestion{
		Namespace:      a.Namespace(),
		MinClusterSize: a.Integer("min_cluster_size", 2, 1000, 5),
		MaxGoals:       a.Integer("max_goals", 1, 50, 10),
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		q.Progress = progressOf(ctx, "looking for goals: memories compared")
		s, err := e.SubGoals(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.SubGoalsFrom(s), Namespace: s.Namespace}, nil
	}
}
