package engine

import (
	"strings"
	"testing"

	"asterism/engine/purpose"
)

// TestTwelveStepsElsewhere checks that steps of another task are reported as drifting within five, also if the first is no drift in itself. The answer names the first such step, repeats
// the goal when it begins, and starts again after a new plan.
func TestTwelveStepsElsewhere(t *testing.T) {
	e := open(t, "")
	setStar(t, e, "", "Build a REST API for user management")
	for _, sub := range []string{"Endpoints that list, add and delete users", "Tests and documents of the API"} {
		if _, err := e.AddGoal(t.Context(), GoalNote{Description: sub, Level: purpose.Strategic}); err != nil {
			t.Fatal(err)
		}
	}
	step := 0
	check := func(action string, replanned bool) *GoalChecked {
		t.Helper()
		got := checkGoal(t, e, GoalCheck{Step: step, Action: action, Replanned: replanned})
		step++
		return got
	}
	for _, action := range []string{"Add the endpoint that lists users", "Test the user API", "Document the REST endpoints"} {
		if got := check(action, false); got.Summary.Drifting || got.Reminder != "" {
			t.Fatalf("%q: drifting %v, reminder %q", action, got.Summary.Drifting, got.Reminder)
		}
	}
	began, reminded := -1, 0
	for i, action := range []string{"Tune the colours of the landing page", "Choose a font for the logo", "Draw icons for the footer", "Compress the hero picture", "Animate the menu",
		"Write a blog article about design", "Pick photos of the office", "Shorten the privacy notice", "Print business cards", "Rent a stand at the fair", "Order stickers", "Plan the party"} {
		got := check(action, false)
		if got.Summary.Drifting && began < 0 {
			began = i
			if !strings.HasPrefix(got.Reminder, "The goal is: Build a REST API") {
				t.Errorf("when drifting begins the reminder is %q", got.Reminder)
			}
			if got.Summary.Run.Since.IsZero() || got.Summary.Run.From > step {
				t.Errorf("the run is %+v", got.Summary.Run)
			}
		}
		if got.Reminder != "" {
			reminded++
		}
		if began >= 0 && !got.Summary.Drifting {
			t.Errorf("%q: drifting is taken back by %+v", action, got.Summary.Run)
		}
	}
	if began < 0 || began > 4 || reminded != 1 {
		t.Errorf("drifting began with step %d of those elsewhere, reminded %d times", began, reminded)
	}
	if got := check("Add the endpoint that deletes a user", true); got.Summary.Drifting || got.Summary.Run.Drifting || got.Summary.Consecutive != 0 {
		t.Errorf("after a new plan: %+v", got.Summary)
	}
}
