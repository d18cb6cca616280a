package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
	"asterism/mcp/failure"
)

// addGoal adds a goal below another.
func addGoal() *Tool {
	return &Tool{
		Name:        "add_goal",
		Title:       "Add a goal",
		Description: "Add a goal below the North Star or another goal; its level must be lower than its parent's. It counts in the alignment of memories.",
		Hints:       Hints{},
		Input: `{"type":"object","properties":{
			"description":{"type":"string","description":"The goal in a sentence or two"},
			"level":{"type":"string","enum":["strategic","tactical","immediate"],"default":"strategic"},
			"parent_id":{"type":"string","description":"default the North Star"},
			` + namespaceProperty + `},
			"required":["description"],"additionalProperties":false}`,
		Output:  goalSetProperties,
		Always:  goalSetAlways,
		GoalIDs: []string{"parent_id"},
		Prepare: prepareAddGoal,
	}
}

// levelsBelow are the allowed levels of a goal with a parent.
var levelsBelow = []string{string(purpose.Strategic), string(purpose.Tactical), string(purpose.Immediate)}

func prepareAddGoal(a *arguments.Given) Job {
	n := engine.GoalNote{
		Description: a.RequiredText("description", engine.MaxGoalBytes, whyGoal),
		Namespace:   a.Namespace(),
		Level:       purpose.Level(a.Choice("level", string(purpose.Strategic), levelsBelow)),
		Parent:      goalID(a, "parent_id"),
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		set, err := e.AddGoal(ctx, n)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.GoalSetFrom(set), Namespace: set.Goal.Namespace}, nil
	}
}

// goalID reads an optional id of a goal; zero if not given.
func goalID(a *arguments.Given, name string) store.ID {
	before := len(a.Problems)
	s := a.Text(name, 64)
	if _, given := a.Field(name); !given || len(a.Problems) > before {
		return store.ID{}
	}
	return parseGoalID(a, name, s)
}

// parseGoalID reports an error with the message of the older history tool, which callers rely on.
func parseGoalID(a *arguments.Given, name, s string) store.ID {
	id, err := arguments.StrictUUID(s)
	if err != nil {
		a.Problem("Invalid %s UUID '%s': %v", name, failure.Clip(s), err)
	}
	return id
}
