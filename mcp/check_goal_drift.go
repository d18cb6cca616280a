package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/goaldna"
	"asterism/engine/store"
)

// checkGoalDrift tells whether a step is still about the goal, before it is taken.
func checkGoalDrift() *tool {
	return &tool{
		name:        "check_goal_drift",
		title:       "Check a step against the goal",
		description: "Is the next step still about the goal? Compares its words and meaning with the goal's and its sub-goals', in milliseconds, and keeps count.",
		hints:       hints{},
		input: `{"type":"object","properties":{
			` + checkedGoalProperty + `,
			"step_number":{"type":"integer","minimum":0},
			"action":{"type":"string","description":"What the step does, in a sentence"},
			` + checkModeProperty + `,
			` + namespaceProperty + `},
			"required":["step_number","action"],"additionalProperties":false}`,
		output: `"goal_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"goal":{"type":"string"},"mode":{"type":"string"},"step_number":{"type":"integer"},"similarity":{"type":"number"},"signal":{"type":"boolean"},"drift":{"type":"boolean"},"severity":{"type":"string"},"threshold":{"type":"number"},
			"consecutive_drifts":{"type":"integer"},"consecutive_limit":{"type":"integer"},"is_drifting":{"type":"boolean"},"goal_tokens":{"type":"integer"},"total_checks":{"type":"integer"},"drift_events":{"type":"integer"},"trend":{"type":"object"},"sub_goals":{"type":"integer"},"terms":{"anyOf":[{"type":"object"},{"type":"null"}]},"namespace":{"type":"string"}`,
		always: []string{"goal_id", "goal", "mode", "step_number", "similarity", "signal", "drift", "severity", "threshold", "consecutive_drifts", "consecutive_limit", "is_drifting",
			"goal_tokens", "total_checks", "drift_events", "trend", "sub_goals", "terms", "namespace"},
		prepare: prepareCheckGoal,
	}
}

// What check_goal_drift and get_goal_trend both take.
const (
	checkedGoalProperty = `"goal":{"type":"string","description":"UUID or text; default the North Star"}`
	checkModeProperty   = `"mode":{"type":"string","enum":["hybrid","plain"],"default":"hybrid"}`
)

var checkModeNames = []string{string(engine.CheckHybrid), string(engine.CheckPlain)}

// mostSteps is the highest number of a step.
const mostSteps = 1_000_000_000

func prepareCheckGoal(a *arguments) job {
	q := engine.GoalCheck{
		Namespace: a.text("namespace", engine.MaxNameBytes),
		Goal:      a.text("goal", engine.MaxGoalBytes),
		Step:      a.requiredStep("step_number"),
		Action:    a.givenText("action", engine.MaxActionBytes, "what the step does"),
		Mode:      engine.CheckMode(a.choice("mode", checkModeNames[0], checkModeNames)),
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		c, err := e.CheckGoal(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: goalCheckFrom(c), namespace: c.Namespace}, nil
	}
}

// requiredStep reads the number of a step.
func (a *arguments) requiredStep(name string) int {
	if _, given := a.field(name); !given {
		a.problem("%s is required: the number of the step, from 0", name)
	}
	return a.integer(name, 0, mostSteps, 0)
}

// givenText reads a text that must be there, and may be blank.
func (a *arguments) givenText(name string, limit int, why string) string {
	if _, given := a.field(name); !given {
		a.problem("%s is required: %s", name, why)
	}
	return a.text(name, limit)
}

