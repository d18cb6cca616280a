package engine

import (
	"strings"
	"testing"

	"asterism/engine/purpose"
)

// TestNotesNameTheGoal checks that a note names the lower goal that a step contradicts, and marks where the name is cut.
func TestNotesNameTheGoal(t *testing.T) {
	e := open(t, "")
	setStar(t, e, "", "Deliver parcels on the day that was promised")
	long := "Never open a parcel by hand without the consent of the customer that it is for, wherever it is"
	addGoal(t, e, GoalNote{Description: long, Level: purpose.Strategic})
	addGoal(t, e, GoalNote{Description: "Never send a parcel twice", Level: purpose.Strategic})
	if got := checkGoal(t, e, GoalCheck{Action: "Send the parcel twice"}); !got.Contradicts || !strings.Contains(got.Note, `the goal "Never send a parcel twice" below it`) {
		t.Errorf("contradicts %v: %s", got.Contradicts, got.Note)
	}
	if _, err := e.GoalTrend(t.Context(), GoalTrendQuestion{Goal: long + " again"}); err == nil || !strings.Contains(err.Error(), `of the custo…"`) {
		t.Errorf("a long goal in an error: %v", err)
	}
	if _, err := e.RemoveGoal(t.Context(), e.aims.Tree(DefaultNamespace).ID, false); err == nil || !strings.Contains(err.Error(), "of the custo…)") {
		t.Errorf("a long goal in an error: %v", err)
	}
}
