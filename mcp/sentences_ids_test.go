package mcp

import (
	"slices"
	"strings"
	"testing"

	"asterism/engine"
)

// TestSomeDigitsAreTakenEverywhere calls each tool that takes the id of a memory or a goal with the first and with the last digits of an id, for each of its arguments.
func TestSomeDigitsAreTakenEverywhere(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	must := func(tool string, args given) given {
		t.Helper()
		body, refused := c.call(tool, args)
		if refused != nil || body["error"] != nil {
			t.Fatalf("%s %v: %v %v", tool, args, refused, body["error"])
		}
		return body
	}
	n := 0
	fresh := func() string { // a new memory, since some calls change it
		n++
		return must("store_memory", given{"content": strings.Repeat("A kettle stands in room four. ", n), "rationale": "tea"})["fingerprintId"].(string)
	}
	measured := func() string {
		n++
		return must("inject_context", given{"content": strings.Repeat("A samovar stands in the hall. ", n), "rationale": "tea"})["fingerprintId"].(string)
	}
	forgotten := func() string {
		id := fresh()
		must("forget_memory", given{"id": id})
		return id
	}
	star := at(must("set_north_star", given{"description": "Sail around the world"}), "goal.id").(string)
	goal := func() string { return star }
	child := func() string {
		return at(must("add_goal", given{"description": "Find a crew"}), "goal.id").(string)
	}
	for range 12 {
		fresh()
	}
	must("get_alignment_drift", given{"timeframe": "all"})
	other := fresh()
	query := func() string {
		return must("search_graph", given{"query": "Where is the samovar?"})["query_id"].(string)
	}
	hit := at(must("search_graph", given{"query": "Where is the samovar?"}), "results.0.id")
	asked := map[string]bool{}
	for _, k := range []struct {
		tool, arg string
		with      given
		id        func() string
		many      bool
	}{
		{"get_memory", "id", nil, fresh, false}, {"forget_memory", "id", nil, fresh, false}, {"restore_memory", "id", nil, forgotten, false}, {"get_links", "id", nil, fresh, false},
		{"update_memory", "id", given{"source": "Ada"}, fresh, false}, {"update_memory", "supersedes", given{"id": other}, fresh, true}, {"record_outcome", "memory_id", given{"useful": 1}, measured, false},
		{"record_outcome", "query_id", given{"memory_id": hit, "useful": 1}, query, false},
		{"store_memory", "supersedes", given{"content": "The kettle has moved"}, fresh, true}, {"store_memory", "link_to", given{"content": "The kettle is old"}, fresh, true},
		{"inject_context", "supersedes", given{"content": "The kettle is new", "rationale": "tea"}, fresh, true},
		{"find_causal_path", "from", given{"to": other}, fresh, false}, {"find_causal_path", "to", given{"from": other}, fresh, false},
		{"decide_link", "a", given{"b": other, "decision": "link"}, fresh, false}, {"decide_link", "b", given{"a": other, "decision": "link"}, fresh, false},
		{"get_alignment_drift", "memory_ids", nil, fresh, true}, {"get_alignment_drift", "goal_id", given{"timeframe": "all"}, goal, false},
		{"get_drift_history", "goal_id", given{"time_range": "all"}, goal, false}, {"add_goal", "parent_id", given{"description": "Ask Ada", "level": "tactical"}, child, false},
		{"remove_goal", "goal_id", given{"cascade": true}, child, false},
	} {
		asked[k.tool+" "+k.arg] = true
		for _, part := range []func(string) string{func(id string) string { return id[len(id)-8:] }, func(id string) string { return id[:30] }} {
			args := given{}
			for name, v := range k.with {
				args[name] = v
			}
			if content, ok := args["content"].(string); ok {
				n++
				args["content"] = content + strings.Repeat(", again", n)
			}
			digits := part(k.id())
			if args[k.arg] = digits; k.many {
				args[k.arg] = []any{digits}
			}
			if body, refused := c.call(k.tool, args); refused != nil || body["error"] != nil {
				t.Errorf("%s %s: %v: %v %v", k.tool, k.arg, args, refused, body["error"])
			}
		}
	}
	item := func(arg string) given {
		id := fresh()
		return given{"content": "The kettle: " + arg, arg: []any{id[len(id)-8:]}}
	}
	must("store_memories", given{"memories": []given{item("link_to"), item("supersedes")}})
	asked["store_memories link_to"], asked["store_memories supersedes"] = true, true
	for _, tool := range ofTier("all") {
		for _, arg := range slices.Concat(tool.IDs, tool.GoalIDs, tool.QueryIDs) {
			if !asked[tool.Name+" "+arg] {
				t.Errorf("%s is not asked with some digits of %s", tool.Name, arg)
			}
		}
	}
}
