package aims

import (
	"context"
	"errors"
	"sync"
	"time"

	"asterism/engine/chronicle"
	"asterism/engine/fault"
	"asterism/engine/store"
)

// Past knows how the goals of namespaces and the purpose vectors of memories changed. It is safe for concurrent use.
type Past struct {
	store    Store
	now      func() time.Time
	since    time.Time  // changes are kept from then on
	evolving sync.Mutex // held while earlier purpose vectors are noted
}

// openPast reads since when changes are kept, which is now where none were. A store that only follows another cannot note that; its leader does. Nor can one that is only read.
func openPast(ctx context.Context, s Store, now func() time.Time) (*Past, error) {
	since, err := chronicle.Since(ctx, s, now())
	if errors.Is(err, store.ErrDeposed) || errors.Is(err, store.ErrReadOnly) {
		err = nil
	}
	return &Past{store: s, now: now, since: since}, fault.Storage("read since when changes are kept", err)
}

// Since is the time from which on changes are kept.
func (s *Past) Since() time.Time { return s.since }
