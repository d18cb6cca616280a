package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLearningSettings: settings of meta-learning are accepted, shown wherever the state is, and refused by name.
func TestLearningSettings(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "The clause on late delivery was struck out", "--why", "contract", "--domain", "legal")
	if out := ok(t, data, "list"); !strings.Contains(out, "clause") {
		t.Fatalf("list: %s", out)
	}
	if out := ok(t, data, "tags"); !strings.HasPrefix(out, "domain:legal ") {
		t.Errorf("tags: %s", out)
	}
	if found := asJSON(t, ok(t, data, "--json", "search", "late delivery", "--domain", "medical", "--explain")); len(found["hits"].([]any)) != 1 {
		t.Errorf("a domain leaves something out: %v", found)
	}
	chosen := []string{"--learning", "low-cycles=20", "--learning", "error-threshold=0.1"}
	const says = "error-threshold 0.1 (specified 0.2), low-cycles 20 (specified 10)"
	for _, args := range [][]string{{"status"}, {"meta", "status"}, {"doctor"}} {
		if out := ok(t, data, append(chosen, args...)...); !strings.Contains(out, says) {
			t.Errorf("%v does not say %q: %s", args, says, out)
		}
		if out := ok(t, data, args...); strings.Contains(out, "specified 10") {
			t.Errorf("%v tells settings that are not there: %s", args, out)
		}
	}
	rows := asJSON(t, ok(t, data, append(chosen, "--json", "meta", "settings")...))["settings"].([]any)
	if len(rows) != 19 {
		t.Errorf("%d settings", len(rows))
	}
	for _, r := range rows {
		row := r.(map[string]any)
		if changed := row["value"] != row["default"]; changed != (row["name"] == "low-cycles" || row["name"] == "error-threshold") || row["about"] == "" {
			t.Errorf("setting %v", row)
		}
	}
	if out := ok(t, data, append(chosen, "meta", "settings")...); !strings.Contains(out, "low-cycles          20     λ is optimised after this many memories in a row") {
		t.Errorf("settings: %s", out)
	}
	for says, args := range map[string][]string{
		"there is no setting of learning \"cycles\"": {"--learning", "cycles=2", "status"},
		"low-cycles 0 is outside 1 to 1000":          {"--learning", "low-cycles=0", "status"},
		"Invalid domain 'law'":                       {"search", "clause", "--domain", "law"},
		"two domains":                                {"remember", "x", "--why", "y", "--tag", "domain:code", "--domain", "legal"},
	} {
		if out, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, want words that say %q: %s%s", args, code, says, out, errs)
		}
	}
}
