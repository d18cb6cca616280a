package main

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

// losses are memories that were left out of pages since their headers or texts are damaged.
type losses struct {
	why     map[store.ID]string // of those whose ids are known
	unknown map[string]bool     // why there are others, whose ids are damaged too
}

func newLosses() *losses { return &losses{map[store.ID]string{}, map[string]bool{}} }

func (l *losses) add(list []unread.Left) *losses {
	for _, one := range list {
		if one.ID == uuid.Nil {
			l.unknown[one.Why] = true
			continue
		}
		l.why[one.ID] = one.Why
	}
	return l
}

func (l *losses) any() bool { return len(l.why)+len(l.unknown) > 0 }

// ids are those that are known, in their order.
func (l *losses) ids() []store.ID {
	return slices.SortedFunc(maps.Keys(l.why), func(a, b store.ID) int { return bytes.Compare(a[:], b[:]) })
}

// tell names each on stderr, and what has become of it.
func (l *losses) tell(what string) {
	for _, id := range l.ids() {
		fmt.Fprintf(os.Stderr, "asterism: memory %s is DAMAGED and %s: %s\n", id, what, l.why[id])
	}
	if n := len(l.unknown); n > 0 {
		fmt.Fprintf(os.Stderr, "asterism: damaged parts of the store that do not tell which memories were in them: %d; these are %s: %s\n", n, what, slices.Sorted(maps.Keys(l.unknown))[0])
	}
}

// json is a row for each; those whose ids are not known have none.
func (l *losses) json() []map[string]any {
	out := []map[string]any{}
	for _, id := range l.ids() {
		out = append(out, map[string]any{"id": id, "why": l.why[id]})
	}
	for _, why := range slices.Sorted(maps.Keys(l.unknown)) {
		out = append(out, map[string]any{"why": why})
	}
	return out
}
