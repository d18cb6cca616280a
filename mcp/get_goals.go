package mcp

import (
	"context"
	"time"

	"asterism/engine"
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

// Goals is what get_goals answers.
type Goals struct {
	Namespace string    `json:"namespace"`
	NorthStar *Goal     `json:"north_star"` // null: none is set
	Goals     []Goal    `json:"goals"`
	Alignment Alignment `json:"alignment"`
}

// Alignment says how many memories have a purpose vector of the goals there are.
type Alignment struct {
	Memories int  `json:"memories"`
	Aligned  int  `json:"aligned"`
	Running  bool `json:"running"` // the background is at work on the rest
}

func prepareGetGoals(a *arguments) job {
	namespace := a.text("namespace", engine.MaxNameBytes)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		tree, err := e.Goals(ctx, namespace)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: treeFrom(tree), namespace: tree.Namespace}, nil
	}
}

func treeFrom(t *engine.GoalTree) Goals {
	return Goals{t.Namespace, northStarOf(t.Goals), goalsFrom(t.Goals), Alignment{t.Memories, t.Aligned, t.Aligning}}
}
