package answer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
)

// Again describes a note whose text was stored before: it was counted, but not stored a second time.
type Again struct {
	AlreadyStored bool       `json:"already_stored,omitempty"`
	TimesSeen     uint32     `json:"times_seen,omitempty"`
	LastSeen      time.Time  `json:"last_seen,omitzero"`
	NotTaken      []string   `json:"not_taken,omitempty"`      // arguments that differ from the memory, which was not changed
	ForgottenCopy *store.ID  `json:"forgotten_copy,omitempty"` // a forgotten memory with this text; the note was stored in addition to it
	ReplacedCopy  *Replaced  `json:"replaced_copy,omitempty"`  // a memory with this text that others have replaced: it is not current, so the note was stored as a new memory
	ReplacesNewer []store.ID `json:"replaces_newer,omitempty"` // memories that it supersedes although they are newer
	Redacted      []string   `json:"redacted,omitempty"`       // secrets that were taken out: kind and place of each
}

// Replaced is a memory and the memories that are current in its place.
type Replaced struct {
	ID store.ID   `json:"id"`
	By []store.ID `json:"by"`
}

// AgainFrom converts a note's result for answers.
func AgainFrom(r *engine.Remembered) Again {
	return Again{r.AlreadyStored, r.TimesSeen, r.LastSeen, r.NotTaken, r.ForgottenCopy, (*Replaced)(r.ReplacedCopy), r.ReplacesNewer, r.Redacted}
}

// Into copies it into the engine's result.
func (a *Again) Into(r *engine.Remembered) {
	r.AlreadyStored, r.TimesSeen, r.LastSeen, r.NotTaken, r.ForgottenCopy, r.ReplacedCopy, r.ReplacesNewer, r.Redacted = a.AlreadyStored, a.TimesSeen, a.LastSeen, a.NotTaken, a.ForgottenCopy, (*engine.ReplacedCopy)(a.ReplacedCopy), a.ReplacesNewer, a.Redacted
}

// Words says what happened to the note that is stored under an id.
func (a *Again) Words(id string) string {
	out := ""
	if a.AlreadyStored {
		out = fmt.Sprintf("Already stored as %s, seen %d times.\n", id, a.TimesSeen)
	}
	if len(a.NotTaken) > 0 {
		out += fmt.Sprintf("Left unchanged: %s; %s.\n", strings.Join(a.NotTaken, ", "), wayOut(a.NotTaken))
	}
	if len(a.Redacted) > 0 {
		out += fmt.Sprintf("Removed before storing: %s.\n", strings.Join(a.Redacted, "; "))
	}
	if a.ForgottenCopy != nil {
		out += fmt.Sprintf("The same text was forgotten as %s: restore_memory brings that one back.\n", a.ForgottenCopy)
	}
	return out + a.ReplacedCopy.words() + newerReplaced(a.ReplacesNewer)
}

// words says what happened to that memory; empty if there is none.
func (r *Replaced) words() string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("The same text is stored as %s, which %s replaced, so it was stored again as a new memory.\n", named(r.ID), several(r.By))
}

// newerReplaced warns that a replaced memory is newer than its replacement: the caller may have mixed them up.
func newerReplaced(ids []store.ID) string {
	switch len(ids) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("It replaces %s, which is newer than it.\n", named(ids[0]))
	}
	return fmt.Sprintf("It replaces %s, which are newer than it.\n", several(ids))
}

// wayOut says how the arguments that were not used can be stored.
func wayOut(notTaken []string) string {
	if slices.Contains(notTaken, "link_to") {
		return "update_memory sets them; for link_to, store again with allow_duplicate"
	}
	return "update_memory sets them"
}

// Seen is how often a memory was stored, if the same text was stored again.
type Seen struct {
	TimesSeen uint32    `json:"times_seen,omitempty"`
	LastSeen  time.Time `json:"last_seen,omitzero"`
}

func seenOf(m *store.Memory) Seen {
	if m.Repeats == 0 {
		return Seen{}
	}
	return Seen{engine.TimesSeen(m), m.LastRepeat.UTC()}
}

// Into copies it into a memory.
func (s *Seen) Into(m *store.Memory) {
	if s.TimesSeen > 0 {
		m.Repeats, m.LastRepeat = s.TimesSeen-1, s.LastSeen
	}
}

// words returns the counts in a few words; empty for a memory that was stored once.
func (s *Seen) words() string {
	if s.TimesSeen == 0 {
		return ""
	}
	return fmt.Sprintf(" · seen %d times, last %s", s.TimesSeen, day(s.LastSeen))
}

// Copies describes the memories that were folded into a hit.
type Copies struct {
	Copies  int        `json:"copies,omitempty"`
	First   time.Time  `json:"first,omitzero"` // when the earliest of the hit and its copies happened
	Last    time.Time  `json:"last,omitzero"`
	CopyIDs []store.ID `json:"copyIds,omitempty"` // with explain, at most [shownCopies]; copies says how many there are
}

const shownCopies = 50

func copiesOf(h *engine.Hit) Copies {
	if h.Copies == 0 {
		return Copies{}
	}
	return Copies{h.Copies, h.First.UTC(), h.Last.UTC(), h.CopyIDs[:min(shownCopies, len(h.CopyIDs))]}
}

// Into copies them into a hit.
func (c *Copies) Into(h *engine.Hit) {
	h.Copies, h.First, h.Last, h.CopyIDs = c.Copies, c.First, c.Last, c.CopyIDs
}

// dated returns the day of a hit, or the days of it and its copies, and the number of copies.
func (h *Hit) dated() string {
	more := count(h.Copies.Copies, "more copy", "more copies")
	switch {
	case h.Copies.Copies == 0:
		return day(h.Timestamp)
	case day(h.First) == day(h.Last):
		return fmt.Sprintf("%s · %s", day(h.First), more)
	}
	return fmt.Sprintf("%s – %s · %s", day(h.First), day(h.Last), more)
}
