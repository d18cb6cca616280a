package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestRememberWhatAPipeSays: a hyphen means standard input, and the other fields can be given with it.
func TestRememberWhatAPipeSays(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	cmd := program(t.Context(), data, "remember", "-", "--why", "test", "--time", "2026-03-12", "--session", "s1", "--source", "pipe")
	cmd.Stdin = strings.NewReader("The deploy key rotates\nevery 90 days.\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	listed := asJSON(t, ok(t, data, "--json", "list"))["memories"].([]any)
	got := asJSON(t, ok(t, data, "--json", "get", listed[0].(map[string]any)["id"].(string)))
	if got["content"] != "The deploy key rotates\nevery 90 days." || !strings.HasPrefix(got["timestamp"].(string), "2026-03-1") || got["session_id"] != "s1" || got["source"] != "pipe" {
		t.Errorf("stored %v", got)
	}
	if _, errs, code := run(t, data, "remember", "x", "--why", "y", "--time", "soon"); code != 1 || !strings.Contains(errs, `--time "soon" is not a time`) {
		t.Errorf("a time that is none: exit code %d, %s", code, errs)
	}
}
