package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getGoals shows the goals of a namespace.
func getGoals() *tool {
	return &tool{
		name:        "get_goals",
		title:       "List goals",
		description: "The goals of a namespace, parents before children, and how many memories are aligned to them.",
		hints:       hints{readOnly: true, idempotent: true},
		input:       `{"type":"object","properties":{` + namespaceProperty + `},"additionalProperties":false}`,
		output:      `"namespace":{"type":"string"},"north_star":{"anyOf":[{"type":"object"},{"type":"null"}]},"goals":{"type":"array","items":{"type":"object"}},"alignment":{"type":"object"}`,
		always:      []string{"namespace", "north_star", "goals", "alignment"},
		prepare:     prepareGetGoals,
	}
}

func prepareGetGoals(a *arguments.Given) job {
	namespace := a.Text("namespace", engine.MaxNameBytes)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		tree, err := e.Goals(ctx, namespace)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: answer.TreeFrom(tree), namespace: tree.Namespace}, nil
	}
}
