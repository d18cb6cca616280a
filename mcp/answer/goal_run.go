package answer

import (
	"asterism/engine"
	"asterism/engine/goaldna"
)

// GoalRun is what the last steps say together, by a sequential test, also where no single one is a drift.
type GoalRun struct {
	Evidence float64 `json:"evidence"` // that the work has left the goal, 0 and up
	Limit    float64 `json:"limit"`    // from which on it has
	Drifting bool    `json:"drifting"`
	Steps    int     `json:"steps"`      // since there is any evidence
	From     *int    `json:"from_step"`  // null: there is none
	Since    *string `json:"since_time"` // when that step was checked
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
