package main

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
)

// Recall asks search_graph, which tells all of a hit that is shown. To read the hits with get_memory would say that each was worth a look.
func (r *remote) Recall(ctx context.Context, q engine.Question) (*engine.Found, error) {
	arguments := filters(q.Namespace, q.Tags, q.Modality, q.SessionID, q.Source, q.After, q.Before).text("profile", q.Profile).text("direction", q.Direction).
		text("cursor", q.Cursor).list("spaces", q.Spaces.Codes())
	if q.Image != "" {
		arguments["image"] = q.Image
	}
	if q.Text != "" || q.Image == "" {
		arguments["query"] = q.Text
	}
	arguments["minSimilarity"], arguments["explain"], arguments["exact"], arguments["includeContent"] = q.MinSimilarity, q.Explain, q.Exact, true
	if q.MinAlignment != 0 {
		arguments["minAlignment"] = q.MinAlignment
	}
	if q.TopK != 0 {
		arguments["topK"] = q.TopK
	}
	var a foundAnswer
	if err := r.call(ctx, "search_graph", arguments, &a); err != nil {
		return nil, err
	}
	found := &engine.Found{ID: a.QueryID, Next: a.NextCursor, Profile: a.Profile, Learned: a.Learned, Scanned: a.Scanned, Meant: a.Meant, Timings: a.Timings.timings(), After: a.NamedTime.After, Before: a.NamedTime.Before}
	for i := range a.Results {
		hit, err := a.Results[i].hit()
		if err != nil {
			return nil, strange(r.address, "search_graph", err)
		}
		found.Hits = append(found.Hits, hit)
	}
	return found, nil
}

// Get asks get_memory. The vectors stay with the server.
func (r *remote) Get(ctx context.Context, id store.ID) (*store.Memory, error) {
	var a struct {
		Memory   memoryAnswer   `json:"memory"`
		Measured measuredAnswer `json:"measured"`
	}
	if err := r.call(ctx, "get_memory", map[string]any{"id": id, "include_links": true, "include_content": true}, &a); err != nil {
		return nil, err
	}
	m := a.Memory.memory()
	m.Version, m.Profile, m.Johari = a.Measured.Version, a.Measured.Profile, quadrants(a.Measured.Johari)
	m.Purpose = a.Measured.purpose()
	if u := a.Measured.UTL; u != nil {
		m.UTL = *u.utl()
	}
	return m, nil
}

// List asks list_memories.
func (r *remote) List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error) {
	arguments := filters(q.Namespace, q.Tags, q.Modality, q.SessionID, q.Source, q.After, q.Before).text("cursor", q.Cursor)
	arguments["includeContent"], arguments["include_forgotten"] = true, q.IncludeForgotten
	if q.Limit != 0 {
		arguments["limit"] = q.Limit
	}
	var a struct {
		Memories   []memoryAnswer `json:"memories"`
		NextCursor string         `json:"nextCursor"`
	}
	if err := r.call(ctx, "list_memories", arguments, &a); err != nil {
		return nil, err
	}
	page := &engine.Page{Next: a.NextCursor}
	for _, m := range a.Memories {
		page.Memories = append(page.Memories, m.memory())
	}
	return page, nil
}

// filters are the arguments that search_graph and list_memories share.
func filters(namespace string, tags []string, modality, session, source string, after, before time.Time) given {
	return given{}.text("namespace", namespace).list("tags", tags).text("modality", modality).text("session_id", session).text("source", source).
		text("after", moment(after)).text("before", moment(before))
}

// moment writes a time; "" for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}
