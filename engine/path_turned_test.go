package engine

import (
	"testing"

	"asterism/engine/path"
	"asterism/engine/store"
)

// TestAChainIsFoundTheWayItRuns checks that a chain of notes that repeat each other's words is found from the cause to the effect, also if single hops are only found in reverse. From the
// effect to the cause there is none, and the answer names the path in the other direction.
func TestAChainIsFoundTheWayItRuns(t *testing.T) {
	for _, chain := range [][]string{
		{"Log rotation was switched off, so the logs grew", "The logs grew until the disk was full", "Because the disk was full, the import failed", "The import failed, so the report stayed old", "The old report gave customers wrong discounts"},
		{"The certificate expired, so the gateway refused connections", "Because the gateway refused connections, orders were lost", "Orders were lost, so customers called support", "Customers called support until the phone lines were jammed"},
	} {
		e := open(t, "")
		var ids []store.ID
		for _, text := range chain {
			ids = append(ids, rememberOne(t, e, Note{Content: text}))
		}
		for _, d := range distractors {
			remember(t, e, Note{Content: d})
		}
		first, last := ids[0], ids[len(ids)-1]
		got, err := e.FindPath(t.Context(), PathQuestion{From: first, To: last})
		if err != nil || len(got.Hops) == 0 || got.Direction == path.Backward || got.Reverse != nil {
			t.Errorf("%s: %s, %v", chain[0], got.Summary(), err)
		}
		got, err = e.FindPath(t.Context(), PathQuestion{From: last, To: first})
		if err != nil || len(got.Hops) > 0 || got.Reverse == nil || got.Reverse.Direction == path.Backward {
			t.Errorf("%s: %s, %v", chain[len(chain)-1], got.Summary(), err)
		}
	}
}
