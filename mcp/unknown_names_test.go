package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestUnknownNamesAreSaid: if a search or a list finds nothing because of an unknown name, it names that and the nearest known one, over the real server.
func TestUnknownNamesAreSaid(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	c.handshake()
	empty := textOf(t, c.call(1, "search_graph", `{"query":"rate limit","namespace":"work"}`))
	if !strings.Contains(empty, "Nothing found") || strings.Contains(empty, "No memory has") {
		t.Errorf("an empty store says %q", empty)
	}
	if _, failed := content(t, c.call(2, "store_memories", `{"memories":[{"content":"The API rate limit is 100.","namespace":"payments","tags":["api"]},{"content":"Ada owns the gateway.","namespace":"payments","tags":["people"]}]}`)); failed {
		t.Fatal("not stored")
	}
	for n, tc := range [][3]string{
		{"search_graph", `{"query":"rate limit","namespace":"paymnets"}`, `No memory has the namespace paymnets; nearest is payments.`},
		{"search_graph", `{"query":"rate limit"}`, `No memory has the namespace default; memories are in payments (2): name one.`},
		{"search_graph", `{"query":"rate limit","namespace":"payments","tags":["pepole"]}`, `No memory has the tag pepole; nearest is people.`},
		{"list_memories", `{"namespace":"Payment"}`, `No memory has the namespace Payment; nearest is payments.`},
		{"list_memories", `{"namespace":"*","tags":["my tag","api"]}`, `No memory has the tag "my tag".`},
		{"list_namespaces", `{}`, "1 namespace: payments (2)."},
		{"list_tags", `{"namespace":"payments"}`, "2 tags of payments: api (1), people (1)."},
		{"list_tags", `{}`, "No tags of default.\nNo memory has the namespace default; memories are in payments (2): name one."},
		{"list_tags", `{"namespace":"paymnets"}`, "No tags of paymnets.\nNo memory has the namespace paymnets; nearest is payments."},
		{"list_tags", `{"namespace":"*","offset":2}`, "There are 2 tags; the offset is past the last."},
	} {
		if said := textOf(t, c.call(n+10, tc[0], tc[1])); !strings.Contains(said, tc[2]) {
			t.Errorf("%s %s says %q, want %q", tc[0], tc[1], said, tc[2])
		}
	}
	found, _ := content(t, c.call(40, "search_graph", `{"query":"rate limit","namespace":"payments","tags":["pepole"]}`))
	if at(found, "unknown.0.kind") != "tag" || at(found, "unknown.0.name") != "pepole" || at(found, "unknown.0.nearest") != "people" {
		t.Errorf("the structured content says %v", found["unknown"])
	}
	tags, _ := content(t, c.call(41, "list_tags", `{"namespace":"paymnets"}`))
	if at(tags, "unknown.0.kind") != "namespace" || at(tags, "unknown.0.nearest") != "payments" {
		t.Errorf("the structured content of tags says %v", tags["unknown"])
	}
}
