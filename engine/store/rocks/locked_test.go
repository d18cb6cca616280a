package rocks

import (
	"context"
	"errors"
	"sync"
	"testing"

	"asterism/engine/store"
)

// TestManyWaitForALockedStore: each attempt to open a store moves RocksDB's log of messages aside and removes the oldest, before it comes to the lock. Those that several attempts remove at
// once are no reason to fail by another error than that the store is locked.
func TestManyWaitForALockedStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	defer s.Close()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 40 {
				if other, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20}); !errors.Is(err, store.ErrLocked) {
					t.Errorf("want that it is locked: %v", err)
					if err == nil {
						_ = other.Close()
					}
					return
				}
			}
		})
	}
	all.Wait()
}
