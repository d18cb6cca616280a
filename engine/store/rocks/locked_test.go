package rocks

import (
	"context"
	"errors"
	"sync"
	"testing"

	"asterism/engine/store"
)

// TestManyWaitForALockedStore: before RocksDB takes the lock, each attempt to open a store renames its message log and removes the oldest one. If several attempts remove the same file at
// once, the error must still be that the store is locked.
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
