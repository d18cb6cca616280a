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

// Losses are memories that a command does without, since their headers or texts are damaged.
type Losses struct {
	why     map[store.ID]string // of those whose ids are known
	unknown map[string]bool     // why there are others, whose ids are damaged too
}

// LossesOf gathers some.
func LossesOf(list ...unread.Left) *Losses {
	l := &Losses{map[store.ID]string{}, map[string]bool{}}
	l.Add(list...)
	return l
}

// Add adds some; what is there already stays once.
func (l *Losses) Add(list ...unread.Left) {
	for _, one := range list {
		if one.ID == uuid.Nil {
			l.unknown[one.Why] = true
			continue
		}
		l.why[one.ID] = one.Why
	}
}

// Any reports whether there are some.
func (l *Losses) Any() bool { return len(l.why)+len(l.unknown) > 0 }

// Tell names each on stderr in the order of ids, and what becomes of it, such as "not in the file". Those whose ids are not known are counted by the damaged parts of the store that they were in.
func (l *Losses) Tell(what string) {
	for _, id := range l.ids() {
		fmt.Fprintf(os.Stderr, "asterism: memory %s is DAMAGED and %s: %s\n", id, what, l.why[id])
	}
	if n := len(l.unknown); n > 0 {
		fmt.Fprintf(os.Stderr, "asterism: DAMAGED parts of the store whose memories are not known: %d; these memories are %s: %s\n", n, what, slices.Sorted(maps.Keys(l.unknown))[0])
	}
}

// JSON is a row for each, in the order of ids; a damaged part that does not tell whose it is has a row without an id.
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
