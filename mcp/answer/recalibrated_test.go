package answer

import (
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/dream"
	"asterism/engine/drift"
	"asterism/engine/metautl"
)

// TestNoStepHasAReason: if λ does not change, the answer says why.
func TestNoStepHasAReason(t *testing.T) {
	if v := RecalibratedFrom(&metautl.Recalibration{Method: "none"}, false); v.Reason != NoStep || v.Adjustment != nil {
		t.Errorf("%+v", v)
	}
	if v := RecalibratedFrom(&metautl.Recalibration{Method: "none", Reason: "too little"}, true); v.Reason != "too little" {
		t.Errorf("%+v", v)
	}
	if v := RecalibratedFrom(&metautl.Recalibration{Adjustment: &metautl.Adjustment{}}, false); v.Reason != "" {
		t.Errorf("%+v", v)
	}
}

// TestNoTimeframeIsLongerThanAll: with too few memories of all time, the text does not suggest a longer timeframe.
func TestNoTimeframeIsLongerThanAll(t *testing.T) {
	for frame, longer := range map[string]bool{drift.All: false, "24h": true} {
		d := Drift{TooFew: &TooFew{1, 10}, Timeframe: &frame}
		if strings.Contains(d.Words(), "longer") != longer {
			t.Errorf("%s: %s", frame, d.Words())
		}
	}
}

// TestSubGoalsCountWhatIsInClusters: clustered and loose together are all examined memories.
func TestSubGoalsCountWhatIsInClusters(t *testing.T) {
	if v := SubGoalsFrom(&engine.SubGoals{Looked: 15, Clustered: 15, Loose: 4}); v.Clustered != 11 || v.Loose != 4 {
		t.Errorf("%+v", v)
	}
}

// TestAGoalWithoutANameIsNoName: the beginning of a memory is not a goal's name, and the answer says so.
func TestAGoalWithoutANameIsNoName(t *testing.T) {
	goals := []dream.SubGoal{{Name: "On call this week: Marek.", Unnamed: true, Level: "tactical"}, {Name: "rate limit", Level: "tactical"}}
	said := SubGoalsFrom(&engine.SubGoals{Goals: goals, Memories: 40, Looked: 40, Clustered: 40}).Words()
	for _, want := range []string{"\nno name found; one begins “On call this week: Marek” (tactical)", "\nrate limit (tactical)"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}
