package shell

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"

	"asterism/engine/store"
	"asterism/engine/unread"

	"github.com/google/uuid"
)

// Losses are memories that a command skips because their headers or texts are damaged.
type Losses struct {
	why     map[store.ID]string // by known id: why
	unknown map[string]bool     // reasons of those whose ids are damaged too
}

// LossesOf returns losses of the given memories.
func LossesOf(list ...unread.Left) *Losses {
	l := &Losses{map[store.ID]string{}, map[string]bool{}}
	l.Add(list...)
	return l
}

// Add adds some, each only once.
func (l *Losses) Add(list ...unread.Left) {
	for _, one := range list {
		if one.ID == uuid.Nil {
			l.unknown[one.Why] = true
			continue
		}
		l.why[one.ID] = one.Why
	}
}

// Any reports whether there are any.
func (l *Losses) Any() bool { return len(l.why)+len(l.unknown) > 0 }

// Tell prints each to stderr, sorted by id, with its consequence, such as "not in the file". Those with unknown ids are counted by damaged parts of the store.
func (l *Losses) Tell(what string) {
	for _, id := range l.ids() {
		fmt.Fprintf(os.Stderr, "asterism: memory %s is DAMAGED and %s: %s\n", id, what, l.why[id])
	}
	if n := len(l.unknown); n > 0 {
		fmt.Fprintf(os.Stderr, "asterism: DAMAGED parts of the store whose memories are not known: %d; these memories are %s: %s\n", n, what, slices.Sorted(maps.Keys(l.unknown))[0])
	}
}

// JSON returns a row for each, sorted by id. A damaged part with unknown memories has a row without an id.
func (l *Losses) JSON() []map[string]any {
	out := []map[string]any{}
	for _, id := range l.ids() {
		out = append(out, map[string]any{"id": id, "why": l.why[id]})
	}
	for _, why := range slices.Sorted(maps.Keys(l.unknown)) {
		out = append(out, map[string]any{"why": why})
	}
	return out
}

func (l *Losses) ids() []store.ID {
	return slices.SortedFunc(maps.Keys(l.why), func(a, b store.ID) int { return bytes.Compare(a[:], b[:]) })
}
