package tools

import (
	"context"
	"time"

	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getGoals shows the goals of a namespace.
func getGoals() *Tool {
	return &Tool{
		Name:        "get_goals",
		Title:       "List goals",
		Description: "The goals of a namespace, and how many memories were measured.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Unknown:     alwaysSaid,
		Input:       `{"type":"object","properties":{` + historyProperty + `,` + namespaceProperty + `},"additionalProperties":false}`,
		Output:      `"namespace":{"type":"string"},"north_star":{"anyOf":[{"type":"object"},{"type":"null"}]},"goals":{"type":"array","items":{"type":"object"}},"alignment":{"type":"object"},"history":{"type":"object"}`,
		Always:      []string{"namespace", "north_star", "goals", "alignment"},
		Prepare:     prepareGetGoals,
	}
}

func prepareGetGoals(a *arguments.Given) Job {
	namespace := a.Namespace()
	from, asked := historyFrom(a)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		tree, err := e.Goals(ctx, namespace)
		if err != nil {
			return nil, err
		}
		told := answer.TreeFrom(tree)
		if asked {
			h, err := e.GoalHistory(ctx, namespace, from)
			if err != nil {
				return nil, err
			}
			told.History = answer.GoalHistoryFrom(h, from)
		}
		return &Outcome{Payload: told, Namespace: tree.Namespace}, nil
	}
}
