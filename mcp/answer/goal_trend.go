package answer

import "asterism/engine"

// GoalTrendAnswer is what get_goal_trend answers.
type GoalTrendAnswer struct {
	GoalID            *string       `json:"goal_id"` // null: the goal was given as a text
	Goal              string        `json:"goal"`
	Mode              string        `json:"mode"`
	Trend             GoalTrendView `json:"trend"`
	Threshold         float64       `json:"threshold"`
	ConsecutiveDrifts int           `json:"consecutive_drifts"`
	ConsecutiveLimit  int           `json:"consecutive_limit"`
	IsDrifting        bool          `json:"is_drifting"` // by the counter or by the run
	Run               *GoalRun      `json:"run"`         // null in plain mode
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

// GoalTrendAnswerFrom is what get_goal_trend says of a trend.
func GoalTrendAnswerFrom(t *engine.GoalTrend, window int) GoalTrendAnswer {
	v := GoalTrendAnswer{
		GoalID: goalIDOf(t.GoalID), Goal: t.Goal, Mode: string(t.Mode), Trend: goalTrendFrom(t.Trend), Threshold: t.Threshold, ConsecutiveDrifts: t.Summary.Consecutive,
		ConsecutiveLimit: t.Limit, IsDrifting: t.Summary.Drifting, Run: goalRunFrom(t.Mode, t.Summary.Run), GoalTokens: t.Summary.GoalTokens, TotalChecks: t.Summary.TotalChecks, DriftEvents: t.Summary.DriftEvents,
		Events: []GoalEvent{}, Namespace: t.Namespace,
	}
	for _, e := range t.Events[max(0, len(t.Events)-window):] {
		v.Events = append(v.Events, GoalEvent{e.Step, Round(e.Similarity, 6), e.ActionText, string(e.Severity), Stamp(e.Time)})
	}
	return v
}
