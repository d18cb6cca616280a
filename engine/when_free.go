package engine

import (
	"context"
	"errors"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// freeLook is how often a store that another process has is tried again.
const freeLook = 20 * time.Millisecond

// whenFree opens a store, for which another process has so long to be done with it.
func whenFree(ctx context.Context, wait time.Duration, open func() (store.Store, error)) (store.Store, error) {
	for begin := time.Now(); ; {
		s, err := open()
		if !errors.Is(err, store.ErrLocked) || time.Since(begin) >= wait {
			return s, err
		}
		select {
		case <-ctx.Done():
			return store.Store{}, fault.Storage("open store", errors.Join(ctx.Err(), err))
		case <-time.After(freeLook):
		}
	}
}
