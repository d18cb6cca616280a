package main

import (
	"fmt"
	"strings"
	"testing"

	"asterism/engine/drift"
)

// TestDriftOfFewMemoriesIsNotJudged: with too few memories no command shows a level, and each says how many are needed. With enough they show levels.
func TestDriftOfFewMemoriesIsNotJudged(t *testing.T) {
	data := t.TempDir()
	ok(t, data, "goal", "set", "Grow vegetables in the garden")
	ok(t, data, "remember", "The telescope found a planet in the habitable zone of a red dwarf star", "--why", "astronomy")
	commands := [][]string{{"drift"}, {"drift", "history"}, {"drift", "--history"}, {"status"}, {"status", "--history", "5"}, {"drift", "correct"}, {"drift", "correct", "--force", "--dry-run"}}
	levels := []drift.Level{drift.None, drift.Low, drift.Medium, drift.High, drift.Critical}
	for _, args := range commands {
		out := ok(t, data, args...)
		if !strings.Contains(out, "too few memories to judge") || !strings.Contains(out, fmt.Sprint(drift.LeastJudged)) {
			t.Errorf("%v does not say that one memory is too little, and that %d are needed:\n%s", args, drift.LeastJudged, out)
		}
		for _, l := range levels {
			if strings.Contains(out, string(l)) {
				t.Errorf("%v tells level %s of one memory:\n%s", args, l, out)
			}
		}
	}
	for i := range drift.LeastJudged {
		ok(t, data, "remember", fmt.Sprintf("Parliament voted on reform number %d after a debate", i), "--why", "politics")
	}
	for _, args := range commands {
		out := ok(t, data, args...)
		found := false
		for _, l := range levels {
			found = found || strings.Contains(out, string(l))
		}
		if !found && args[len(args)-1] != "--dry-run" {
			t.Errorf("%v tells no level of %d memories:\n%s", args, drift.LeastJudged+1, out)
		}
	}
}
