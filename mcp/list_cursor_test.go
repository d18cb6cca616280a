package mcp

import (
	"fmt"
	"strings"
	"testing"

	"asterism/engine"
)

// TestACursorOfAnotherListIsRefused: one of other filters, of another tool, or of a list of all namespaces.
func TestACursorOfAnotherListIsRefused(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	for i := range 4 {
		c.call("store_memory", map[string]any{"content": fmt.Sprintf("Boat %d is at the pier", i), "tags": []string{"boat", fmt.Sprint("n", i%2)}})
	}
	first, _ := c.call("list_memories", map[string]any{"tags": []string{"boat"}, "limit": 1})
	everywhere, _ := c.call("list_memories", map[string]any{"namespace": "*", "tags": []string{"boat"}, "limit": 1})
	found, _ := c.call("search_graph", map[string]any{"query": "boat", "topK": 1})
	if found["nextCursor"] == nil {
		t.Fatal("the search has one page")
	}
	for name, k := range map[string]struct {
		args map[string]any
		says string // empty: the list continues
	}{
		"the same":           {map[string]any{"tags": []string{"boat"}, "limit": 2, "cursor": first["nextCursor"]}, ""},
		"another tag":        {map[string]any{"tags": []string{"n0"}, "cursor": first["nextCursor"]}, "of another list"},
		"no tag":             {map[string]any{"cursor": first["nextCursor"]}, "of another list"},
		"another namespace":  {map[string]any{"namespace": "other", "tags": []string{"boat"}, "cursor": first["nextCursor"]}, "of another list"},
		"one of one for all": {map[string]any{"namespace": "*", "tags": []string{"boat"}, "cursor": first["nextCursor"]}, "of another list"},
		"all":                {map[string]any{"namespace": "*", "tags": []string{"boat"}, "cursor": everywhere["nextCursor"]}, ""},
		"a search's":         {map[string]any{"cursor": found["nextCursor"]}, "not one that a list returned"},
	} {
		got, _ := c.call("list_memories", k.args)
		switch e, refused := got["error"].(map[string]any); {
		case refused != (k.says != ""):
			t.Errorf("%s: %v", name, got)
		case refused && (e["name"] != "INVALID_PARAMS" || !strings.Contains(e["message"].(string), k.says)):
			t.Errorf("%s: %v", name, e)
		}
	}
}
