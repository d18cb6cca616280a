package aims

import (
	"asterism/engine/goaldna"
	"asterism/engine/store"
)

// CheckMode is how a step is compared with a goal.
type CheckMode string

// The modes.
const (
	CheckHybrid CheckMode = "hybrid" // rarity-weighted terms and E1, see [goaldna.Hybrid]
	CheckPlain  CheckMode = "plain"  // sets of words and trigrams, see [goaldna.DNA]
)

// CheckModes lists them, the default first.
var CheckModes = []CheckMode{CheckHybrid, CheckPlain}

// MaxActionBytes is how long the description of a step can be.
const MaxActionBytes = 16 << 10

// GoalCheck asks whether a step is still about a goal.
type GoalCheck struct {
	Namespace string    // "": the default one
	Goal      string    // the id of a goal of the namespace, or a goal's text, at most MaxGoalBytes; "": the North Star; see MaxCheckedTexts
	Step      int       // the caller's number, from 0
	Action    string    // what the step does, at most MaxActionBytes; one without a word is recorded as a check without a signal
	Mode      CheckMode // "": CheckHybrid
	Replanned bool      // the work has a new plan: the counter and the run begin anew with this step
	Remind    int       // checks after which to remind of the goal, beside when drifting begins; 0: only then; at most goaldna.MaxHistory
}

// GoalChecked is what a check found. The histories of the two modes are apart.
type GoalChecked struct {
	Namespace string
	GoalID    store.ID // zero: the goal was given as a text that no goal of the namespace has
	Goal      string
	SubGoals  []string // the goals below it, of which the hybrid mode takes account; nil in plain mode
	Mode      CheckMode
	Step      int

	Similarity float64          // in [0,1]; goaldna.NoSignal when there was nothing to compare
	Signal     bool             // false: the check neither raised nor reset the counter
	Drift      bool             // the similarity is below the threshold, there was a signal, and the step is not unclear
	Severity   goaldna.Severity // none unless Drift
	// Hybrid mode: words and vectors do not say whether the step is on the goal or off it, or the memories of the namespace say otherwise than they do; see Note. It is still evidence for the run.
	Unclear  bool
	Measured *goaldna.Measured // the hybrid measure's terms; nil in plain mode
	// Hybrid mode: the step goes against the goal or one below it, by its words, and the similarity is a tenth of what was measured.
	Contradicts bool
	Reminder    string // the goal and the goals below it in words, when it is time to think of them; else ""
	Note        string // what is to be known beside the figures: what it contradicts, why it is not judged; "" for most
	Threshold   float64
	Limit       int             // drifts in a row from which on the work is drifting
	Summary     goaldna.Summary // after this check

	beside besideStep
}

// GoalTrendQuestion asks where the checks of a goal are going.
type GoalTrendQuestion struct {
	Namespace string // "": the default one
	Goal      string // as in GoalCheck
	Mode      CheckMode
	Window    int // checks; 0: goaldna.DefaultWindow; at most goaldna.MaxHistory
}

// GoalTrend is what the history of a goal's checks says.
type GoalTrend struct {
	Namespace string
	GoalID    store.ID // zero: a text
	Goal      string
	Mode      CheckMode
	Trend     goaldna.Trend   // over the window
	Summary   goaldna.Summary // its own trend is over goaldna.DefaultWindow
	Events    []goaldna.Event // drift events kept, oldest first
	Threshold float64
	Limit     int
}
