package answer

import (
	"asterism/engine"
	"asterism/engine/store"
)

// Got is what get_memory answers.
type Got struct {
	Memory    Memory   `json:"memory"`
	Measured  Measures `json:"measured"`
	Untrusted bool     `json:"untrusted"`
}

// GotFrom is what get_memory says of a memory, with its content and links where they are wanted.
func GotFrom(m *store.Memory, content, links bool) Got {
	v := Got{Memory: memoryFrom(m), Measured: measureFrom(m), Untrusted: true}
	if content {
		v.Memory.Content = m.Content
	}
	if links {
		v.Memory.Links = m.Links
	}
	return v
}

// Listed is what list_memories answers.
type Listed struct {
	Memories   []Memory  `json:"memories"`
	NextCursor *string   `json:"nextCursor"`        // null on the last page
	Unknown    []Unknown `json:"unknown,omitempty"` // of an empty list
	Untrusted  bool      `json:"untrusted"`
}

// ListedFrom is what list_memories says of a page, with whole texts or snippets.
func ListedFrom(page *engine.Page, whole bool) Listed {
	v := Listed{Memories: make([]Memory, 0, len(page.Memories)), Unknown: UnknownFrom(page.Unknown), Untrusted: true}
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
