package watch

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Patience is how long a watch may deliver nothing before it has listed all existing keys.
const Patience = 4 * time.Second

// ErrSilent means that nobody answered the request for a watch, or that the watch was lost while it began.
var ErrSilent = errors.New("the watch has not begun")

var errEnded = errors.New("the watch ended")

// Entries calls fn with each entry of a watch, from this goroutine, until ctx or the watch ends or fn returns an error. begin requests the watch; its context lasts as long as the
// watch.
func Entries(ctx context.Context, begin func(context.Context) (jetstream.KeyWatcher, error), fn func(jetstream.KeyValueEntry) error) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	silent := time.AfterFunc(Patience, func() { end(ErrSilent) })
	defer silent.Stop()
	w, err := begin(ctx)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	defer func() { _ = w.Stop() }()
	for begun := false; ; {
		select {
		case e, open := <-w.Updates():
			silent.Stop()
			switch {
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case !open:
				return errEnded
			case e == nil: // all existing entries have come
				begun = true
				continue
			}
			if err := fn(e); err != nil {
				return err
			}
			if !begun {
				silent.Reset(Patience)
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
