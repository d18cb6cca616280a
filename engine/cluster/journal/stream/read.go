package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/cluster/journal"

	"github.com/nats-io/nats.go/jetstream"
)

// readWait is how long one server may take to return a message before the next request, which may go to another server: the first may be lost.
const readWait = 500 * time.Millisecond

// Read implements [journal.Journal]. Any server with the log may answer. One that does not have the message yet is asked again.
func (j *Journal) Read(ctx context.Context, after, upTo uint64, fn func(journal.Entry) error) error {
	r := &reader{j: j, at: after, fn: fn}
	for r.at < upTo {
		if err := r.readOn(ctx, upTo); err != nil {
			return fmt.Errorf("read log %s between %d and %d: %w", j.name, after, upTo, err)
		}
	}
	return nil
}

// readOn reads until a message does not come. It returns only permanent errors.
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
		case err != nil: // the server does not have it yet, or was lost
			wait(ctx, pause)
			if errors.Is(err, jetstream.ErrMsgNotFound) { // or it was cut away meanwhile: then the next call reports that
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
