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

	Links        []Link                  `json:"links,omitempty"`             // of every kind, where they were asked for; memory.links are those that its writer gave
	LinksMore    int                     `json:"links_more,omitempty"`        // further ones
	Versions     []Version               `json:"versions,omitempty"`          // earlier ones with another text or reason, the newest first, where they were asked for
	VersionsMore int                     `json:"versions_more,omitempty"`     // further ones, for which the answer has no room
	Evolution    *Events[EarlierPurpose] `json:"purpose_evolution,omitempty"` // when asked for

	say sayer
}

// GotFrom is the answer of get_memory: the memory and its chain, and its content and links where they are wanted. The content is whole, or the part from an offset that fits
// into one answer.
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
	Kept      store.ID `json:"kept"`      // the memory that it was a near copy of
}

// WithPutAway adds which dream forgot the memory as a copy; nil: none did.
func (g *Got) WithPutAway(by *dream.PutAway) {
	if by != nil {
		g.PutAway = &PutAway{by.Dream, by.Namespace, by.Kept}
	}
}

// words say so, and how the memory comes back.
func (p *PutAway) words() string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("  a dream forgot it as a near copy of %s: restore_memory restores it; trigger_dream with undo %s undoes the whole dream in %s\n", named(p.Kept), p.DreamID, p.Namespace)
}

// take gives the memory the part of its content that has room.
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
	Unknown    []Unknown `json:"unknown,omitempty"` // of an empty list
	Left
	Untrusted bool `json:"untrusted"`

	// Where filters leave none: of how many live memories, and the filters in words.
	unfiltered int
	filters    string
}

// LeftOut notes, for an empty list, how many live memories there were before the filters.
func (l *Listed) LeftOut(filters string, memories int) { l.filters, l.unfiltered = filters, memories }

// ListedFrom is the answer of list_memories for a page, with contents or snippets. For a model, the page ends when its texts fill the answer, and a content that is longer
// than an answer is given in part.
func ListedFrom(page *engine.Page, contents, whole bool) Listed {
	v := Listed{Memories: make([]Memory, 0, len(page.Memories)), Unknown: UnknownFrom(page.Unknown), Untrusted: true}
	room := roomOfAnswer
	for i, m := range page.Memories {
		w := memoryFrom(m)
		if contents { // so that an export through a server loses nothing
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
