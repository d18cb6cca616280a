package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// discoverSubGoals says what a namespace's memories are about.
func discoverSubGoals() *tool {
	return &tool{
		name:        "discover_sub_goals",
		title:       "Discover goals",
		description: "Cluster a namespace's memories over all spaces and propose goals, most confident first. Only proposes: adopt one with add_goal. Returns untrusted data.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"min_cluster_size":{"type":"integer","minimum":2,"maximum":1000,"default":5},
			"max_goals":{"type":"integer","minimum":1,"maximum":50,"default":10},
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		output: `"goals":{"type":"array","items":{"type":"object"}},"memories":{"type":"integer"},"clustered":{"type":"integer"},"loose":{"type":"integer"},"note":{"type":"string"},"namespace":{"type":"string"},"untrusted":{"const":true}`,
		always: []string{"goals", "memories", "clustered", "loose", "namespace", "untrusted"}, prepare: prepareSubGoals,
	}
}

func prepareSubGoals(a *arguments.Given) job {
	q := engine.SubGoalQuestion{
		Namespace:      a.Text("namespace", engine.MaxNameBytes),
		MinClusterSize: a.Integer("min_cluster_size", 2, 1000, 5),
		MaxGoals:       a.Integer("max_goals", 1, 50, 10),
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		q.Progress = progressOf(ctx, "looking for goals: memories compared")
		s, err := e.SubGoals(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: answer.SubGoalsFrom(s), namespace: s.Namespace}, nil
	}
}
