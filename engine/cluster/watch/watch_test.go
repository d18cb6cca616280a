package watch

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// played is a mock watch whose updates the test sends.
type played struct {
	jetstream.KeyWatcher
	updates chan jetstream.KeyValueEntry
	stopped *int
}

func (w played) Updates() <-chan jetstream.KeyValueEntry { return w.updates }
func (w played) Stop() error                             { *w.stopped++; return nil }

type entry struct{ jetstream.KeyValueEntry }

// TestAWatchThatNeverBegins: a watch that nobody answers, or that delivers nothing, ends soon. A watch that has listed all existing keys may be silent, and a slow one may take its
// time.
func TestAWatchThatNeverBegins(t *testing.T) {
	refused, unread := errors.New("refused"), errors.New("unread")
	for name, c := range map[string]struct {
		begin error // of the request; [ErrSilent]: nobody answers it
		play  func(chan<- jetstream.KeyValueEntry)
		fn    func() error
		want  error
		least time.Duration
		most  time.Duration
		told  int
	}{
		"nobody answers":       {begin: ErrSilent, want: ErrSilent, most: Patience},
		"is refused":           {begin: refused, want: refused},
		"never says anything":  {want: ErrSilent, most: Patience},
		"stops before the end": {play: func(u chan<- jetstream.KeyValueEntry) { u <- entry{} }, want: ErrSilent, most: Patience, told: 1},
		"is silent at the end": {play: func(u chan<- jetstream.KeyValueEntry) { u <- entry{}; u <- nil }, want: context.DeadlineExceeded, least: time.Hour, most: time.Hour, told: 1},
		"has nothing to tell":  {play: func(u chan<- jetstream.KeyValueEntry) { u <- nil }, want: context.DeadlineExceeded, least: time.Hour, most: time.Hour},
		"takes its time": {play: func(u chan<- jetstream.KeyValueEntry) {
			for range 5 {
				time.Sleep(Patience - time.Second)
				u <- entry{}
			}
			u <- nil
		}, want: context.DeadlineExceeded, least: time.Hour, most: time.Hour, told: 5},
		"is read slowly": {play: func(u chan<- jetstream.KeyValueEntry) { u <- entry{}; u <- entry{}; u <- nil },
			fn: func() error { time.Sleep(3 * Patience); return nil }, want: context.DeadlineExceeded, least: time.Hour, most: time.Hour, told: 2},
		"cannot be read": {play: func(u chan<- jetstream.KeyValueEntry) { u <- entry{} }, fn: func() error { return unread }, want: unread, told: 1},
		"is closed":      {play: func(u chan<- jetstream.KeyValueEntry) { u <- nil; close(u) }, want: errEnded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithTimeout(t.Context(), time.Hour)
				defer stop()
				told, begin, stopped := 0, time.Now(), 0
				err := Entries(ctx, func(ctx context.Context) (jetstream.KeyWatcher, error) {
					if errors.Is(c.begin, ErrSilent) {
						<-ctx.Done()
						return nil, ctx.Err()
					}
					w := played{updates: make(chan jetstream.KeyValueEntry, 256), stopped: &stopped}
					if c.play != nil {
						go c.play(w.updates)
					}
					return w, c.begin
				}, func(jetstream.KeyValueEntry) error {
					told++
					if c.fn == nil {
						return nil
					}
					return c.fn()
				})
				if !errors.Is(err, c.want) || told != c.told {
					t.Errorf("ended with %v after %d entries, want %v after %d", err, told, c.want, c.told)
				}
				if took := time.Since(begin); took < c.least || took > c.most {
					t.Errorf("ended after %v, want %v to %v", took, c.least, c.most)
				}
				if begun := c.begin == nil; begun != (stopped == 1) {
					t.Errorf("the watch was stopped %d times", stopped)
				}
			})
		})
	}
}
