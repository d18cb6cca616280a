package agreed

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// fakeBucket is a bucket whose watches are played by the test.
type fakeBucket struct {
	jetstream.KeyValue
	updates chan jetstream.KeyValueEntry
}

func (b *fakeBucket) WatchFiltered(context.Context, []string, ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	return fakeWatch{updates: b.updates}, nil
}

type fakeWatch struct {
	jetstream.KeyWatcher
	updates chan jetstream.KeyValueEntry
}

func (w fakeWatch) Updates() <-chan jetstream.KeyValueEntry { return w.updates }
func (w fakeWatch) Stop() error                             { return nil }

type fakeEntry struct {
	jetstream.KeyValueEntry
	key, value string
}

func (e fakeEntry) Key() string      { return e.key }
func (e fakeEntry) Value() []byte    { return []byte(e.value) }
func (e fakeEntry) Revision() uint64 { return 1 }

// TestAWatchThatNeverBegins: a watch that says nothing ends soon; one that has come to the end of what there is may be silent for as long as nothing changes, and one that takes its time may.
func TestAWatchThatNeverBegins(t *testing.T) {
	entry := fakeEntry{key: placeKey(3), value: `{"nodes":["a"]}`}
	for name, c := range map[string]struct {
		play   func(chan<- jetstream.KeyValueEntry)
		lasts  time.Duration // at least
		begins bool
		told   int
	}{
		"never says anything":  {func(chan<- jetstream.KeyValueEntry) {}, 0, false, 0},
		"stops before the end": {func(u chan<- jetstream.KeyValueEntry) { u <- entry }, 0, false, 1},
		"is silent at the end": {func(u chan<- jetstream.KeyValueEntry) { u <- entry; u <- nil }, time.Hour, true, 1},
		"has nothing to tell":  {func(u chan<- jetstream.KeyValueEntry) { u <- nil }, time.Hour, true, 0},
		"takes its time": {func(u chan<- jetstream.KeyValueEntry) {
			for range 5 {
				u <- entry
				time.Sleep(answerWait - time.Second)
			}
			u <- nil
		}, time.Hour, true, 5},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &fakeBucket{updates: make(chan jetstream.KeyValueEntry, 256)}
				go c.play(b.updates)
				ctx, stop := context.WithTimeout(t.Context(), time.Hour)
				defer stop()
				told, begin := 0, time.Now()
				err := (&Table{Shards: Keys{KeyValue: b}}).WatchPlaces(ctx, func(shard int, nodes []string) {
					if shard != 3 || len(nodes) != 1 {
						t.Errorf("told of shard %d on %v", shard, nodes)
					}
					told++
				})
				if begun := errors.Is(err, context.DeadlineExceeded); begun != c.begins || !begun && !strings.Contains(err.Error(), "not begun") || told != c.told {
					t.Errorf("ended with %v after %d entries", err, told)
				}
				if took := time.Since(begin); took < c.lasts || !c.begins && took > 2*answerWait {
					t.Errorf("ended after %v", took)
				}
			})
		})
	}
}
