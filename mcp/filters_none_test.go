package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestFiltersThatLeaveNoneAreSaid: if no memory passes a search's filters, the answer names the filters and the number of memories. An empty store reports none.
func TestFiltersThatLeaveNoneAreSaid(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	c.handshake()
	if said := textOf(t, c.call(1, "search_graph", `{"query":"rate limit","source":"x.md"}`)); !strings.HasPrefix(said, "Nothing found among 0 memories.") {
		t.Errorf("an empty store says %q", said)
	}
	if _, failed := content(t, c.call(2, "store_memories", `{"memories":[{"content":"The API rate limit is 100.","tags":["api"]},{"content":"Ada owns the gateway."},{"content":"Bread is baked at six.","namespace":"kitchen"}]}`)); failed {
		t.Fatal("not stored")
	}
	for n, k := range [][2]string{
		{`"before":"2001-01-01"`, "none of 2 memories passes the filter before."}, {`"session_id":"nobody"`, "none of 2 memories passes the filter session_id."},
		{`"source":"nothing.md","namespace":"*"`, "none of 3 memories passes the filter source."}, {`"source":"x","session_id":"y","before":"2001-01-01"`, "none of 2 memories passes the filters before, session_id and source."},
		{`"modality":"image","namespace":"kitchen"`, "none of 1 memory passes the filter modality."}, {`"tags":["apu"]`, "none of 2 memories passes the filter tags.\nNo memory has the tag apu; nearest is api."},
		{`"as_of":"2001-01-01"`, "none of 2 memories passes the filter as_of."}, {`"namespace":"kitchne","source":"x"`, "Nothing found among 0 memories.\nNo memory has the namespace kitchne; nearest is kitchen."},
	} {
		if said := textOf(t, c.call(10+n, "search_graph", `{"query":"rate limit",`+k[0]+`}`)); !strings.HasPrefix(said, "Nothing found") || !strings.Contains(said, k[1]) {
			t.Errorf("%s says %q, want %q", k[0], said, k[1])
		}
	}
}

// TestFiltersThatLeaveAListEmptyAreSaid: the same for a list.
func TestFiltersThatLeaveAListEmptyAreSaid(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	c.handshake()
	if said := textOf(t, c.call(1, "list_memories", `{"source":"x.md"}`)); said != "No memories.\n" {
		t.Errorf("an empty store says %q", said)
	}
	stored := c.call(2, "store_memories", `{"memories":[{"content":"The API rate limit is 100.","tags":["api"],"session_id":"s"},{"content":"Ada owns the gateway.","tags":["people"]},{"content":"Bread is baked at six.","namespace":"kitchen"}]}`)
	if _, failed := content(t, stored); failed {
		t.Fatal("not stored")
	}
	for n, k := range [][2]string{
		{`"before":"2001-01-01"`, "No memories: none of 2 memories passes the filter before."}, {`"after":"2901-01-01"`, "none of 2 memories passes the filter after."},
		{`"session_id":"nobody"`, "none of 2 memories passes the filter session_id."}, {`"source":"nothing.md","namespace":"*"`, "none of 3 memories passes the filter source."},
		{`"source":"x","session_id":"y","before":"2001-01-01"`, "none of 2 memories passes the filters before, session_id and source."},
		{`"modality":"image","namespace":"kitchen"`, "none of 1 memory passes the filter modality."}, {`"tags":["apu"]`, "none of 2 memories passes the filter tags.\nNo memory has the tag apu; nearest is api."},
		{`"tags":["api","people"]`, "none of 2 memories passes the filter tags."}, {`"tags":["people"],"session_id":"s"`, "none of 2 memories passes the filters tags and session_id."},
		{`"include_forgotten":true,"modality":"code"`, "none of 2 memories passes the filter modality."},
		{`"namespace":"kitchne","source":"x"`, "No memories.\nNo memory has the namespace kitchne; nearest is kitchen."},
	} {
		if said := textOf(t, c.call(10+n, "list_memories", `{`+k[0]+`}`)); !strings.HasPrefix(said, "No memories") || !strings.Contains(said, k[1]) {
			t.Errorf("%s says %q, want %q", k[0], said, k[1])
		}
	}
	if said := textOf(t, c.call(50, "list_memories", `{"tags":["api"]}`)); strings.Contains(said, "No memories") {
		t.Errorf("a list with one says %q", said)
	}
}
