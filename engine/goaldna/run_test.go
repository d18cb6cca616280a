package goaldna

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRunSaysWhatNoStepSays: twelve steps, each a little unlike the goal and none below the threshold, are a drifting; steps on the goal take it back, and a new plan does at once.
func TestRunSaysWhatNoStepSays(t *testing.T) {
	h := NewHybrid("Build a REST API for user management", "list users", "delete a user")
	c := newChecker(t, DefaultOptions())
	take := func(step int, similarity float64) Summary {
		t.Helper()
		if _, err := c.Take(Step{Number: step, Action: "something", Similarity: similarity, Signal: true, Evidence: h.Evidence(similarity, false)}); err != nil {
			t.Fatal(err)
		}
		return c.Summary()
	}
	take(0, .9)
	var s Summary
	for step := 1; step <= 12; step++ {
		if s = take(step, .2); s.DriftEvents > 0 {
			t.Fatalf("step %d is a drift by itself", step)
		}
	}
	if !s.Drifting || !s.Run.Drifting || s.Run.From != 1 || s.Run.Steps != 12 || s.Run.Since.IsZero() {
		t.Errorf("after twelve steps beside the goal: %+v", s)
	}
	if s.Run.Evidence > RunLimit+runCeiling {
		t.Errorf("evidence %v is above its ceiling", s.Run.Evidence)
	}
	if s = take(13, .9); s.Drifting {
		t.Errorf("a step on the goal leaves %+v", s.Run)
	}
	for step := 14; step < 20; step++ {
		take(step, .05)
	}
	c.ResetConsecutive()
	if s = c.Summary(); s.Drifting || s.Run != (Run{}) {
		t.Errorf("after a new plan: %+v", s)
	}
}

// TestEvidence: the less alike the more evidence, on both sides of none, and bounded.
func TestEvidence(t *testing.T) {
	with, without := NewHybrid("a goal", "a step of it"), NewHybrid("a goal")
	for _, byWords := range []bool{false, true} {
		if with.Evidence(.3, byWords) == without.Evidence(.3, byWords) || with.Evidence(.3, byWords) == with.Evidence(.3, !byWords) {
			t.Error("a plan makes no difference, or words alone")
		}
		rapid.Check(t, func(t *rapid.T) {
			a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
			x, y := with.Evidence(min(a, b), byWords), with.Evidence(max(a, b), byWords)
			if x < y || math.Abs(x) > mostEvidence || math.Abs(y) > mostEvidence || math.IsNaN(x+y) {
				t.Fatalf("evidence of %v and %v is %v and %v", min(a, b), max(a, b), x, y)
			}
		})
		if !(with.Evidence(.02, byWords) > 1 && with.Evidence(.9, byWords) < -1) {
			t.Errorf("evidence of .02 is %v, of .9 %v", with.Evidence(.02, byWords), with.Evidence(.9, byWords))
		}
	}
}

// TestRemind: when drifting begins, and every so many checks.
func TestRemind(t *testing.T) {
	c := newChecker(t, DefaultOptions())
	var reminded []int
	for step, similarity := range []float64{.9, .9, .9, .9, .01, .01, .01, .01, .9, .9, .9} {
		was := c.IsDrifting()
		if _, err := c.Record(step, "x", similarity, true); err != nil {
			t.Fatal(err)
		}
		if c.Remind(was, 3) {
			reminded = append(reminded, step)
		}
	}
	if !slices.Equal(reminded, []int{2, 5, 6, 9}) { // 6 is the third drift in a row
		t.Errorf("reminded after steps %v", reminded)
	}
	if c.Remind(false, 0) {
		t.Error("reminded without drifting and without a number of steps")
	}
}

// TestUnclearStep: a step of which it cannot be said whether it is on the goal is no drift, and leaves the counter where it is; its evidence counts.
func TestUnclearStep(t *testing.T) {
	c := newChecker(t, DefaultOptions())
	for i, s := range []struct {
		step        Step
		event       bool
		consecutive int
		evidence    float64
	}{
		{Step{Similarity: .1, Signal: true, Evidence: 1}, true, 1, 1},
		{Step{Similarity: .1, Signal: true, Evidence: .5, Unclear: true}, false, 1, 1.5},
		{Step{Similarity: .01, Signal: true, Evidence: -.5, Unclear: true}, false, 1, 1},
		{Step{Similarity: .1, Signal: true, Evidence: 1}, true, 2, 2},
		{Step{Similarity: .9, Signal: true, Evidence: -1, Unclear: true}, false, 2, 1},
		{Step{Similarity: .9, Signal: true, Evidence: -1}, false, 0, 0},
	} {
		event, err := c.Take(s.step)
		if got := c.Summary(); err != nil || (event != nil) != s.event || got.Consecutive != s.consecutive || got.Run.Evidence != s.evidence {
			t.Errorf("step %d: %v, event %v, %d in a row, evidence %v", i, err, event, got.Consecutive, got.Run.Evidence)
		}
	}
}
