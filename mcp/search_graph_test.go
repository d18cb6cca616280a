package mcp

import (
	"fmt"
	"testing"
	"time"

	"asterism/engine"
)

// pageOf returns a page of the mock's hits. Its cursor is the question's text and the number of hits before.
func pageOf(f *engine.Found, q *engine.Question) error {
	from := 0
	if q.Cursor != "" {
		if n, err := fmt.Sscanf(q.Cursor, q.Text+" %d", &from); n != 1 || err != nil || from > len(f.Hits) {
			return &engine.Error{Kind: engine.KindInvalid, Message: "cursor is of another question", Hint: "start without a cursor"}
		}
	}
	to := min(from+q.TopK, len(f.Hits))
	if to < len(f.Hits) {
		f.Next = fmt.Sprintf("%s %d", q.Text, to)
	}
	f.Hits = f.Hits[from:to]
	return nil
}

// TestSearchGoesOnBehindACursor through a client: every hit once, null at the end; a wrong cursor is refused.
func TestSearchGoesOnBehindACursor(t *testing.T) {
	fake := newFake()
	now := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	fake.now = func() time.Time { return now }
	c := inProcess(t, Options{Engine: fake.provider, Now: fake.now})
	for i := range 7 {
		callIn(t, c, "store_memory", map[string]any{"content": fmt.Sprintf("heron number %d", i)})
	}
	ask := map[string]any{"query": "heron", "topK": 3}
	seen := map[string]bool{}
	for page, want := range []int{3, 3, 1} {
		body := structuredMap(t, callIn(t, c, "search_graph", ask))
		validate(t, toolNamed(t, "search_graph"), body)
		results := body["results"].([]any)
		if len(results) != want || (body["nextCursor"] == nil) != (page == 2) {
			t.Errorf("page %d: %d results, want %d, next %v", page, len(results), want, body["nextCursor"])
		}
		for _, r := range results {
			seen[r.(map[string]any)["id"].(string)] = true
		}
		ask["cursor"] = body["nextCursor"] // null on the last page; a model may send that back
	}
	if len(seen) != 7 {
		t.Errorf("%d memories on all pages, want 7", len(seen))
	}
	out := callIn(t, c, "search_graph", map[string]any{"query": "crane", "cursor": "heron 3"})
	body := structuredMap(t, out)
	validate(t, toolNamed(t, "search_graph"), body)
	if !out.IsError || body["error"].(map[string]any)["name"] != "INVALID_PARAMS" {
		t.Errorf("cursor of another question: %v", body)
	}
	for _, cursor := range []any{3, fmt.Sprintf("%05000d", 1)} {
		body := structuredMap(t, callIn(t, c, "search_graph", map[string]any{"query": "x", "cursor": cursor}))
		if f, _ := body["error"].(map[string]any); f == nil || f["name"] != "INVALID_PARAMS" {
			t.Errorf("%.40v was taken: %v", cursor, body)
		}
	}
}
