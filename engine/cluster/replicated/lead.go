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

// Lead makes this node the writer for the epoch, which must be higher than any before. It returns when everything that others appended is applied here. ended is closed when the
// leadership ends: by [Store.Resign], because another node leads, or because the local store failed. [Store.Ended] returns the reason. The error wraps [store.ErrDeposed] when a
// node has led in this epoch or a later one.
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

// retry is how long a candidate waits after another append came first.
const retry = 20 * time.Millisecond

// begin appends the record that names the new leader. From then on appends by any other node are refused, so no more records can come before it.
func (s *Store) begin(ctx context.Context, epoch uint64) (uint64, error) {
	data := record.Assemble(s.cfg.Node, epoch)
	for {
		end, err := s.awaitEnd(ctx)
		if err != nil {
			return 0, quorum(err)
		}
		if end > s.Applied() { // everything is read first: it may contain a later epoch
			if err := s.catchUp(ctx, end); err != nil {
				return 0, err
			}
		}
		if last := s.epoch.Load(); last >= epoch {
			return 0, fmt.Errorf("%w: the log is in epoch %d", store.ErrDeposed, last)
		}
		place, err := s.appendWithin(ctx, end, data)
		switch {
		case err == nil: // everything before it is applied, so the record is applied as it was sent
			return place, s.make(ctx, []journal.Entry{{Place: place, Data: data}})
		case !errors.Is(err, journal.ErrDeposed):
			return 0, quorum(err)
		}
		if wait(ctx, retry); ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
}

// awaitEnd returns the end of the log. During an election no server knows it. awaitEnd then waits, as long as a write would.
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

// few is the most places that a candidate reads one by one. For more, a consumer is faster, but servers must agree on it first, and they may just be electing a leader.
const few = 1000

// catchUp applies the log up to its end.
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

// quorum turns an error of the log into one of a store.
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

// Leads reports whether this node is the writer.
func (s *Store) Leads() bool { return s.term.Load() != nil }

// Resign ends the leadership, if there is one, after the write in flight.
func (s *Store) Resign() { s.end(fmt.Errorf("%w: this node gave the lead up", store.ErrDeposed)) }

func (s *Store) end(cause error) {
	if t := s.term.Load(); t != nil {
		t.cancel(cause)
		<-t.ended
	}
}

// Ended returns why the last leadership ended; nil while one lasts, and before the first.
func (s *Store) Ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lastEnd
}

// Confirm appends a record without writes. When it returns nil, this node led at some moment after the call. The error wraps [store.ErrDeposed] or [store.ErrUnavailable].
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
		err = errNoQuorum // nothing depends on whether the record is in the log
	}
	if err != nil {
		return fmt.Errorf("confirm the lead: %w", err)
	}
	return nil
}