// GoalCheck is what check_goal_drift answers.
type GoalCheck struct {
	GoalID            *string        `json:"goal_id"` // null: the goal was given as a text that no goal of the namespace has
	Goal              string         `json:"goal"`
	Mode              string         `json:"mode"`
	StepNumber        int            `json:"step_number"`
	Similarity        float64        `json:"similarity"` // 0…1; .5 without a signal
	Signal            bool           `json:"signal"`     // false: there was nothing to compare
	Drift             bool           `json:"drift"`
	Severity          string         `json:"severity"`
	Threshold         float64        `json:"threshold"`
	ConsecutiveDrifts int            `json:"consecutive_drifts"`
	ConsecutiveLimit  int            `json:"consecutive_limit"`
	IsDrifting        bool           `json:"is_drifting"`
	GoalTokens        int            `json:"goal_tokens"`
	TotalChecks       int            `json:"total_checks"`
	DriftEvents       int            `json:"drift_events"`
	Trend             GoalTrendView  `json:"trend"`
	SubGoals          int            `json:"sub_goals"` // with which the step was compared, too
	Terms             *GoalTermsView `json:"terms"`     // null in plain mode
	Namespace         string         `json:"namespace"`
}

// GoalTermsView explains a hybrid similarity. Of each list the rarest terms are shown.
type GoalTermsView struct {
	Matched      []string `json:"matched"` // of the action, which goal or sub-goals have
	MatchedTotal int      `json:"matched_total"`
	Foreign      []string `json:"foreign"` // of the action, which they do not have
	ForeignTotal int      `json:"foreign_total"`
	Missing      []string `json:"missing"` // of the goal, which the action does not have
	MissingTotal int      `json:"missing_total"`
	Containment  *float64 `json:"containment"`
	Spelling     float64  `json:"spelling"`
	Cosine       *float64 `json:"cosine"` // the highest, in E1
}

// termsShown is how many of each list are shown; the totals say how many there are.
const termsShown = 12

func goalCheckFrom(c *engine.GoalChecked) GoalCheck {
	v := GoalCheck{
		GoalID: goalIDOf(c.GoalID), Goal: c.Goal, Mode: string(c.Mode), StepNumber: c.Step, Similarity: round(c.Similarity, 6), Signal: c.Signal, Drift: c.Drift,
		Severity: string(c.Severity), Threshold: c.Threshold, ConsecutiveDrifts: c.Summary.Consecutive, ConsecutiveLimit: c.Limit, IsDrifting: c.Summary.Drifting,
		GoalTokens: c.Summary.GoalTokens, TotalChecks: c.Summary.TotalChecks, DriftEvents: c.Summary.DriftEvents, Trend: goalTrendFrom(c.Summary.Trend),
		SubGoals: len(c.SubGoals), Namespace: c.Namespace,
	}
	if m := c.Measured; m != nil {
		v.Terms = &GoalTermsView{shown(m.Matched), len(m.Matched), shown(m.Foreign), len(m.Foreign), shown(m.Missing), len(m.Missing),
			figure(m.Containment), round(m.Spelling, 4), figure(m.Cosine)}
	}
	return v
}

// goalIDOf is null for a goal that was given as a text.
func goalIDOf(id store.ID) *string {
	if id == (store.ID{}) {
		return nil
	}
	s := id.String()
	return &s
}

// shown are the first terms, never nil.
func shown(terms []string) []string {
	return append([]string{}, terms[:min(termsShown, len(terms))]...)
}

// GoalTrendView is where the last checks lead.
type GoalTrendView struct {
	Direction         string   `json:"direction"`
	Slope             float64  `json:"trend_slope"`
	AverageSimilarity *float64 `json:"average_similarity"` // null: no check in the window had a signal
	MinSimilarity     *float64 `json:"min_similarity"`
	MaxSimilarity     *float64 `json:"max_similarity"`
	ConsecutiveDrifts int      `json:"consecutive_drifts"`
	TotalDriftEvents  int      `json:"total_drift_events"`
	Window            int      `json:"window"`
	Checks            int      `json:"checks"`      // in the window
	WithSignal        int      `json:"with_signal"` // of them
}

func goalTrendFrom(t goaldna.Trend) GoalTrendView {
	return GoalTrendView{string(t.Direction), round(t.Slope, 6), figure(t.Average), figure(t.Min), figure(t.Max), t.Consecutive, t.DriftEvents, t.Window, t.Checks, t.Points}
}
