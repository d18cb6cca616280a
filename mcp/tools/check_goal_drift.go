package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// checkGoalDrift checks, before a step is taken, whether it is still about the goal.
func checkGoalDrift() *Tool {
	return &Tool{
		Name:        "check_goal_drift",
		Title:       "Check a step against the goal",
		Description: "Is a step still about the goal? Keeps count; replanned begins anew.",
		Hints:       Hints{},
		Unknown:     saidWhenRefused,
		Input: `{"type":"object","properties":{
			` + checkedGoalProperty + `,
			"step_number":{"type":"integer"},
			"action":{"type":"string"},
			` + checkModeProperty + `,
			"replanned":{"type":"boolean"},
			"remind_every":{"type":"integer"},
			` + namespaceProperty + `},
			"required":["step_number","action"],"additionalProperties":false}`,
		Output: `"goal_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"goal":{"type":"string"},"mode":{"type":"string"},"step_number":{"type":"integer"},"similarity":{"type":"number"},"signal":{"type":"boolean"},"drift":{"type":"boolean"},"severity":{"type":"string"},"unclear":{"const":true},"contradicts":{"type":"boolean"},"note":{"type":"string"},"reminder":{"type":"string"},"threshold":{"type":"number"},
			"consecutive_drifts":{"type":"integer"},"consecutive_limit":{"type":"integer"},"is_drifting":{"type":"boolean"},"run":{"anyOf":[{"type":"object"},{"type":"null"}]},"goal_tokens":{"type":"integer"},"total_checks":{"type":"integer"},"drift_events":{"type":"integer"},"trend":{"type":"object"},"sub_goals":{"type":"integer"},"terms":{"anyOf":[{"type":"object"},{"type":"null"}]},"namespace":{"type":"string"}`,
		Always: []string{"goal_id", "goal", "mode", "step_number", "similarity", "signal", "drift", "severity", "contradicts", "threshold", "consecutive_drifts", "consecutive_limit", "is_drifting", "run",
			"goal_tokens", "total_checks", "drift_events", "trend", "sub_goals", "terms", "namespace"},
		Prepare: prepareCheckGoal,
	}
}

// The arguments that check_goal_drift and get_goal_trend share.
const (
	checkedGoalProperty = `"goal":{"type":"string","description":"Id or text"}`
	checkModeProperty   = `"mode":{"enum":["hybrid","plain"]}`
)

var checkModeNames = []string{string(engine.CheckHybrid), string(engine.CheckPlain)}

// After how many checks the goal is repeated, by default and at most.
const (
	defaultRemind = 10
	mostRemind    = 1000
)

// mostSteps is the greatest number of a step.
const mostSteps = 1_000_000_000

func prepareCheckGoal(a *arguments.Given) Job {
	q := engine.GoalCheck{
		Namespace: a.Namespace(),
		Goal:      a.Text("goal", engine.MaxGoalBytes),
		Step:      requiredStep(a, "step_number"),
		Action:    givenText(a, "action", engine.MaxActionBytes, "what the step does"),
		Mode:      engine.CheckMode(a.Choice("mode", checkModeNames[0], checkModeNames)),
		Replanned: a.Flag("replanned", false),
		Remind:    a.Integer("remind_every", 0, mostRemind, defaultRemind),
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		c, err := e.CheckGoal(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.GoalCheckFrom(c), Namespace: c.Namespace}, nil
	}
}

// requiredStep reads the required number of a step.
func requiredStep(a *arguments.Given, name string) int {
	if _, given := a.Field(name); !given {
		a.Problem("%s is required: the number of the step, from 0", name)
	}
	return a.Integer(name, 0, mostSteps, 0)
}

// givenText reads a required text, which may be blank.
func givenText(a *arguments.Given, name string, limit int, why string) string {
	if _, given := a.Field(name); !given {
		a.Problem("%s is required: %s", name, why)
	}
	return a.Text(name, limit)
}
