package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/goaldna"
)

// getGoalTrend shows where the checks of a goal are going.
func getGoalTrend() *tool {
	return &tool{
		name:        "get_goal_trend",
		title:       "Show the trend of checked steps",
		description: "Where the steps checked with check_goal_drift are going: trend and drift events of the last ones. Fails when none was checked.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"window":{"type":"integer","minimum":1,"maximum":200,"default":10,"description":"The last so many checks"},
			` + checkedGoalProperty + `,
			` + checkModeProperty + `,
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		output: `"goal_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"goal":{"type":"string"},"mode":{"type":"string"},"trend":{"type":"object"},"threshold":{"type":"number"},"consecutive_drifts":{"type":"integer"},"consecutive_limit":{"type":"integer"},"is_drifting":{"type":"boolean"},
			"goal_tokens":{"type":"integer"},"total_checks":{"type":"integer"},"drift_events":{"type":"integer"},"events":{"type":"array","items":{"type":"object"}},"namespace":{"type":"string"}`,
		always:  []string{"goal_id", "goal", "mode", "trend", "threshold", "consecutive_drifts", "consecutive_limit", "is_drifting", "goal_tokens", "total_checks", "drift_events", "events", "namespace"},
		prepare: prepareGoalTrend,
	}
}

// mostChecks is how many checks are kept.
const mostChecks = 200

func prepareGoalTrend(a *arguments) job {
	q := engine.GoalTrendQuestion{
		Namespace: a.text("namespace", engine.MaxNameBytes),
		Goal:      a.text("goal", engine.MaxGoalBytes),
		Mode:      engine.CheckMode(a.choice("mode", checkModeNames[0], checkModeNames)),
		Window:    a.integer("window", 1, mostChecks, goaldna.DefaultWindow),
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		t, err := e.GoalTrend(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: goalTrendAnswer(t, q.Window), namespace: t.Namespace}, nil
	}
}

// GoalTrendAnswer is what get_goal_trend answers.
type GoalTrendAnswer struct {
	GoalID            *string       `json:"goal_id"` // null: the goal was given as a text
	Goal              string        `json:"goal"`
	Mode              string        `json:"mode"`
	Trend             GoalTrendView `json:"trend"`
	Threshold         float64       `json:"threshold"`
	ConsecutiveDrifts int           `json:"consecutive_drifts"`
	ConsecutiveLimit  int           `json:"consecutive_limit"`
	IsDrifting        bool          `json:"is_drifting"`
	GoalTokens        int           `json:"goal_tokens"`
	TotalChecks       int           `json:"total_checks"`
	DriftEvents       int           `json:"drift_events"` // ever
	Events            []GoalEvent   `json:"events"`       // the newest, as many as the window at most, oldest first
	Namespace         string        `json:"namespace"`
}

// GoalEvent is a step that drifted.
type GoalEvent struct {
	StepNumber int     `json:"step_number"`
	Similarity float64 `json:"similarity"`
	ActionText string  `json:"action_text"` // at most 200 characters
	Severity   string  `json:"severity"`
	Timestamp  *string `json:"timestamp"`
}

func goalTrendAnswer(t *engine.GoalTrend, window int) GoalTrendAnswer {
	v := GoalTrendAnswer{
		GoalID: goalIDOf(t.GoalID), Goal: t.Goal, Mode: string(t.Mode), Trend: goalTrendFrom(t.Trend), Threshold: t.Threshold, ConsecutiveDrifts: t.Summary.Consecutive,
		ConsecutiveLimit: t.Limit, IsDrifting: t.Summary.Drifting, GoalTokens: t.Summary.GoalTokens, TotalChecks: t.Summary.TotalChecks, DriftEvents: t.Summary.DriftEvents,
		Events: []GoalEvent{}, Namespace: t.Namespace,
	}
	for _, e := range t.Events[max(0, len(t.Events)-window):] {
		v.Events = append(v.Events, GoalEvent{e.Step, round(e.Similarity, 6), e.ActionText, string(e.Severity), stamp(e.Time)})
	}
	return v
}
