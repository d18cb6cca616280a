package answer

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
)

// Chain is a memory's relation to other memories about the same thing. Empty: it is current and has superseded nothing.
type Chain struct {
	Supersedes   []Past     `json:"supersedes,omitempty"`       // directly or through others, the newest first
	More         int        `json:"supersedes_more,omitempty"`  // further ones
	SupersededBy []Past     `json:"superseded_by,omitempty"`    // what is current in its place
	Coming       []Past     `json:"superseded_later,omitempty"` // stored memories that will replace it, each from its date on; the earliest first
	NotCurrent   bool       `json:"not_current,omitempty"`      // superseded, or outside of its time of validity
	LinkedBy     []store.ID `json:"linked_by,omitempty"`        // memories that link to it
}

// Past is a memory of a chain.
type Past struct {
	ID      store.ID  `json:"id"`
	Date    time.Time `json:"date"`
	Snippet string    `json:"snippet"`
}

// pastCharacters is how many characters are shown of another memory of a chain.
const pastCharacters = 60

// ChainFrom converts a chain for answers.
func ChainFrom(c *engine.Chain) Chain {
	return Chain{Supersedes: pasts(c.Supersedes), More: c.More, SupersededBy: pasts(c.SupersededBy), Coming: pasts(c.Coming), NotCurrent: !c.Current(), LinkedBy: c.LinkedBy}
}

// Engine converts the chain back for the engine, with snippets as texts.
func (c *Chain) Engine() engine.Chain {
	back := func(list []Past) (out []engine.Past) {
		for _, p := range list {
			out = append(out, engine.Past{ID: p.ID, Time: p.Date, Text: p.Snippet})
		}
		return out
	}
	return engine.Chain{Supersedes: back(c.Supersedes), More: c.More, SupersededBy: back(c.SupersededBy), Coming: back(c.Coming), Lapsed: c.NotCurrent && len(c.SupersededBy) == 0, LinkedBy: c.LinkedBy}
}

func pasts(list []engine.Past) (out []Past) {
	for _, p := range list {
		text := []rune(strings.Join(strings.Fields(p.Text), " "))
		if len(text) > pastCharacters {
			text = append(text[:pastCharacters-1], '…')
		}
		out = append(out, Past{ID: p.ID, Date: p.Time.UTC(), Snippet: string(text)})
	}
	return out
}

// pastsInWords is how many memories of a chain the text names.
const pastsInWords = 2

// Words returns the memories that replace this one and those that it replaces, each part after a dot; empty if there are none.
func (c *Chain) Words() (out string) {
	switch {
	case len(c.SupersededBy) > 0:
		out = " · replaced by " + nameFirst(c.SupersededBy)
	case c.NotCurrent:
		out = " · not valid at this time"
	}
	if len(c.Coming) > 0 {
		out += " · to be replaced on the date shown by " + nameFirst(c.Coming)
	}
	if n := len(c.Supersedes) + c.More; n > 0 {
		out += fmt.Sprintf(" · replaces %d older: %s", n, nameFirst(c.Supersedes))
	}
	return out
}

// bounds returns the time of validity of a hit that is not valid at the requested time.
func (h *Hit) bounds() string {
	if !h.NotCurrent || len(h.SupersededBy) > 0 {
		return ""
	}
	switch from, until := day(h.ValidFrom), day(h.ValidUntil); {
	case h.ValidUntil.IsZero():
		return ", only from " + from
	case h.ValidFrom.IsZero():
		return ", only until " + until
	default:
		return ", only from " + from + " until " + until
	}
}

// nameFirst names the first of the memories in words, and shows that there are more.
func nameFirst(list []Past) string {
	var out []string
	for _, p := range list[:min(pastsInWords, len(list))] {
		out = append(out, fmt.Sprintf("%s %s (%s)", named(p.ID), p.Snippet, day(p.Date)))
	}
	if len(list) > pastsInWords {
		out = append(out, "…")
	}
	return strings.Join(out, "; ")
}

// Candidate is a memory that the one just stored may supersede.
type Candidate struct {
	ID     store.ID  `json:"id"`
	Date   time.Time `json:"date"`
	Reason string    `json:"reason"`
}

// otherwise returns the suffix of a hit that a newer one contradicts or updates.
func (c *Candidate) otherwise() string {
	if c == nil {
		return ""
	}
	return fmt.Sprintf(" · newer %s (%s) differs: %s", named(c.ID), day(c.Date), c.Reason)
}

// CandidatesFrom converts candidates for answers.
func CandidatesFrom(list []engine.Candidate) (out []Candidate) {
	for _, c := range list {
		out = append(out, Candidate{c.ID, c.Time.UTC(), c.Reason})
	}
	return out
}

// candidatesOf converts them back for the engine.
func candidatesOf(list []Candidate) (out []engine.Candidate) {
	for _, c := range list {
		out = append(out, engine.Candidate{ID: c.ID, Time: c.Date, Reason: c.Reason})
	}
	return out
}

// Candidates returns the answer's candidates for the engine.
func (s *Stored) Candidates() []engine.Candidate { return candidatesOf(s.MaySupersede) }

// offer returns how to mark the memory as the replacement of others; empty if there are none.
func (s *Stored) offer() string {
	var out strings.Builder
	for _, c := range s.MaySupersede {
		fmt.Fprintf(&out, "Differs from %s of %s (%s).\n", named(c.ID), day(c.Date), c.Reason)
	}
	if len(s.MaySupersede) > 0 {
		fmt.Fprintf(&out, "If it replaces all of that: update_memory %s with supersedes.\n", engine.ShortID(s.FingerprintID))
	}
	return out.String()
}
