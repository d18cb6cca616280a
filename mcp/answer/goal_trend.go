package answer

import (
	"fmt"
	"strings"

	"asterism/engine"
	"asterism/engine/goaldna"
)

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
	DriftEvents       int           `json:"drift_events"` // in all checks so far
	Events            []GoalEvent   `json:"events"`       // the newest ones, at most as many as the window, oldest first
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

// GoalTrendAnswerFrom converts a trend to the answer of get_goal_trend.
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

// shownSteps is how many drifting steps the text of a trend contains, each with at most stepText characters of its action.
const (
	shownSteps = 5
	stepText   = 60
)

// Words returns the trend of the checked steps, and those that drifted.
func (t GoalTrendAnswer) Words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s over %s", capital(t.Trend.Direction), count(t.Trend.Checks, "check", "checks"))
	if v := t.Trend.AverageSimilarity; v != nil {
		fmt.Fprintf(&b, ", similarity %.2f on average", *v)
	}
	b.WriteString(".\n")
	if unjudged := t.Trend.Checks - t.Trend.WithSignal; unjudged > 0 {
		fmt.Fprintf(&b, "%s not be judged.\n", count(unjudged, "step could", "steps could"))
	}
	b.WriteString(driftingWords(t.IsDrifting, t.ConsecutiveDrifts, t.ConsecutiveLimit, t.Run, false))
	shown := t.Events[max(0, len(t.Events)-shownSteps):]
	if len(shown) > 0 {
		fmt.Fprintf(&b, "Drifted (newest %d of %d):\n", len(shown), t.DriftEvents)
	}
	for _, e := range shown {
		fmt.Fprintf(&b, "step %d %.2f %s · %s\n", e.StepNumber, e.Similarity, e.Severity, cut(e.ActionText, stepText))
	}
	return b.String()
}

// GoalRun is the verdict of a sequential test on the last steps together. It may find drift even if no single step drifted.
type GoalRun struct {
	Evidence float64 `json:"evidence"` // for having left the goal, 0 or more
	Limit    float64 `json:"limit"`    // from this evidence on it is drift
	Drifting bool    `json:"drifting"`
	Steps    int     `json:"steps"`      // since there has been any evidence
	From     *int    `json:"from_step"`  // null: there is none
	Since    *string `json:"since_time"` // time of that step's check
}

func goalRunFrom(mode engine.CheckMode, r goaldna.Run) *GoalRun {
	if mode != engine.CheckHybrid {
		return nil
	}
	v := &GoalRun{Evidence: Round(r.Evidence, 4), Limit: Round(goaldna.RunLimit, 4), Drifting: r.Drifting, Steps: r.Steps, Since: Stamp(r.Since)}
	if r.Steps > 0 {
		v.From = &r.From
	}
	return v
}

// driftingWords says that the work has left the goal, and since which step, or how many drifting steps there are in a row. back means that the newest step is on the goal; a single
// one does not end the alarm.
func driftingWords(drifting bool, steps, limit int, run *GoalRun, back bool) string {
	switch {
	case drifting && back && run != nil && run.From != nil:
		return fmt.Sprintf("The steps since %d together have left the goal. This one is on it; more such steps end the alarm.\n", *run.From)
	case drifting && back:
		return "The last steps together have left the goal. This one is on it; more such steps end the alarm.\n"
	case drifting && steps == 0 && run != nil && run.From != nil: // the newest step did not drift, and steps in between may not have drifted
		return fmt.Sprintf("The steps since %d together have left the goal: return to it, or set replanned if the plan changed.\n", *run.From)
	case drifting && run != nil && run.From != nil:
		return fmt.Sprintf("Off the goal since step %d: return to it, or set replanned if the plan changed.\n", *run.From)
	case drifting:
		return "Off the goal: return to it, or set replanned if the plan changed.\n"
	case steps > 0:
		return fmt.Sprintf("Drifting steps in a row: %d of %d.\n", steps, limit)
	}
	return ""
}
