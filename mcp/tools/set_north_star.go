package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// setNorthStar sets a namespace's goal.
func setNorthStar() *Tool {
	return &Tool{
		Name:        "set_north_star",
		Title:       "Set the goal",
		Description: "Set what a namespace's work is for; drift is measured against it.",
		Hints:       Hints{Idempotent: true},
		Input: `{"type":"object","properties":{
			"description":{"type":"string"},
			` + namespaceProperty + `},
			"required":["description"],"additionalProperties":false}`,
		Output:  goalSetProperties,
		Always:  goalSetAlways,
		Prepare: prepareNorthStar,
	}
}

// namespaceProperty is the argument of all tools that work on one namespace.
const namespaceProperty = `"namespace":{"type":"string"}`

// goalSetProperties are the results that set_north_star and add_goal share.
const goalSetProperties = `"goal":{"type":"object"},"replaced":{"anyOf":[{"type":"object"},{"type":"null"}]},"unchanged":{"type":"boolean"},
	"embedders":{"type":"array","items":{"type":"string"}},"aligning":{"type":"integer"},"namespace":{"type":"string"},"note":{"type":"string"}`

var goalSetAlways = []string{"goal", "replaced", "unchanged", "embedders", "aligning", "namespace", "note"}

const whyGoal = "what the work is for"

func prepareNorthStar(a *arguments.Given) Job {
	description := a.RequiredText("description", engine.MaxGoalBytes, whyGoal)
	namespace := a.Namespace()
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		set, err := e.SetNorthStar(ctx, namespace, description)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.GoalSetFrom(set), Namespace: set.Goal.Namespace}, nil
	}
}
