package engine

import (
	"testing"

	"asterism/engine/purpose"
)

// TestGoalsThatContradict checks that a goal that contradicts another is added and reported, that one with the same meaning is reported, and that one in the same wording
// is the existing one.
func TestGoalsThatContradict(t *testing.T) {
	e := open(t, "")
	star := setStar(t, e, "", "Build a payment service that never charges a customer twice")
	first := addGoal(t, e, GoalNote{Description: "Refund a customer within two days", Level: purpose.Strategic})
	if first.Against != nil || first.Like != nil {
		t.Errorf("a goal of its own: %+v", first)
	}
	if got := addGoal(t, e, GoalNote{Description: "Charge every customer twice", Level: purpose.Strategic}); got.Same || got.Against == nil || got.Against.ID != star.Goal.ID || got.Differs == "" {
		t.Errorf("a goal against the North Star: %+v", got)
	}
	if got := addGoal(t, e, GoalNote{Description: "Refund  a customer within two days.", Level: purpose.Strategic}); !got.Same || got.Goal.ID != first.Goal.ID {
		t.Errorf("the same but for white space and a full stop: %+v", got)
	}
	if got := addGoal(t, e, GoalNote{Description: "Refund a customer in 48 hours", Level: purpose.Strategic}); got.Same || got.Against != nil {
		t.Errorf("in other words: %+v", got)
	}
	if got := addGoal(t, e, GoalNote{Description: "Refund the customers within 2 days", Level: purpose.Strategic}); got.Same || got.Like == nil || got.Like.ID != first.Goal.ID {
		t.Errorf("in nearly the same words: %+v", got)
	}
}
