package drift

import (
	"context"
	"fmt"
	"sync"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// History stores measurements in [store.ShelfHistory]: all of them for [Keep], then the last of each UTC day. It is safe
// for concurrent use by one process, which owns the store.
type History struct {
	shelves store.Shelves
	mu      sync.RWMutex // one writer at a time; all reads of one call see the same state
}

// NewHistory returns the history in the shelves.
func NewHistory(s store.Shelves) *History { return &History{shelves: s} }

// Record appends measurements, in their order, all or none. They survive a power cut when it returns nil. [Measurement.At] is
// stored unchanged. If the clock was set back, so that the time is before that of the newest entry, the new entry still comes after
// it, and ranges treat it as having the newest's time.
func (h *History) Record(ctx context.Context, made ...Measurement) error {
	return h.RecordBy(ctx, func(entries []store.Entry) error { return h.shelves.Put(ctx, entries...) }, made...)
}

// RecordBy is [History.Record] with the caller's own write, which may contain more than the entries. No other call writes to the
// history meanwhile, and put must not call it.
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

// tail returns the known one, or reads it.
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

// walk calls fn for each entry of a reference from a place on, or from the end back to it; the value is valid only during the call.
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
