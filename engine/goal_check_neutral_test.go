package engine

import (
	"strings"
	"testing"

	"asterism/engine/goaldna"
)

// TestNeutralSteps checks that chores that no goal names, and steps without words, do not change the evidence, and that the answer says so.
func TestNeutralSteps(t *testing.T) {
	e := open(t, "")
	const goal = "Build a payment service in Go that never charges a customer twice"
	step := 0
	check := func(action string, mode CheckMode) *GoalChecked {
		t.Helper()
		step++
		return checkGoal(t, e, GoalCheck{Goal: goal, Step: step, Action: action, Mode: mode})
	}
	off := check("Animate the menu of the landing page and choose a font for the logo", CheckHybrid)
	if !off.Drift || off.Summary.Run.Evidence <= 0 {
		t.Fatalf("a step elsewhere: %+v", off.Summary)
	}
	for _, mode := range CheckModes {
		for _, action := range []string{"!!!", "🙂", "...", "---", "👍", "***", "…", "", "  "} {
			if got := check(action, mode); got.Signal || got.Drift || got.Severity != goaldna.None || got.Similarity != goaldna.NoSignal || !strings.HasPrefix(got.Note, "no signal") || got.Summary.Drifting {
				t.Errorf("%s: %q: %+v", mode, action, got)
			}
		}
	}
	for _, action := range []string{"Run the tests", "git add -A", "git commit -m wip", "git push", "Open a pull request", "Wait for CI", "Merge to main", "Read the logs"} {
		got := check(action, CheckHybrid)
		if got.Signal || got.Drift || !strings.HasPrefix(got.Note, "neither for nor against") || got.Summary.Drifting || got.Summary.Run.Evidence != off.Summary.Run.Evidence || got.Summary.Consecutive != 1 {
			t.Errorf("%q: %+v", action, got)
		}
	}
	for _, c := range []struct{ goal, step string }{{"The tests must pass before every merge", "Run the tests before every merge"}, {"The tests must pass before every merge", "Skip the tests before merge"}} {
		if got := checkGoal(t, e, GoalCheck{Goal: c.goal, Action: c.step}); !got.Signal {
			t.Errorf("%q is a chore beside %q, which names it", c.step, c.goal)
		}
	}
}

// TestStepsThatTakeAway checks that a step that removes what the goal names does not change the evidence, and that the note names what it removes. A similarity between drift and
// evidence for the goal is unclear, and counts as before.
func TestStepsThatTakeAway(t *testing.T) {
	e := open(t, "")
	const goal = "Launch Tollgate, the usage billing service, on 6 October: every customer is invoiced once and correctly, in EUR, USD and GBP, with VAT from our own table."
	for step, c := range []struct{ action, note string }{
		{"Dropped support for GBP and USD", `cannot judge: it takes away "support for GBP and USD", which the goal names`},
		{"Deleted the VAT table and hard-coded zero tax", `cannot judge: it takes away "VAT table", which the goal names`},
		{"Disabled the check of invoice numbers", `cannot judge: it takes away a guard, "check of invoice numbers"`},
		{"Added GBP to the list of invoice currencies", ""},
		{"Removed the bug in VAT rounding", ""},
	} {
		got := checkGoal(t, e, GoalCheck{Goal: goal, Step: step, Action: c.action})
		if got.Note != c.note || got.Signal == (c.note != "") || got.Drift || got.Contradicts || got.Unclear || got.Summary.Run.Evidence != 0 {
			t.Errorf("%q: %+v", c.action, got)
		}
	}
	unclear := 0
	for step, action := range []string{"Researched espresso machines for the kitchen", "Ported the snake game to WebAssembly for the office tablet", "Built a bot that posts the lunch menu"} {
		got := checkGoal(t, e, GoalCheck{Goal: goal, Step: 10 + step, Action: action})
		if got.Unclear && (got.Drift || got.Similarity < got.Threshold || got.Summary.Run.Evidence <= 0) {
			t.Errorf("%q is unclear: %+v", action, got)
		}
		if !got.Unclear && !got.Drift {
			t.Errorf("%q is on the goal: %.3f", action, got.Similarity)
		}
		if got.Unclear {
			unclear++
		}
	}
	if unclear == 0 {
		t.Error("no step is unclear")
	}
}
