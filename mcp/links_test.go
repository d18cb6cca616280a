package mcp

import (
	"testing"

	"asterism/engine"
)

// TestADecidedLinkIsTold: a link that a person made stands in the answer of get_memory, and what is forgotten is marked there and in get_links.
func TestADecidedLinkIsTold(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	must := func(tool string, args map[string]any) map[string]any {
		body, refused := c.call(tool, args)
		if refused != nil || body["error"] != nil {
			t.Fatal(tool, refused, body)
		}
		return body
	}
	var ids []any
	for _, text := range []string{"The gateway runs Envoy.", "Coffee beans are ordered every second week."} {
		ids = append(ids, must("store_memory", map[string]any{"content": text, "rationale": "note"})["fingerprintId"])
	}
	link := func(tool string, args map[string]any) map[string]any {
		list, _ := must(tool, args)["links"].([]any)
		if len(list) != 1 {
			t.Fatalf("%s tells %v", tool, list)
		}
		return list[0].(map[string]any)
	}
	must("decide_link", map[string]any{"a": ids[0], "b": ids[1], "decision": "link"})
	asked := map[string]any{"id": ids[0], "include_links": true}
	if l := link("get_memory", asked); l["kind"] != "accepted" || l["other"] != ids[1] || l["forgotten"] != nil {
		t.Errorf("%v", l)
	}
	must("forget_memory", map[string]any{"id": ids[1]})
	for tool, args := range map[string]map[string]any{"get_memory": asked, "get_links": {"id": ids[0]}} {
		if l := link(tool, args); l["forgotten"] != true {
			t.Errorf("%s does not mark what is forgotten: %v", tool, l)
		}
	}
}
