package main

import (
	"strings"
	"testing"
)

// TestNothingToAcknowledgeIsSaid: without an escalation, the command does not say that a person has looked.
func TestNothingToAcknowledgeIsSaid(t *testing.T) {
	data := t.TempDir()
	ok(t, data, "remember", "The heron waits", "--why", "test")
	if out := ok(t, data, "meta", "acknowledge"); !strings.Contains(out, "nothing to acknowledge") {
		t.Error(out)
	}
	if got := asJSON(t, ok(t, data, "--json", "meta", "acknowledge")); got["acknowledged"] != false {
		t.Errorf("%v", got)
	}
}
