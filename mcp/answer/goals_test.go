package answer

import (
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/purpose"

	"github.com/google/uuid"
)

// TestNoteOfAGoal names the goals that a new one contradicts or repeats, by id and in words.
func TestNoteOfAGoal(t *testing.T) {
	other := purpose.Goal{ID: uuid.NewSHA1(uuid.Nil, []byte("other")), Description: "Never charge a customer twice" + strings.Repeat(", wherever it is", 4)}
	for _, c := range []struct {
		set  engine.GoalSet
		says []string
	}{
		{engine.GoalSet{}, nil},
		{engine.GoalSet{Against: &other, Differs: "negated: drops Never"}, []string{"contradicts goal " + other.ID.String(), "Never charge a customer twice, wherever", "…\"", "negated: drops Never"}},
		{engine.GoalSet{Like: &other}, []string{"says the same as goal " + other.ID.String()}},
	} {
		note := GoalSetFrom(&c.set).Note
		if !strings.HasPrefix(note, "The goal is set.") || c.says == nil && note != "The goal is set." {
			t.Errorf("%q", note)
		}
		for _, say := range c.says {
			if !strings.Contains(note, say) {
				t.Errorf("%q does not say %q", note, say)
			}
		}
	}
}
