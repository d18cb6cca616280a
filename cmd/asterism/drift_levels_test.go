package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestOperatorsSettings: thresholds decide levels, and a server accepts its settings or reports what is wrong.
func TestOperatorsSettings(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "ingest", filepath.Join(driftStory, "on-goal.jsonl"))
	measure := []string{"--json", "drift", "--namespace", "story", "--timeframe", "all"}
	level := func(more ...string) any {
		return asJSON(t, ok(t, data, append(more, measure...)...))["overall"].(map[string]any)["level"]
	}
	if l := level("--drift-thresholds", "0.9999,0.9998,0.9997,0.9996"); l != "Critical" {
		t.Errorf("level %v with the highest thresholds, want Critical", l)
	}
	if l := level("--drift-thresholds", "0.04,0.03,0.02,0.01"); l != "None" {
		t.Errorf("level %v with the lowest thresholds, want None", l)
	}
	for says, args := range map[string][]string{
		"must be below":       {"serve", "--drift-thresholds", "0.4,0.5,0.6,0.7"},
		"capacity 65":         {"serve", "--workspace-size", "65"},
		"workspace-size 0":    {"serve", "--workspace-size", "0"},
		"coupling 21":         {"serve", "--workspace-coupling", "21"},
		"below 0":             {"serve", "--dream-every", "-1h"},
		"want a duration":     {"serve", "--dream-every", "often"},
		"give four that fall": {"drift", "--drift-thresholds", "0.4"},
	} {
		if out, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, want words that say %q: %s%s", args, code, says, out, errs)
		}
	}
	address, _ := serving(t, data, "--tools", "all", "--workspace-size", "3", "--workspace-coupling", "2.5", "--dream-every", "24h", "--drift-thresholds", "0.04,0.03,0.02,0.01")
	if w := asJSON(t, through(t, address, data, "--json", "workspace", "--namespace", "story")); w["capacity"] != 3. {
		t.Errorf("workspace: %v", w)
	}
	through(t, address, data, measure...)
	if h := asJSON(t, through(t, address, data, "--json", "drift", "history", "--namespace", "story", "--limit", "1"))["thresholds"].(map[string]any); h["None"] != .04 || h["High"] != .01 {
		t.Errorf("thresholds of the server: %v", h)
	}
}
