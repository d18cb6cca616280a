package replicated

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/record"
	"asterism/engine/store"
)

const (
	// ahead is how many records are read before the local store has applied the earlier ones.
	ahead = 64
	// together is how many bytes of records are applied in one step.
	together = 8 << 20
)

// Follow applies the log to the local store until ctx ends or an error stops it, and returns that. The error wraps [journal.ErrCut] or [record.ErrNewer], or comes from the local
// store, which must then be opened again. Only one call of Follow or Lead runs at a time; others wait.
func (s *Store) Follow(ctx context.Context) error {
	s.driving.Lock()
	defer s.driving.Unlock()
	return s.follow(ctx, func(uint64) bool { return false })
}

var errThere = errors.New("there")

// follow also ends, with nil, when enough returns true for a processed place.
func (s *Store) follow(ctx context.Context, enough func(place uint64) bool) error {
	entries := make(chan journal.Entry, ahead)
	group, ctx := caught.WithContext(ctx)
	group.Go(func() error {
		return s.cfg.Log.Follow(ctx, s.Applied(), func(e journal.Entry) error {
			select {
			case entries <- e:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	group.Go(func() error { return s.lookAtEnd(ctx) })
	group.Go(func() error {
		for {
			all, err := gather(ctx, entries)
			if err != nil {
				return err
			}
			if err := s.make(ctx, all); err != nil {
				return err
			}
			if enough(all[len(all)-1].Place) {
				return errThere
			}
		}
	})
	if err := group.Wait(); !errors.Is(err, errThere) {
		return fmt.Errorf("follow the log: %w", err)
	}
	return nil
}

// endLook is how often the end of the log is requested while places seem to be missing here.
const endLook = 2 * time.Second

// lookAtEnd corrects what is known about the log's end. Each message carries an estimate by one server of what comes after it, and after the last message no other corrects it.
func (s *Store) lookAtEnd(ctx context.Context) error {
	for {
		select {
		case <-time.After(endLook):
		case <-ctx.Done():
			return ctx.Err()
		}
		if s.Behind() == 0 {
			continue
		}
		asking, cancel := context.WithTimeout(ctx, endLook)
		end, err := s.cfg.Log.End(asking)
		cancel()
		if err == nil {
			s.ends(end)
		}
	}
}

// gather waits for the next entry, and also takes those that have arrived.
func gather(ctx context.Context, entries <-chan journal.Entry) (all []journal.Entry, err error) {
	select {
	case e := <-entries:
		all = append(all, e)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for size := len(all[0].Data); size < together && len(all) < ahead; {
		select {
		case e := <-entries:
			all, size = append(all, e), size+len(e.Data)
		default:
			return all, nil
		}
	}
	return all, nil
}

// make applies the records to the local store. It decodes all of them first: if one has a newer format, none is applied.
func (s *Store) make(ctx context.Context, all []journal.Entry) error {
	var placed []store.Placed
	epoch := s.epoch.Load()
	for _, e := range all {
		if e.Part {
			continue
		}
		r, err := record.Decode(e.Data)
		if err != nil {
			return fmt.Errorf("place %d: %w", e.Place, err)
		}
		epoch = max(epoch, r.Epoch)
		placed = append(placed, store.Placed{Place: e.Place, Writes: r.Writes})
	}
	last := all[len(all)-1]
	defer s.readTo(last.Place)
	if len(placed) == 0 {
		s.move(0, last.After)
		return nil
	}
	refused, err := s.cfg.Replayer.Replay(ctx, placed...)
	if err != nil {
		return err
	}
	s.epoch.Store(epoch)
	for i, p := range placed {
		s.callApplied(p.Place, p.Writes, refused[i])
	}
	s.move(placed[len(placed)-1].Place, last.After)
	return nil
}
