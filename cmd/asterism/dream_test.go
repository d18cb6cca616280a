package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestTheReasonForADreamIsKept, and shown when the dream is undone.
func TestTheReasonForADreamIsKept(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "The weir is high after the rain.", "--why", "test")
	ok(t, data, "remember", "the weir is high after the rain", "--why", "test")
	dreamt := asJSON(t, ok(t, data, "--json", "dream", "--phase", "nrem", "--rationale", "the day is over"))
	id, _ := dreamt["dream_id"].(string)
	if id == "" || dreamt["rationale"] != "the day is over" {
		t.Fatalf("dream: %v", dreamt)
	}
	if out := ok(t, data, "dream", "--undo", id, "--rationale", "both are wanted"); !strings.Contains(out, "undid the dream") || !strings.Contains(out, "the reason of the dream was: the day is over\n") {
		t.Errorf("undo: %s", out)
	}
}
