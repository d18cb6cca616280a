package drift

import (
	"context"
	"fmt"
	"sync"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// History keeps measurements in [store.ShelfHistory]: every one for [Keep], then the last of each UTC day. It is safe for
// concurrent use by one process, which owns the store.
type History struct {
	shelves store.Shelves
	mu      sync.RWMutex // writers take turns; a reader's looks see one state
}

// NewHistory returns the history that the shelves hold.
func NewHistory(s store.Shelves) *History { return &History{shelves: s} }

// Record appends measurements, in their order, all or none. They survive a power cut when it returns nil. What is kept is
// [Measurement.At] as it is; an entry whose time lies before that of the newest, because the clock was set back, still comes behind
// it, and counts in ranges as if made at the newest's time.
func (h *History) Record(ctx context.Context, made ...Measurement) error {
	return h.RecordBy(ctx, func(entries []store.Entry) error { return h.shelves.Put(ctx, entries...) }, made...)
}

// RecordBy is [History.Record] by a write of the caller's, which may hold more than the entries; nobody else writes to the history
// meanwhile, and put must not.
func (h *History) RecordBy(ctx context.Context, put func([]store.Entry) error, made ...Measurement) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	tails := map[uuid.UUID]*tail{}
	var batch []store.Entry
	for i := range made {
		t, err := h.tail(ctx, tails, made[i].Reference)
		if err != nil {
			return err
		}
		entry, err := t.append(&made[i])
		if err != nil {
			return err
		}
		batch = append(batch, entry)
	}
	return put(batch)
}

// tail is the end of a reference's history, to which entries are appended.
type tail struct {
	newest position
	gone   uint64
}

// tail returns the one of known, or reads it.
func (h *History) tail(ctx context.Context, known map[uuid.UUID]*tail, reference uuid.UUID) (*tail, error) {
	if t := known[reference]; t != nil {
		return t, nil
	}
	m, err := h.mark(ctx, reference)
	if err != nil {
		return nil, err
	}
	t := &tail{newest: first, gone: m.gone}
	known[reference] = t
	return t, h.walk(ctx, reference, first, true, func(p position, _ []byte) (bool, error) {
		t.newest = p
		return false, nil
	})
}

func (t *tail) append(m *Measurement) (store.Entry, error) {
	t.newest = position{max(t.newest.time, m.At.UnixNano()), t.newest.ordinal + 1}
	r := record{Measurement: *m, gone: t.gone}
	value, err := r.encode()
	return store.Entry{Shelf: store.ShelfHistory, Key: t.newest.key(m.Reference), Value: value}, err
}

// walk calls fn for each entry of a reference from a place on, or from the end back to it; the value is valid during the call.
func (h *History) walk(ctx context.Context, reference uuid.UUID, from position, reverse bool, fn func(p position, value []byte) (bool, error)) error {
	return h.between(ctx, from.key(reference), append(last.key(reference), 0), reverse, fn)
}

// walkBack calls fn for the entries of a reference before a place, newest first.
func (h *History) walkBack(ctx context.Context, reference uuid.UUID, to position, fn func(p position, value []byte) (bool, error)) error {
	return h.between(ctx, first.key(reference), to.key(reference), true, fn)
}

func (h *History) between(ctx context.Context, from, to []byte, reverse bool, fn func(p position, value []byte) (bool, error)) error {
	err := h.shelves.Walk(ctx, store.ShelfHistory, from, to, reverse, func(key, value []byte) (bool, error) {
		p, err := parsePlace(key)
		if err != nil {
			return false, err
		}
		return fn(p, value)
	})
	if err != nil {
		return fmt.Errorf("read drift history: %w", err)
	}
	return nil
}
