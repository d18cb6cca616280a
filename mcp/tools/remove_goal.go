package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
	"asterism/mcp/failure"
)

// removeGoal removes a goal.
func removeGoal() *Tool {
	return &Tool{
		Name:        "remove_goal",
		Title:       "Remove a goal",
		Description: "Remove a goal; with cascade, those below it too. Without a North Star a namespace is neutral. The history of drift stays.",
		Hints:       Hints{Destructive: true},
		Input: `{"type":"object","properties":{
			"goal_id":{"type":"string"},
			"cascade":{"type":"boolean","description":"Remove the goals below it too; without it they are an error"},
			"namespace":{"type":"string","description":"Only if the goal is of this namespace"}},
			"required":["goal_id"],"additionalProperties":false}`,
		Output:  `"removed":{"type":"array","items":{"type":"object"}},"aligning":{"type":"integer"}`,
		Always:  []string{"removed", "aligning"},
		GoalIDs: []string{"goal_id"},
		Prepare: prepareRemoveGoal,
	}
}

func prepareRemoveGoal(a *arguments.Given) Job {
	var id store.ID
	before := len(a.Problems)
	if s := a.RequiredText("goal_id", 64, "the UUID of a goal"); len(a.Problems) == before {
		id = parseGoalID(a, "goal_id", s)
	}
	cascade, namespace := a.Flag("cascade", false), a.Name("namespace", engine.MaxNameBytes)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		if namespace != "" {
			if err := goalIn(ctx, e, id, namespace); err != nil {
				return nil, err
			}
		}
		gone, err := e.RemoveGoal(ctx, id, cascade)
		if err != nil {
			return nil, err
		}
		out := &Outcome{Payload: answer.GoalsRemovedFrom(gone), Namespace: namespace}
		if len(gone.Goals) > 0 {
			out.Namespace = gone.Goals[0].Namespace
		}
		return out, nil
	}
}

// goalIn returns an error unless the goal belongs to the namespace.
func goalIn(ctx context.Context, e *Engine, id store.ID, namespace string) error {
	tree, err := e.Goals(ctx, namespace)
	if err != nil {
		return err
	}
	for _, g := range tree.Goals {
		if g.ID == id {
			return nil
		}
	}
	return failure.New(engine.KindGoal, "Leave namespace out, or name the goal's own.", "namespace %s has no goal %s", failure.Quote(namespace), id)
}
