package answer

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
)

// Forgotten is what forget_memory answers.
type Forgotten struct {
	ID              store.ID   `json:"id"`
	Hard            bool       `json:"hard"`
	Restorable      bool       `json:"restorable"`
	RestorableUntil *time.Time `json:"restorableUntil"` // null after a hard forget
	Scrubbed        bool       `json:"scrubbed,omitempty"`
	Seen
	Copies []store.ID `json:"copies,omitempty"`        // other memories with the same text, which are not forgotten
	Again  []store.ID `json:"current_again,omitempty"` // memories that it had superseded
	Note   string     `json:"note"`
}

// ForgottenFrom converts a removed memory to the answer of forget_memory.
func ForgottenFrom(f *engine.Forgotten) Forgotten {
	v := Forgotten{ID: f.ID, Hard: f.Hard, Copies: f.Copies, Again: f.Again}
	if f.TimesSeen > 1 {
		v.Seen = Seen{f.TimesSeen, f.LastSeen.UTC()}
	}
	if f.Hard {
		v.Scrubbed, v.Note = f.Scrubbed, "Every trace was removed. This cannot be undone."
		if !f.Scrubbed {
			v.Note = "It cannot be read or restored any more. Its bytes stay in the store's files until the next daily pass removes them."
		}
		return v
	}
	v.Restorable, v.RestorableUntil = true, moment(f.RestorableUntil)
	v.Note = fmt.Sprintf("Restorable until %s with restore_memory.", *Stamp(f.RestorableUntil))
	return v
}

// Left says what was removed together with the memory, and what remains; empty: nothing to report.
func (f *Forgotten) Left() (out string) {
	if f.TimesSeen > 1 {
		out += fmt.Sprintf("It was stored %d times, last on %s; all of these are forgotten with it.\n", f.TimesSeen, f.LastSeen.Format(time.DateOnly))
	}
	if n := len(f.Copies); n > 0 {
		out += fmt.Sprintf("The same text is still stored as %s.\n", several(f.Copies))
	}
	if len(f.Again) > 0 {
		out += fmt.Sprintf("Current again, as nothing replaces it now: %s.\n", several(f.Again))
	}
	return out
}

// mostNamed is how many ids a sentence names.
const mostNamed = 3

// several names the first of the ids, and counts the others.
func several(ids []store.ID) string {
	var out []string
	for _, id := range ids[:min(mostNamed, len(ids))] {
		out = append(out, named(id))
	}
	if more := len(ids) - mostNamed; more > 0 {
		out = append(out, fmt.Sprintf("%d more", more))
	}
	return strings.Join(out, ", ")
}

// Restored is what restore_memory answers.
type Restored struct {
	ID       string `json:"id"`
	Restored bool   `json:"restored"` // false: it was not forgotten
}

// Words says what was forgotten and how to restore it. It gives the whole id of a forgotten memory.
func (f Forgotten) Words() string {
	return fmt.Sprintf("Forgotten: %s. %s\n%s", f.ID, f.Note, f.Left())
}

// Words says that the memory was restored.
func (r Restored) Words() string {
	if !r.Restored {
		return fmt.Sprintf("Not forgotten, so nothing was restored: %s.\n", r.ID)
	}
	return fmt.Sprintf("Restored: %s.\n", r.ID)
}
