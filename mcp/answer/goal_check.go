package answer

import (
	"cmp"
	"fmt"
	"strings"

	"asterism/engine"
	"asterism/engine/goaldna"
	"asterism/engine/store"
)

// GoalCheck is what check_goal_drift answers.
type GoalCheck struct {
	GoalID            *string       `json:"goal_id"` // null: the goal was given as a text that is no goal of the namespace
	Goal              string        `json:"goal"`
	Mode              string        `json:"mode"`
	StepNumber        int           `json:"step_number"`
	Similarity        float64       `json:"similarity"` // 0…1; .5 without a signal
	Signal            bool          `json:"signal"`     // false: there was nothing to compare
	Drift             bool          `json:"drift"`
	Severity          string        `json:"severity"`
	Unclear           bool          `json:"unclear,omitempty"`  // it cannot be said whether the step is on the goal
	Contradicts       bool          `json:"contradicts"`        // the step goes against the goal
	Note              string        `json:"note,omitempty"`     // what it contradicts, or why it cannot be judged
	Reminder          string        `json:"reminder,omitempty"` // the goal's text, when drift begins and at regular intervals
	Threshold         float64       `json:"threshold"`
	ConsecutiveDrifts int           `json:"consecutive_drifts"`
	ConsecutiveLimit  int           `json:"consecutive_limit"`
	IsDrifting        bool          `json:"is_drifting"` // by the counter or by the run
	Run               *GoalRun      `json:"run"`         // null in plain mode
	GoalTokens        int           `json:"goal_tokens"`
	TotalChecks       int           `json:"total_checks"`
	DriftEvents       int           `json:"drift_events"`
	Trend             GoalTrendView `json:"trend"`
	SubGoals          int           `json:"sub_goals"` // number of sub-goals with which the step was compared too
	Terms             *GoalTerms    `json:"terms"`     // null in plain mode
	Namespace         string        `json:"namespace"`
}

// GoalTerms explains a hybrid similarity. Each list shows the rarest terms.
type GoalTerms struct {
	Matched      []string `json:"matched"` // terms of the action that the goal or sub-goals contain
	MatchedTotal int      `json:"matched_total"`
	Foreign      []string `json:"foreign"` // terms of the action that they do not contain
	ForeignTotal int      `json:"foreign_total"`
	Missing      []string `json:"missing"` // terms of the goal that the action does not contain
	MissingTotal int      `json:"missing_total"`
	Containment  *float64 `json:"containment"`
	Spelling     float64  `json:"spelling"`
	Cosine       *float64 `json:"cosine"` // the highest, in E1
}

// TermsShown is how many terms of each list are shown; the totals count all.
const TermsShown = 12

// GoalCheckFrom converts a checked step to the answer of check_goal_drift.
func GoalCheckFrom(c *engine.GoalChecked) GoalCheck {
	v := GoalCheck{
		GoalID: goalIDOf(c.GoalID), Goal: c.Goal, Mode: string(c.Mode), StepNumber: c.Step, Similarity: Round(c.Similarity, 6), Signal: c.Signal, Drift: c.Drift,
		Severity: string(c.Severity), Threshold: c.Threshold, ConsecutiveDrifts: c.Summary.Consecutive, ConsecutiveLimit: c.Limit, IsDrifting: c.Summary.Drifting,
		GoalTokens: c.Summary.GoalTokens, TotalChecks: c.Summary.TotalChecks, DriftEvents: c.Summary.DriftEvents, Trend: goalTrendFrom(c.Summary.Trend),
		SubGoals: len(c.SubGoals), Namespace: c.Namespace, Unclear: c.Unclear, Contradicts: c.Contradicts, Note: c.Note, Reminder: c.Reminder, Run: goalRunFrom(c.Mode, c.Summary.Run),
	}
	if m := c.Measured; m != nil {
		v.Terms = &GoalTerms{shown(m.Matched), len(m.Matched), shown(m.Foreign), len(m.Foreign), shown(m.Missing), len(m.Missing),
			figure(m.Containment), Round(m.Spelling, 4), figure(m.Cosine)}
	}
	return v
}

// goalIDOf returns nil for a goal that was given as a text.
func goalIDOf(id store.ID) *string {
	if id == (store.ID{}) {
		return nil
	}
	s := id.String()
	return &s
}

// shown returns the first terms, never nil.
func shown(terms []string) []string {
	return append([]string{}, terms[:min(TermsShown, len(terms))]...)
}

// GoalTrendView is the trend of the last checks.
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
	return GoalTrendView{string(t.Direction), Round(t.Slope, 6), figure(t.Average), figure(t.Min), figure(t.Max), t.Consecutive, t.DriftEvents, t.Window, t.Checks, t.Points}
}

// reminded is how many characters of a reminder the text contains; the structured content has all.
const reminded = 240

// unjudged removes the prefix of a note, which the text has already.
var unjudged = strings.NewReplacer("no signal: ", "", "cannot judge: ", "")

// Words returns the verdict on the step, and on the last steps together.
func (c GoalCheck) Words() string {
	var b strings.Builder
	switch {
	case c.Contradicts:
		fmt.Fprintf(&b, "Step %d %s\n", c.StepNumber, ended(cmp.Or(c.Note, "contradicts the goal")))
	case !c.Signal:
		fmt.Fprintf(&b, "Step %d is not judged: %s\n", c.StepNumber, ended(cmp.Or(unjudged.Replace(c.Note), "there was nothing to compare")))
	case c.Drift:
		fmt.Fprintf(&b, "Step %d drifts from the goal (%s): similarity %.3g, below %.3g.\n", c.StepNumber, c.Severity, c.Similarity, c.Threshold)
	case c.Unclear && c.Note != "":
		fmt.Fprintf(&b, "Step %d is unclear: %s\n", c.StepNumber, ended(c.Note))
	case c.Unclear:
		fmt.Fprintf(&b, "Step %d is unclear: its similarity of %.2f does not tell whether it is for the goal.\n", c.StepNumber, c.Similarity)
	default:
		fmt.Fprintf(&b, "Step %d is on the goal: similarity %.2f.\n", c.StepNumber, c.Similarity)
	}
	if !c.Contradicts && c.Signal && c.Note != "" && !c.Unclear {
		b.WriteString(sentence(c.Note) + "\n")
	}
	b.WriteString(driftingWords(c.IsDrifting, c.ConsecutiveDrifts, c.ConsecutiveLimit, c.Run, c.Signal && !c.Drift && !c.Unclear))
	if c.Reminder != "" {
		b.WriteString(ended(cut(c.Reminder, reminded)) + "\n")
	}
	return b.String()
}
