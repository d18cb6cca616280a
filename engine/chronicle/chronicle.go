package chronicle

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"asterism/engine/store"
)

// version is the version of a chronicle's stored form.
const version = 1

// Kept holds the stored events of a thing, oldest first. The zero value is the chronicle of a thing without events.
type Kept[E any] struct {
	Version int `json:"v"`
	Gone    int `json:"gone"` // number of older events that are no longer stored
	Events  []E `json:"events"`
}

// Read returns the chronicle of a key; never nil. The error wraps [store.ErrDamaged] or [store.ErrNewer] if the stored data cannot be read.
func Read[E any](ctx context.Context, s store.Shelves, key []byte) (*Kept[E], error) {
	b, ok, err := s.Read(ctx, store.ShelfState, key)
	if err != nil || !ok {
		return &Kept[E]{}, err
	}
	return Parse[E](b)
}

// Parse decodes what [Kept.Entry] encoded.
func Parse[E any](b []byte) (*Kept[E], error) {
	var k Kept[E]
	d := json.NewDecoder(bytes.NewReader(b))
	if err := d.Decode(&k); err != nil {
		return nil, fmt.Errorf("read events: %w: %w", store.ErrDamaged, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read events: %w: there is more behind them", store.ErrDamaged)
	}
	switch {
	case k.Version > version:
		return nil, fmt.Errorf("read events: %w: version %d, this program knows %d", store.ErrNewer, k.Version, version)
	case k.Version != version || k.Gone < 0:
		return nil, fmt.Errorf("read events: %w: version %d, %d gone", store.ErrDamaged, k.Version, k.Gone)
	}
	return &k, nil
}

// Add appends events, and drops the oldest ones beyond most.
func (k *Kept[E]) Add(most int, events ...E) {
	k.Events = append(k.Events, events...)
	if over := len(k.Events) - most; over > 0 {
		k.Events, k.Gone = k.Events[over:], k.Gone+over
	}
}

// Entry returns the stored form of the chronicle under a key.
func (k *Kept[E]) Entry(key []byte) (store.Entry, error) {
	k.Version = version
	b, err := json.Marshal(k)
	if err != nil {
		return store.Entry{}, fmt.Errorf("write events: %w", err)
	}
	return store.Entry{Shelf: store.ShelfState, Key: key, Value: b}, nil
}

// Page returns at most most events from index from on, the newest first; index 0 is the newest. next is the index of the following page, 0: there is none.
func (k *Kept[E]) Page(from, most int) (events []E, next int) {
	end := len(k.Events) - from
	if end <= 0 {
		return nil, 0
	}
	begin := max(0, end-most)
	for i := end - 1; i >= begin; i-- {
		events = append(events, k.Events[i])
	}
	if begin > 0 {
		next = from + most
	}
	return events, next
}
