package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/goaldna"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getGoalTrend shows the trend of a goal's checks.
func getGoalTrend() *Tool {
	return &Tool{
		Name:        "get_goal_trend",
		Title:       "Show the trend of checked steps",
		Description: "Where the steps checked with check_goal_drift are going: trend and drift events of the last ones. Fails when none was checked.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Unknown:     saidWhenRefused,
		Input: `{"type":"object","properties":{
			"window":{"type":"integer","minimum":1,"maximum":200,"default":10,"description":"The last so many checks"},
			` + checkedGoalProperty + `,
			` + checkModeProperty + `,
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		Output: `"goal_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"goal":{"type":"string"},"mode":{"type":"string"},"trend":{"type":"object"},"threshold":{"type":"number"},"consecutive_drifts":{"type":"integer"},"consecutive_limit":{"type":"integer"},"is_drifting":{"type":"boolean"},"run":{"anyOf":[{"type":"object"},{"type":"null"}]},
			"goal_tokens":{"type":"integer"},"total_checks":{"type":"integer"},"drift_events":{"type":"integer"},"events":{"type":"array","items":{"type":"object"}},"namespace":{"type":"string"}`,
		Always:  []string{"goal_id", "goal", "mode", "trend", "threshold", "consecutive_drifts", "consecutive_limit", "is_drifting", "run", "goal_tokens", "total_checks", "drift_events", "events", "namespace"},
		Prepare: prepareGoalTrend,
	}
}

// mostChecks is how many checks are stored.
const mostChecks = 200

func prepareGoalTrend(a *arguments.Given) Job {
	q := engine.GoalTrendQuestion{
		Namespace: a.Namespace(),
		Goal:      a.Text("goal", engine.MaxGoalBytes),
		Mode:      engine.CheckMode(a.Choice("mode", checkModeNames[0], checkModeNames)),
		Window:    a.Integer("window", 1, mostChecks, goaldna.DefaultWindow),
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		t, err := e.GoalTrend(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.GoalTrendAnswerFrom(t, q.Window), Namespace: t.Namespace}, nil
	}
}
