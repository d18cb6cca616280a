package engine

import (
	"context"
	"fmt"
	"testing"
	"time"

	"asterism/engine/purpose"
	"asterism/engine/store"
)

// keptChecks returns the number of stored histories of checks.
func keptChecks(t *testing.T, e *Engine) (n int) {
	t.Helper()
	end := []byte("goaldna\x00")
	end[len(end)-1]++
	err := e.shelves().Walk(context.Background(), store.ShelfState, []byte("goaldna\x00"), end, false, func([]byte, []byte) (bool, error) {
		n++
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestChecksGoWithTheirGoal checks that in both modes and for goals below it; histories of other goals stay.
func TestChecksGoWithTheirGoal(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	star := setStar(t, e, "", breadGoal).Goal
	plan := addGoal(t, e, GoalNote{Description: "Understand fermentation and flour.", Level: purpose.Strategic}).Goal
	step := addGoal(t, e, GoalNote{Description: "Feed the starter twice a day.", Level: purpose.Immediate, Parent: plan.ID}).Goal
	for _, goal := range []string{star.ID.String(), plan.ID.String(), step.ID.String(), "Buy a stone oven."} {
		for _, mode := range CheckModes {
			checkGoal(t, e, GoalCheck{Goal: goal, Action: "Feed the starter", Mode: mode})
		}
	}
	if n := keptChecks(t, e); n != 8 {
		t.Fatalf("%d histories, want 8", n)
	}
	if _, err := e.RemoveGoal(ctx, plan.ID, true); err != nil {
		t.Fatal(err)
	}
	if n := keptChecks(t, e); n != 4 {
		t.Errorf("%d histories without the goals, want 4", n)
	}
	setStar(t, e, "", "Run a mill.")
	if n := keptChecks(t, e); n != 2 {
		t.Errorf("%d histories after the North Star was replaced, want the 2 of the text", n)
	}
}

// TestChecksOfTextsHaveAnEnd checks that only the checks of the texts checked last are kept; other namespaces, modes and goals have their own limit.
func TestChecksOfTextsHaveAnEnd(t *testing.T) {
	e, clock := withClock(t)
	text := func(i int) string { return fmt.Sprintf("Bake loaf number %d.", i) }
	check := func(q GoalCheck) int {
		clock.forward(time.Second)
		q.Action = "Shape the loaf"
		if q.Mode == "" {
			q.Mode = CheckPlain
		}
		return checkGoal(t, e, q).Summary.TotalChecks
	}
	setStar(t, e, "", breadGoal)
	check(GoalCheck{})
	check(GoalCheck{Goal: text(0), Namespace: "elsewhere"})
	check(GoalCheck{Goal: text(0), Mode: CheckHybrid})
	for i := range MaxCheckedTexts {
		check(GoalCheck{Goal: text(i)})
	}
	if n := check(GoalCheck{Goal: text(0)}); n != 2 || keptChecks(t, e) != MaxCheckedTexts+3 {
		t.Fatalf("the first text has %d checks, and there are %d histories", n, keptChecks(t, e))
	}
	check(GoalCheck{Goal: text(MaxCheckedTexts)})
	if n := keptChecks(t, e); n != MaxCheckedTexts+3 {
		t.Errorf("%d histories, want %d", n, MaxCheckedTexts+3)
	}
	for goal, want := range map[string]int{text(0): 3, text(2): 2, text(MaxCheckedTexts): 2, "": 2} {
		if n := check(GoalCheck{Goal: goal}); n != want {
			t.Errorf("goal %q has %d checks, want %d", goal, n, want)
		}
	}
	if n := check(GoalCheck{Goal: text(1)}); n != 1 {
		t.Errorf("the text that was checked longest ago still has %d checks", n-1)
	}
}
