package main

import (
	"strings"
	"testing"
)

// TestASpaceThatOnlyAGoalBelowHas: drift is shown for a space that has a value for a goal below the North Star but none for the North Star itself, and so no similarity of its own.
func TestASpaceThatOnlyAGoalBelowHas(t *testing.T) {
	data := t.TempDir()
	ok(t, data, "goal", "set", "Payments settle correctly and on time")
	ok(t, data, "goal", "add", "Draw a red bicycle and a yellow house on the poster")
	ok(t, data, "remember", "A yellow house with a red bicycle beside the green tree", "--why", "the poster")
	out := ok(t, data, "drift")
	if !strings.Contains(out, "judged by goals below it only") || !strings.Contains(out, "(raw ") {
		t.Errorf("drift shows\n%s", out)
	}
}
