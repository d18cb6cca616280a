package engine

import (
	"context"
	"testing"

	"asterism/engine/search"
)

// TestPermittedStepsOfAProhibition checks that what a goal forbids under a condition is permitted without it, in a step and in a memory.
func TestPermittedStepsOfAProhibition(t *testing.T) {
	e := open(t, "")
	const goal = "Build a payment service in Go that never charges a customer twice"
	for i, step := range []string{"Charge a customer", "Charge the customer with Stripe", "The service charges a customer", "Build a payment service in Go that charges a customer once"} {
		if got := checkGoal(t, e, GoalCheck{Goal: goal, Step: i, Action: step}); got.Contradicts || got.Drift || got.Summary.Drifting || got.Reminder != "" || got.Note != "" {
			t.Errorf("%q: %+v", step, got)
		}
	}
	setStar(t, e, "", "Never store card numbers in plain text")
	for text, against := range map[string]bool{
		"We store card numbers in a vault.": false, "Card numbers are stored.": false, "Card numbers are stored in plain text in the debug log.": true, "Store the card number in plain text in the log": true,
	} {
		m, err := e.Get(context.Background(), inject(t, e, Note{Content: text, Rationale: "what is known"}).ID)
		if err != nil {
			t.Fatal(err)
		}
		if theta, _ := search.Theta(&m.Purpose); against != (theta <= .1) {
			t.Errorf("%q: θ is %.3f", text, theta)
		}
	}
}
