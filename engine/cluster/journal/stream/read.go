package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/cluster/journal"

	"github.com/nats-io/nats.go/jetstream"
)

// readWait is how long one server may take to give a message before any of them is asked again: the one that was asked may have been lost.
const readWait = 500 * time.Millisecond

// Read implements [journal.Journal]. A message is asked of any server that keeps the log, so one that has not heard of it yet is asked again.
func (j *Journal) Read(ctx context.Context, after, upTo uint64, fn func(journal.Entry) error) error {
	r := &reader{j: j, at: after, fn: fn}
	for r.at < upTo {
		if err := r.readOn(ctx, upTo); err != nil {
			return fmt.Errorf("read log %s between %d and %d: %w", j.name, after, upTo, err)
		}
	}
	return nil
}

// readOn reads until a message does not come, and returns errors that are not to be tried again.
func (r *reader) readOn(ctx context.Context, upTo uint64) error {
	s, err := r.j.info(ctx)
	if err != nil {
		return err
	}
	if first := s.CachedInfo().State.FirstSeq; r.at+1 < first {
		return fmt.Errorf("%w: it begins at %d", journal.ErrCut, first)
	}
	for r.at < upTo {
		m, err := get(ctx, s, r.at+1)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil: // a server that has not got it yet, or was lost
			wait(ctx, pause)
			if errors.Is(err, jetstream.ErrMsgNotFound) { // or that was cut away meanwhile: then the next call says so
				return nil
			}
			continue
		}
		if err := r.took(m.Sequence, upTo-m.Sequence, m.Header, m.Data); err != nil {
			return err
		}
	}
	return nil
}

func get(ctx context.Context, s jetstream.Stream, place uint64) (*jetstream.RawStreamMsg, error) {
	ctx, cancel := context.WithTimeout(ctx, readWait)
	defer cancel()
	return s.GetMsg(ctx, place)
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
