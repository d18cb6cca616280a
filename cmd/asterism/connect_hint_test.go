package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestAskingAServerHintsAtNothing: showing the hits of a search, a hook's search or a path does not count as an access. Search weights must only learn from recorded outcomes.
func TestAskingAServerHintsAtNothing(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, server := serving(t, data)
	store := func(text string, more ...string) string {
		t.Helper()
		return asJSON(t, through(t, address, data, append([]string{"--json", "remember", text, "--why", "herons"}, more...)...))["id"].(string)
	}
	text := "The heron stands\n on one leg. " + strings.Repeat("It waits. ", 50)
	last := store(text)
	first := store("The heron waits at the weir")
	store("Herons eat fish")

	found := asJSON(t, through(t, address, data, "--json", "search", "heron"))
	hits := found["hits"].([]any)
	for _, h := range hits {
		if hit := h.(map[string]any); hit["id"] == last && hit["content"] != text || hit["rationale"] != "herons" {
			t.Errorf("a hit is not told whole: %v", hit)
		}
	}
	path := asJSON(t, through(t, address, data, "--json", "path", first, last, "--type", "semantic"))["path"].([]any)
	if len(hits) != 3 || len(path) < 2 || path[len(path)-1].(map[string]any)["content"] != text {
		t.Fatalf("%d hits; path %v", len(hits), path)
	}
	if out, errs := hooked(t, data, `{}`, "session-start", "--within", "1m"); !strings.Contains(out, last[len(last)-8:]) {
		t.Fatalf("session-start says %s%s", out, errs)
	}
	through(t, address, data, "meta", "outcome", first, "1", "--query", found["query_id"].(string))
	end(t, server)
	weights := asJSON(t, ok(t, data, "--json", "meta", "status"))["search_weights"].(map[string]any)
	if weights["outcomes"] != 1. || weights["answers"] != 1. {
		t.Errorf("one outcome of one answer was recorded, and the weights of search know of %v of %v", weights["outcomes"], weights["answers"])
	}
}
