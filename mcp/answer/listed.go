package answer

import (
	"fmt"

	"asterism/engine"
	"asterism/engine/dream"
	"asterism/engine/store"
)

// Got is what get_memory answers.
type Got struct {
	Memory    Memory   `json:"memory"`
	Chain     Chain    `json:"chain"`
	Measured  Measures `json:"measured"`
	Untrusted bool     `json:"untrusted"`
	PutAway   *PutAway `json:"put_away,omitempty"` // of a memory that a dream forgot

	Links        []Link                  `json:"links,omitempty"`             // of every kind, on request; memory.links are those that its writer gave
	LinksMore    int                     `json:"links_more,omitempty"`        // number of further ones
	Versions     []Version               `json:"versions,omitempty"`          // earlier ones with another text or reason, the newest first, on request
	VersionsMore int                     `json:"versions_more,omitempty"`     // number of further ones that do not fit
	Evolution    *Events[EarlierPurpose] `json:"purpose_evolution,omitempty"` // on request

	say sayer
}

// GotFrom returns the answer of get_memory: the memory and its chain, and on request its content and links. The content is whole, or the part from an offset on that fits into one
// answer.
func GotFrom(m *store.Memory, chain *engine.Chain, content, links, whole bool, offset int) (Got, error) {
	v := Got{Memory: memoryFrom(m), Chain: ChainFrom(chain), Measured: measureFrom(m), Untrusted: true}
	v.Measured.against(chain.Against)
	if content {
		if err := checkOffset(m.Content, offset); err != nil {
			return v, err
		}
		v.Memory.Content = m.Content[offset:]
		if !whole {
			v.Memory.take(m.Content, offset, roomOfAnswer)
		}
	}
	if links {
		v.Memory.Links = m.Links
	}
	return v, nil
}

// PutAway says which dream forgot a memory.
type PutAway struct {
	DreamID   store.ID `json:"dream_id"`
	Namespace string   `json:"namespace"` // of the dream
	Kept      store.ID `json:"kept"`      // the memory of which it was a near copy
}

// WithPutAway adds the dream that forgot the memory as a copy; nil: none did.
func (g *Got) WithPutAway(by *dream.PutAway) {
	if by != nil {
		g.PutAway = &PutAway{by.Dream, by.Namespace, by.Kept}
	}
}

// words says that, and how to restore the memory.
func (p *PutAway) words() string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("  a dream forgot it as a near copy of %s: restore_memory restores it; trigger_dream with undo %s undoes the whole dream in %s\n", named(p.Kept), p.DreamID, p.Namespace)
}

// take stores the part of the content that fits.
func (m *Memory) take(content string, offset, room int) {
	m.Content, m.NextOffset = part(content, offset, room)
	if m.NextOffset > 0 || offset > 0 {
		m.Bytes = len(content)
	}
}

// Listed is what list_memories answers.
type Listed struct {
	Memories   []Memory  `json:"memories"`
	NextCursor *string   `json:"nextCursor"`        // null on the last page
	Unknown    []Unknown `json:"unknown,omitempty"` // only with an empty list
	Left
	Untrusted bool `json:"untrusted"`

	// If filters exclude every memory: how many live ones there are, and the filters in words.
	unfiltered int
	filters    string
}

// LeftOut records, for an empty list, the filters and how many live memories there are without them.
func (l *Listed) LeftOut(filters string, memories int) { l.filters, l.unfiltered = filters, memories }

// ListedFrom returns the answer of list_memories for a page, with contents or snippets. For a model, the page ends when its texts fill the answer, and a content longer than an
// answer is cut.
func ListedFrom(page *engine.Page, contents, whole bool) Listed {
	v := Listed{Memories: make([]Memory, 0, len(page.Memories)), Unknown: UnknownFrom(page.Unknown), Untrusted: true}
	room := roomOfAnswer
	for i, m := range page.Memories {
		w := memoryFrom(m)
		if contents { // so that an export through a server is complete
			w.Content, w.Links, w.Importance = m.Content, m.Links, m.Importance
		} else {
			w.Snippet = snippet(engine.Shown(m), "")
		}
		w.SupersededBy = page.Replaced[m.ID]
		if !whole {
			if contents {
				w.take(m.Content, 0, roomOfAnswer)
			}
			if room -= jsonLength(w.words(false)) + jsonLength(w.Rationale); room < 0 && i > 0 {
				page.Keep(i)
				break
			}
		}
		v.Memories = append(v.Memories, w)
	}
	v.Left = leftFrom(page.Damaged, whole)
	if page.Next != "" {
		v.NextCursor = &page.Next
	}
	return v
}
