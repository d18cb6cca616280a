package chronicle

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/store"
)

// sinceKey is the key of the time since when this store has chronicles.
const sinceKey = "chronicle\x00since"

// Since returns the time from which on a store has chronicles: its first opening by a program that writes them. Earlier events were not recorded.
func Since(ctx context.Context, s store.Shelves, now time.Time) (time.Time, error) {
	b, ok, err := s.Read(ctx, store.ShelfState, []byte(sinceKey))
	if err != nil {
		return time.Time{}, err
	}
	if ok {
		at, err := time.Parse(time.RFC3339Nano, string(b))
		if err != nil {
			return time.Time{}, fmt.Errorf("read since when events are kept: %w: %w", store.ErrDamaged, err)
		}
		return at, nil
	}
	now = now.UTC()
	return now, s.Put(ctx, store.Entry{Shelf: store.ShelfState, Key: []byte(sinceKey), Value: []byte(now.Format(time.RFC3339Nano))})
}
