package shard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/record"
	"asterism/engine/store"
)

const (
	// retryPause is how long a replica waits after an error that may be temporary.
	retryPause = 250 * time.Millisecond
	// newerPause is the same where a person must start a newer program.
	newerPause = 30 * time.Second
	// wellAfter is how long a replica must follow without an error before its trouble counts as over.
	wellAfter = 2 * time.Second
)

// run follows and leads until ctx ends.
func (s *Shard) run(ctx context.Context) {
	for ctx.Err() == nil {
		err := caught.Run(func() error { return s.round(ctx) })
		s.become(Follower, nil)
		if ctx.Err() != nil {
			return
		}
		if s.note(err); err != nil {
			s.mend(ctx, err)
		}
	}
}

// round follows until the lease is free, takes it, and leads until the leadership ends.
func (s *Shard) round(ctx context.Context) error {
	following, stop := context.WithCancel(ctx)
	defer stop()
	failed := make(chan error, 1)
	group := caught.NewGroup()
	group.Go(func() error {
		err := s.current().Follow(following)
		failed <- err
		if following.Err() == nil {
			stop() // no need to wait for a lease
		}
		return nil
	})
	group.Go(func() error {
		if pause(following, wellAfter); following.Err() == nil {
			s.note(nil)
		}
		return nil
	})
	held, err := s.takeLease(following)
	stop()
	_ = group.Wait() // its functions return no errors
	if held != nil {
		return s.lead(ctx, held)
	}
	if followed := <-failed; !errors.Is(followed, context.Canceled) {
		return followed
	}
	return err
}

// takeLease waits until the lease is free and takes it; nil: another node was faster, or ctx ended.
func (s *Shard) takeLease(ctx context.Context) (*lease, error) {
	patience := time.Duration(s.cfg.Rank()) * s.cfg.Leases.ttl / 10
	s.mu.Lock()
	patience = max(patience, time.Until(s.holdOff))
	s.mu.Unlock()
	for {
		if err := s.cfg.Leases.awaitFree(ctx, s.cfg.Number, patience); err != nil {
			return nil, err
		}
		held, err := s.cfg.Leases.take(ctx, s.cfg.Number)
		if errors.Is(err, store.ErrDeposed) {
			return nil, nil
		}
		if err == nil || ctx.Err() != nil {
			return held, err
		}
		s.note(fmt.Errorf("take the lease: %w: %w", store.ErrUnavailable, err))
		if err := s.cfg.Leases.awaitServers(ctx, s.cfg.Number); err != nil {
			return nil, err
		}
		s.note(nil)
	}
}

// lead leads until the leadership ends, and keeps renewing the lease.
func (s *Shard) lead(ctx context.Context, held *lease) error {
	began := time.Now()
	s.become(Candidate, held)
	keeping, stop := context.WithCancel(ctx)
	beginning, giveUp := context.WithCancel(keeping)
	defer giveUp()
	lost := make(chan error, 1)
	group := caught.NewGroup()
	background := caught.NewGroup()
	group.Go(func() error {
		if err := held.keep(keeping); err != nil {
			lost <- err
			giveUp() // do not begin to lead
		}
		return nil
	})
	defer func() {
		stop()
		_ = group.Wait() // its functions return no errors
		held.release()
		_ = background.Wait() // they return no errors either; meanwhile others may lead
	}()
	now := s.current()
	ended, err := now.Lead(beginning, held.epoch)
	if err != nil && beginning.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("begin to lead: %w: another took the lease meanwhile: %w", store.ErrDeposed, err)
	}
	if err != nil {
		return fmt.Errorf("begin to lead: %w", err)
	}
	select {
	case <-s.resign: // left over from the last leadership
	default:
	}
	s.become(Leading, held)
	held.lead(ctx)
	s.note(nil)
	s.log.Info("this node leads the shard", "epoch", held.epoch, "place", now.Applied(), "after_ms", time.Since(began).Milliseconds())
	background.Go(func() error {
		s.keepCheckpointing(keeping)
		return nil
	})
	background.Go(func() error {
		s.keepApart(keeping)
		return nil
	})
	select {
	case <-ended:
		err := now.Ended()
		if errors.Is(err, store.ErrDeposed) {
			return nil
		}
		s.leaveToOthers() // this store takes no writes: its disk may be full
		return err
	case <-lost: // another node holds it, and will append soon, or has done so
	case <-s.resign:
		s.leaveToOthers()
	case <-ctx.Done():
	}
	now.Resign()
	return nil
}

// leaveToOthers keeps this replica from taking the lease for a while.
func (s *Shard) leaveToOthers() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holdOff = time.Now().Add(2 * s.cfg.Leases.ttl)
}

// become records and reports the replica's role.
func (s *Shard) become(role Role, held *lease) {
	s.mu.Lock()
	same := s.role == role
	s.role, s.lease = role, held
	s.mu.Unlock()
	if same {
		return
	}
	s.notify(Change{Role: role})
}

func (s *Shard) notify(c Change) {
	c.Shard = s.cfg.Number
	c.Leader, c.Known = s.Leader()
	if c.Role == Leading {
		s.mu.Lock()
		if s.lease != nil {
			c.Leader, c.Known = Leader{Node: s.cfg.Node, Epoch: s.lease.epoch}, true
		}
		s.mu.Unlock()
	}
	s.cfg.Notify(c)
}

// note records the error that keeps the replica from following.
func (s *Shard) note(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = err
}

// mend handles an error. A cut log is replaced by a checkpoint, and a failed store is opened again. After other errors it waits.
func (s *Shard) mend(ctx context.Context, err error) {
	s.log.Warn("shard cannot be moved", "error", err)
	switch {
	case errors.Is(err, journal.ErrCut):
		s.reload(ctx, s.restart)
	case errors.Is(err, record.ErrNewer):
		pause(ctx, newerPause)
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrUnknown), errors.Is(err, store.ErrDeposed), errors.Is(err, journal.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		pause(ctx, retryPause)
	default:
		pause(ctx, retryPause)
		s.reload(ctx, func(context.Context) error { return nil })
	}
}

// reload closes the store, calls between, and opens it again.
func (s *Shard) reload(ctx context.Context, between func(context.Context) error) {
	if err := s.closeStore(); err != nil && !errors.Is(err, store.ErrClosed) {
		s.log.Error("close the store of a shard", "error", err)
	}
	for ctx.Err() == nil {
		err := between(ctx)
		if err == nil {
			err = s.openStore(ctx)
		}
		if err == nil {
			s.notify(Change{Role: Follower, Reloaded: true})
			return
		}
		s.note(err)
		s.log.Error("open the store of a shard", "error", err)
		pause(ctx, 10*retryPause)
	}
}

// restart deletes the store, which is too far behind, so that a checkpoint replaces it. If there is no checkpoint, it deletes nothing.
func (s *Shard) restart(ctx context.Context) error {
	if _, _, err := s.pointer(ctx); err != nil {
		return fmt.Errorf("the log was cut, and no checkpoint can be had: %w", err)
	}
	return os.RemoveAll(s.cfg.Dir)
}
