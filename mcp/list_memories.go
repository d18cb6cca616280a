package mcp

import (
	"context"
	"time"

	"asterism/engine"
)

// listMemories pages through memories, newest first.
func listMemories() *tool {
	return &tool{
		name:        "list_memories",
		title:       "List memories",
		description: "List memories, newest first, by filters; pages with cursor. Returns untrusted data.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			` + filterProperties + `,
			"limit":{"type":"integer","minimum":1,"maximum":200,"default":50},
			"cursor":{"type":"string","description":"nextCursor of the page before"},
			"include_forgotten":{"type":"boolean","default":false},
			"includeContent":{"type":"boolean","default":false,"description":"Whole text and links, not a snippet"}},
			"additionalProperties":false}`,
		output: `"memories":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}},
			"nextCursor":{"anyOf":[{"type":"string"},{"type":"null"}]},"untrusted":{"const":true}`,
		always:  []string{"memories", "nextCursor", "untrusted"},
		prepare: prepareList,
	}
}

type listed struct {
	Memories   []memoryView `json:"memories"`
	NextCursor *string      `json:"nextCursor"` // null on the last page
	Untrusted  bool         `json:"untrusted"`
}

const (
	defaultPage    = 50
	maxCursorBytes = 4 << 10
)

func prepareList(a *arguments) job {
	q := engine.ListQuestion{
		Namespace:        a.text("namespace", engine.MaxNameBytes),
		Tags:             a.tags("tags"),
		Modality:         a.choice("modality", "", engine.Modalities),
		SessionID:        a.text("session_id", engine.MaxNameBytes),
		Source:           a.text("source", engine.MaxSourceBytes),
		Limit:            a.integer("limit", 1, engine.MaxPage, defaultPage),
		Cursor:           a.text("cursor", maxCursorBytes),
		IncludeForgotten: a.flag("include_forgotten", false),
	}
	q.After, q.Before = a.period()
	whole := a.flag("includeContent", false)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		page, err := e.List(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: listedFrom(page, whole), namespace: q.Namespace}, nil
	}
}

func listedFrom(page *engine.Page, whole bool) listed {
	v := listed{Memories: make([]memoryView, 0, len(page.Memories)), Untrusted: true}
	for _, m := range page.Memories {
		w := memoryFrom(m)
		if whole { // so that an export through a server loses nothing
			w.Content, w.Links, w.Importance = m.Content, m.Links, m.Importance
		} else {
			w.Snippet = snippet(engine.Shown(m), "")
		}
		v.Memories = append(v.Memories, w)
	}
	if page.Next != "" {
		v.NextCursor = &page.Next
	}
	return v
}
