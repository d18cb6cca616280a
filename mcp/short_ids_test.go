package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestAnswersNameMemoriesShortly: the short id of a memory in an answer works in the next call, over the real server.
func TestAnswersNameMemoriesShortly(t *testing.T) {
	e := realEngine(t, engine.Config{})
	c := dial(t, Options{Engine: provide(e), Tools: "all"})
	c.handshake()
	stored, failed := content(t, c.call(1, "inject_context", `{"content":"The API rate limit is 100 requests per minute.","rationale":"asked often"}`))
	if failed {
		t.Fatal(stored)
	}
	id := stored["fingerprintId"].(string)
	short := id[len(id)-8:]
	if said := textOf(t, c.call(2, "search_graph", `{"query":"what is the rate limit?"}`)); !strings.Contains(said, "["+short+"]") || !strings.Contains(said, "100 requests") {
		t.Errorf("a search says %q, want [%s] and the text", said, short)
	}
	for n, call := range [][2]string{
		{"get_memory", `{"id":"` + short + `"}`}, {"update_memory", `{"id":"` + short + `","importance":0.9}`}, {"get_memory", `{"id":"` + id[:13] + `"}`},
		{"record_outcome", `{"memory_id":"` + short + `","useful":1}`}, {"store_memory", `{"content":"It was raised to 300.","rationale":"news","link_to":["` + short + `"]}`},
		{"store_memories", `{"memories":[{"content":"It will be raised again."},{"content":"It was raised once more.","link_to":["` + short + `"]}]}`},
		{"forget_memory", `{"id":"` + short + `"}`},
	} {
		if body, failed := content(t, c.call(n+10, call[0], call[1])); failed {
			t.Errorf("%s %s: %v", call[0], call[1], body)
		}
	}
	said := textOf(t, c.call(30, "record_outcome", `{"query_id":"abcdef99","memory_id":"`+id+`","useful":1}`))
	if !strings.Contains(said, "no search that is remembered has an id that begins or ends with abcdef99") || !strings.Contains(said, "newest 256 answers") {
		t.Errorf("an unknown query is refused with %q", said)
	}
	for n, wrong := range []string{`{"id":"abcdef99"}`, `{"id":"xyz"}`, `{"id":7}`} {
		if body, failed := content(t, c.call(n+31, "get_memory", wrong)); !failed {
			t.Errorf("get_memory %s: %v", wrong, body)
		}
	}
}

func textOf(t *testing.T, m map[string]any) string {
	t.Helper()
	content(t, m)
	return m["result"].(map[string]any)["content"].([]any)[0].(map[string]any)["text"].(string)
}
