package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestNamespacesAndTags: both commands count. A name that no memory has is reported with the nearest one, in words and as JSON.
func TestNamespacesAndTags(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "forget", asJSON(t, ok(t, data, "--json", "remember", "--why", "test", "Gone at once"))["id"].(string), "--hard", "--yes")
	if out := ok(t, data, "namespaces"); !strings.Contains(out, "there are none") {
		t.Errorf("of an empty store: %s", out)
	}
	for _, args := range [][]string{{"--namespace", "water", "--tag", "river", "The dam leaks"}, {"--namespace", "water", "The mill stands"}, {"Tea is at four"}} {
		ok(t, data, append([]string{"remember", "--why", "test"}, args...)...)
	}
	if out := ok(t, data, "namespaces"); !strings.HasPrefix(out, "water ") || !strings.Contains(out, "2 memories\ndefault ") {
		t.Errorf("namespaces: %s", out)
	}
	if out := ok(t, data, "tags", "--namespace", "watre"); !strings.Contains(out, "No memory has the namespace watre; nearest is water.") {
		t.Errorf("tags of an unknown namespace: %s", out)
	}
	if out := ok(t, data, "tags", "--namespace", "water"); !strings.HasPrefix(out, "river ") || !strings.Contains(out, "1 memory") {
		t.Errorf("tags: %s", out)
	}
	if names := asJSON(t, ok(t, data, "--json", "tags", "--namespace", "*"))["names"].([]any); len(names) != 1 || names[0].(map[string]any)["name"] != "river" {
		t.Errorf("tags as JSON: %v", names)
	}
	if out := ok(t, data, "search", "--namespace", "watre", "dam"); !strings.Contains(out, "No memory has the namespace watre; nearest is water.") {
		t.Errorf("search: %s", out)
	}
	for _, args := range [][]string{{"search", "--namespace", "elsewhere", "dam"}, {"list", "--namespace", "elsewhere"}} {
		if out := ok(t, data, args...); !strings.Contains(out, "No memory has the namespace elsewhere; memories are in water (2), default (1): name one.") {
			t.Errorf("%v: %s", args, out)
		}
	}
	if out := ok(t, data, "list", "--namespace", "water", "--tag", "rivers"); !strings.Contains(out, "No memory has the tag rivers; nearest is river.") {
		t.Errorf("list: %s", out)
	}
	unknown := asJSON(t, ok(t, data, "--json", "list", "--namespace", "watre"))["unknown"].([]any)
	if len(unknown) != 1 || unknown[0].(map[string]any)["nearest"] != "water" {
		t.Errorf("list as JSON: %v", unknown)
	}
}
