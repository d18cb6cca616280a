package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestHistoriesAreTold: the history of goals, a purpose vector and a workspace is shown in a terminal, as text and as JSON. Without changes nothing is shown.
func TestHistoriesAreTold(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "The dough rises overnight in the cold", "--why", "baking", "--session", "s"))["id"].(string)
	for _, args := range [][]string{{"goal", "list", "--history"}, {"get", id, "--history"}} {
		if out := ok(t, data, args...); !strings.Contains(out, "0 changes since 20") || !strings.Contains(out, "were not kept") {
			t.Errorf("%v of a new store: %s", args, out)
		}
	}
	ok(t, data, "goal", "set", "Bake better bread")
	ok(t, data, "goal", "set", "Win the cup")
	ok(t, data, "status")
	if out := ok(t, data, "goal", "list", "--history"); !strings.Contains(out, "2 changes since") || !strings.Contains(out, "removed north_star, weight 1: Bake better bread (") || strings.Index(out, "added   north_star, weight 1: Win the cup") > strings.LastIndex(out, "Bake better bread") {
		t.Errorf("goals: %s", out)
	}
	events := asJSON(t, ok(t, data, "--json", "goal", "list", "--history=1"))["history"].(map[string]any)
	if list := events["events"].([]any); len(list) != 1 || events["total"] != 2. || len(list[0].(map[string]any)["added"].([]any)) != 1 {
		t.Errorf("goals from place 1 on: %v", events)
	}
	if out := ok(t, data, "goal", "list", "--history", "1"); strings.Contains(out, "removed north_star") || !strings.Contains(out, "Bake better bread") {
		t.Errorf("goals from place 1 on, given apart: %s", out)
	}
	for _, args := range [][]string{{"get", id, "--history", "20"}, {"get", "--history", "20", id}, {"workspace", "--session", "s", "--history", "20"}} {
		apart := append(slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "--history" || a == "20" }), "--history=20")
		if out, want := ok(t, data, args...), ok(t, data, apart...); out != want {
			t.Errorf("%v: %s\nwant as with --history=20: %s", args, out, want)
		}
	}
	if _, errs, code := run(t, data, "goal", "list", "20"); code != 1 || !strings.Contains(errs, "20") {
		t.Errorf("a place without --history: exit code %d: %s", code, errs)
	}
	if out := ok(t, data, "workspace", "--session", "s", "--history"); !strings.Contains(out, "1 change since") || !strings.Contains(out, "1 memory in mind, last "+id) {
		t.Errorf("workspace: %s", out)
	}
	if out := ok(t, data, "workspace"); !strings.Contains(out, "session: the one shared by all") || !strings.Contains(out, "1 other session has something in mind: s (--session") {
		t.Errorf("workspace of the shared session: %s", out)
	}
	if _, errs, code := run(t, data, "goal", "list", "--history=-1"); code != 1 || !strings.Contains(errs, "history") {
		t.Errorf("place -1: exit code %d: %s", code, errs)
	}
}
