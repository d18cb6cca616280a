package unread

import (
	"bytes"
	"slices"
	"strings"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// Found collects what one pass over a store could not read: each memory once, and each damaged part of an unknown memory once. It is not safe for concurrent use.
type Found struct {
	known   map[store.ID]store.Unread
	unknown map[string]store.Unread // by their errors
}

// Note records what could not be read.
func (f *Found) Note(u store.Unread) {
	if f.known == nil {
		f.known, f.unknown = map[store.ID]store.Unread{}, map[string]store.Unread{}
	}
	if u.ID == uuid.Nil {
		f.unknown[u.Err.Error()] = u
		return
	}
	f.known[u.ID] = u
}

// All returns memories with known ids in the order of ids, and after them the others in the order of their errors.
func (f *Found) All() (out []store.Unread) {
	for _, u := range f.known {
		out = append(out, u)
	}
	slices.SortFunc(out, func(a, b store.Unread) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	at := len(out)
	for _, u := range f.unknown {
		out = append(out, u)
	}
	slices.SortFunc(out[at:], func(a, b store.Unread) int { return strings.Compare(a.Err.Error(), b.Err.Error()) })
	return out
}
