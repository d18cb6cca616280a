package client

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
)

// Recall calls search_graph, which returns everything that is shown of a hit. Reading the hits with get_memory would count as accesses to them.
func (r *Memory) Recall(ctx context.Context, q engine.Question) (*engine.Found, error) {
	arguments := filters(q.Namespace, q.Tags, q.Modality, q.SessionID, q.Source, q.After, q.Before).Text("profile", q.Profile).Text("domain", q.Domain).Text("direction", q.Direction).
		Text("cursor", q.Cursor).List("spaces", q.Spaces.Codes())
	if q.Image != "" {
		arguments["image"] = q.Image
	}
	if q.Text != "" || q.Image == "" {
		arguments["query"] = q.Text
	}
	arguments["minSimilarity"], arguments["explain"], arguments["exact"], arguments["include_content"] = q.MinSimilarity, q.Explain, q.Exact, true
	if q.Unfolded {
		arguments["fold"] = false
	}
	if q.MinAlignment != 0 {
		arguments["min_alignment"] = q.MinAlignment
	}
	if q.MinRelevance != 0 {
		arguments["min_relevance"] = q.MinRelevance
	}
	if q.Context != 0 {
		arguments["context"] = q.Context
	}
	if q.TopK != 0 {
		arguments["topK"] = q.TopK
	}
	arguments.Text("as_of", moment(q.AsOf)).Flag("include_superseded", q.Superseded)
	if q.Files {
		ctx = answer.WithFiles(ctx)
	}
	var a answer.Found
	if err := r.call(ctx, "search_graph", arguments, &a); err != nil {
		return nil, err
	}
	found, err := foundOf(&a)
	if err != nil {
		return nil, strange(r.address, "search_graph", err)
	}
	return found, nil
}

// Get calls get_memory. The vectors stay with the server.
func (r *Memory) Get(ctx context.Context, id store.ID) (*store.Memory, error) {
	var a answer.Got
	if err := r.call(ctx, "get_memory", map[string]any{"id": id, "include_links": true, "include_content": true}, &a); err != nil {
		return nil, err
	}
	m := memoryOf(&a.Memory)
	measuresInto(m, &a.Measured)
	return m, nil
}

// Chain calls get_memory.
func (r *Memory) Chain(ctx context.Context, id store.ID) (*engine.Chain, error) {
	var a answer.Got
	if err := r.call(ctx, "get_memory", map[string]any{"id": id, "include_content": false}, &a); err != nil {
		return nil, err
	}
	c := a.Chain.Engine()
	c.Against = a.Measured.Against()
	return &c, nil
}

// Earlier calls get_memory.
func (r *Memory) Earlier(ctx context.Context, id store.ID) ([]engine.Earlier, error) {
	var a answer.Got
	if err := r.call(ctx, "get_memory", map[string]any{"id": id, "include_content": false, "include_versions": true}, &a); err != nil {
		return nil, err
	}
	return a.Earlier(), nil
}

// ForgetEarlier calls forget_earlier, one of the user's own tools.
func (r *Memory) ForgetEarlier(ctx context.Context, id store.ID) (int, error) {
	var a struct {
		Versions int `json:"versions"`
	}
	err := r.call(ctx, "forget_earlier", map[string]any{"id": id}, &a)
	return a.Versions, err
}

// List calls list_memories.
func (r *Memory) List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error) {
	arguments := filters(q.Namespace, q.Tags, q.Modality, q.SessionID, q.Source, q.After, q.Before).Text("cursor", q.Cursor)
	arguments["include_content"], arguments["include_forgotten"] = true, q.IncludeForgotten
	if q.Limit != 0 {
		arguments["limit"] = q.Limit
	}
	var a answer.Listed
	if err := r.call(ctx, "list_memories", arguments, &a); err != nil {
		return nil, err
	}
	page := &engine.Page{Next: orEmpty(a.NextCursor), Unknown: unknownOf(a.Unknown), Damaged: a.Left.Engine()}
	for i := range a.Memories {
		m := &a.Memories[i]
		page.Memories = append(page.Memories, memoryOf(m))
		if len(m.SupersededBy) > 0 {
			if page.Replaced == nil {
				page.Replaced = map[store.ID][]store.ID{}
			}
			page.Replaced[m.ID] = m.SupersededBy
		}
	}
	return page, nil
}

// filters returns the arguments that search_graph and list_memories share.
func filters(namespace string, tags []string, modality, session, source string, after, before time.Time) Arguments {
	return Arguments{}.Text("namespace", namespace).List("tags", tags).Text("modality", modality).Text("session_id", session).Text("source", source).
		Text("after", moment(after)).Text("before", moment(before))
}

// moment formats a time; "" for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}
