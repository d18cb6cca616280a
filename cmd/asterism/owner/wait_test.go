package owner

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestPatiently: a store that another process has open is tried again until it is free, until its owner listens, or until the time is up. Another error is returned at once.
func TestPatiently(t *testing.T) {
	t.Parallel()
	locked := fmt.Errorf("open store: %w", store.ErrLocked)
	for name, c := range map[string]struct {
		errs    []error // of the calls in sequence; the last one also of all later calls
		most    time.Duration
		listen  bool // a server is announced from the beginning
		calls   int
		atLeast bool // at least so many calls
		want    error
	}{
		"free at once":         {errs: []error{nil}, most: time.Minute, calls: 1},
		"free later":           {errs: []error{locked, locked, locked, nil}, most: time.Minute, calls: 4},
		"never free":           {errs: []error{locked}, most: 3 * waitLook, calls: 2, atLeast: true, want: store.ErrLocked},
		"another error":        {errs: []error{locked, store.ErrDamaged}, most: time.Minute, calls: 2, want: store.ErrDamaged},
		"listens and answers":  {errs: []error{locked, nil}, most: time.Minute, listen: true, calls: 2},
		"listens and keeps it": {errs: []error{locked}, most: time.Minute, listen: true, calls: 2, want: store.ErrLocked},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := &Flags{Data: t.TempDir(), Connect: ConnectAuto}
			if c.listen {
				withdraw, err := Announce(g.Data, Announcement{URL: "http://127.0.0.1:1/mcp"})
				if err != nil {
					t.Fatal(err)
				}
				defer withdraw()
			}
			calls := 0
			err := g.patiently(t.Context(), c.most, func() error {
				calls++
				return c.errs[min(calls, len(c.errs))-1]
			})
			if !errors.Is(err, c.want) || calls < c.calls || calls > c.calls && !c.atLeast {
				t.Errorf("after %d calls: error %v, want %v after %d", calls, err, c.want, c.calls)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := (&Flags{Data: t.TempDir()}).patiently(ctx, time.Minute, func() error { cancel(); return locked }); !errors.Is(err, context.Canceled) {
		t.Errorf("told to end it says %v", err)
	}
}
