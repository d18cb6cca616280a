package answer

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"
)

// Updated is what update_memory answers.
type Updated struct {
	ID            store.ID      `json:"id"`
	Version       uint64        `json:"version"`
	Changed       []string      `json:"changed"`  // names of the arguments that changed something
	Embedded      []string      `json:"embedded"` // spaces with a new value
	EmbedderCount int           `json:"embedderCount"`
	Updated       *time.Time    `json:"updated"`
	DuplicateOf   *store.ID     `json:"duplicateOf"`
	Device        string        `json:"device,omitempty"` // absent when nothing was embedded
	Windows       int           `json:"windows,omitempty"`
	Dropped       int           `json:"droppedTokenVectors,omitempty"`
	Redacted      []string      `json:"redacted,omitempty"`       // secrets that were taken out: kind and place of each
	ReplacesNewer []store.ID    `json:"replaces_newer,omitempty"` // memories that it supersedes although they are newer
	Timings       StoredTimings `json:"timings"`
}

// UpdatedFrom converts a change to the answer of update_memory.
func UpdatedFrom(u *engine.Updated) Updated {
	v := Updated{
		ID: u.ID, Version: u.Version, Changed: append([]string{}, u.Changed...), Embedded: spaceNames(u.Embedded),
		EmbedderCount: len(u.Spaces.Spaces()), Updated: moment(u.At), DuplicateOf: u.DuplicateOf, Device: u.Device, Redacted: u.Redacted, Dropped: u.Dropped, ReplacesNewer: u.ReplacesNewer,
		Timings: StoredTimings{ms(u.Timings.Tokenise), ms(u.Timings.Queue), ms(u.Timings.Infer), ms(u.Timings.Store)},
	}
	if u.Windows > 1 {
		v.Windows = u.Windows
	}
	return v
}

// spaceNames returns the names of the spaces in a set, never nil.
func spaceNames(set models.Set) []string {
	out := []string{}
	for _, s := range set.Spaces() {
		out = append(out, s.String())
	}
	return out
}

// Words says what changed.
func (u Updated) Words() string {
	out := fmt.Sprintf("%s is unchanged.\n", named(u.ID))
	if len(u.Changed) > 0 {
		out = fmt.Sprintf("%s changed: %s; version %d.\n", named(u.ID), strings.Join(u.Changed, ", "), u.Version)
	}
	out += newerReplaced(u.ReplacesNewer)
	if u.DuplicateOf != nil {
		out += fmt.Sprintf("The same words are stored as %s.\n", named(*u.DuplicateOf))
	}
	return out
}
