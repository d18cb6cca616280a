package replicated

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/record"
	"asterism/engine/queue"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// Lead makes this node the one that writes, for the epoch, which is higher than any before. It returns when everything that was appended by others has been made here. ended is closed
// when the lead is over: by [Store.Resign], or because another node leads, or because the local store failed; [Store.Ended] says why. The error wraps [store.ErrDeposed] when somebody
// has led in this epoch or a later one.
func (s *Store) Lead(ctx context.Context, epoch uint64) (ended <-chan struct{}, err error) {
	s.driving.Lock()
	place, err := s.begin(ctx, epoch)
	if err != nil {
		s.driving.Unlock()
		return nil, fmt.Errorf("lead in epoch %d: %w", epoch, err)
	}
	leading, cancel := context.WithCancelCause(context.Background())
	t := &term{s: s, epoch: epoch, end: place, ctx: leading, cancel: cancel, permits: queue.NewPermits(maxWaiting), calls: queue.New[*request](maxCalls), ended: make(chan struct{})}
	s.term.Store(t)
	group := caught.NewGroup()
	group.Go(func() error {
		defer s.driving.Unlock()
		t.finish(caught.Run(t.run))
		return nil
	})
	return t.ended, nil
}

// retry is how long a candidate waits that somebody else was faster.
const retry = 20 * time.Millisecond

// begin appends the record that says who leads now. From then on nobody else's appends are taken, so what stands before it is all that there will be.
func (s *Store) begin(ctx context.Context, epoch uint64) (uint64, error) {
	data := record.Assemble(s.cfg.Node, epoch)
	for {
		end, err := s.awaitEnd(ctx)
		if err != nil {
			return 0, quorum(err)
		}
		if end > s.Applied() { // all of it is read before: a later epoch may be in it
			if err := s.catchUp(ctx, end); err != nil {
				return 0, err
			}
		}
		if last := s.epoch.Load(); last >= epoch {
			return 0, fmt.Errorf("%w: the log is in epoch %d", store.ErrDeposed, last)
		}
		place, err := s.appendWithin(ctx, end, data)
		switch {
		case err == nil: // what stands before it has been made here, so it is made as it was sent
			return place, s.make(ctx, []journal.Entry{{Place: place, Data: data}})
		case !errors.Is(err, journal.ErrDeposed):
			return 0, quorum(err)
		}
		if wait(ctx, retry); ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
}

// awaitEnd is the end of the log. While servers choose who leads it nobody can say so: that is waited for, as long as a write would wait.
func (s *Store) awaitEnd(ctx context.Context) (end uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Patience)
	defer cancel()
	for {
		end, err = s.cfg.Log.End(ctx)
		if !errors.Is(err, journal.ErrUnavailable) || ctx.Err() != nil {
			return end, err
		}
		wait(ctx, retry)
	}
}

func (s *Store) appendWithin(ctx context.Context, end uint64, data []byte) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Patience)
	defer cancel()
	return s.cfg.Log.Append(ctx, end, uuid.NewString(), data)
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// few is how many places of the log a candidate reads one by one. A reader of all that comes is faster with more, but servers have to agree on it first, and they may just be choosing who leads them.
const few = 1000

// catchUp makes what stands in the log up to its end.
func (s *Store) catchUp(ctx context.Context, end uint64) error {
	if end-s.Applied() > few {
		return s.follow(ctx, func(place uint64) bool { return place >= end })
	}
	var all []journal.Entry
	size := 0
	err := s.cfg.Log.Read(ctx, s.Applied(), end, func(e journal.Entry) error {
		all, size = append(all, e), size+len(e.Data)
		if e.Place < end && len(all) < ahead && size < together {
			return nil
		}
		err := s.make(ctx, all)
		all, size = nil, 0
		return err
	})
	if err != nil {
		return fmt.Errorf("read the log to its end: %w", quorum(err))
	}
	return nil
}

// quorum says an error of the log as one of a store.
func quorum(err error) error {
	switch {
	case errors.Is(err, journal.ErrDeposed):
		return fmt.Errorf("%w: %w", store.ErrDeposed, err)
	case errors.Is(err, journal.ErrUnavailable):
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	case errors.Is(err, journal.ErrUnknown):
		return fmt.Errorf("%w: %w", store.ErrUnknown, err)
	}
	return err
}

// Leads reports whether this node writes.
func (s *Store) Leads() bool { return s.term.Load() != nil }

// Resign ends the lead, when there is one, after the write that is on its way.
func (s *Store) Resign() { s.end(fmt.Errorf("%w: this node gave the lead up", store.ErrDeposed)) }

func (s *Store) end(cause error) {
	if t := s.term.Load(); t != nil {
		t.cancel(cause)
		<-t.ended
	}
}

// Ended is why the last lead ended; nil while one lasts, and before the first.
func (s *Store) Ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lastEnd
}

// Confirm appends a record without writes. When it returns nil this node led at a moment after the call. The error wraps [store.ErrDeposed] or [store.ErrUnavailable].
func (s *Store) Confirm(ctx context.Context) error {
	t := s.term.Load()
	if t == nil {
		return fmt.Errorf("confirm the lead: %w: this node only follows", store.ErrDeposed)
	}
	r := &request{size: 1, done: make(chan error, 1)}
	patient, cancel := context.WithTimeoutCause(ctx, s.cfg.Patience, errNoQuorum)
	defer cancel()
	err := t.do(patient, r)
	if errors.Is(err, store.ErrUnknown) {
		err = errNoQuorum // nothing depends on whether it stands in the log
	}
	if err != nil {
		return fmt.Errorf("confirm the lead: %w", err)
	}
	return nil
}
