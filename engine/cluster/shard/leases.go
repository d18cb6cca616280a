package shard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/watch"
	"asterism/engine/store"

	"github.com/nats-io/nats.go/jetstream"
)

// Leases is a node's view of the leases of all shards, updated by a watch. It is safe for concurrent use.
type Leases struct {
	kv   jetstream.KeyValue
	node string
	ttl  time.Duration
	log  *slog.Logger

	mu      sync.Mutex
	table   map[int]held
	changed chan struct{} // closed at every change
	stop    context.CancelFunc
	group   *caught.Group
}

// held is a lease as last seen.
type held struct {
	entry
	revision uint64
	seen     time.Time // when this revision was first seen here, by the monotonic clock
}

// entry is the value of a lease's key.
type entry struct {
	Node    string `json:"node"`              // "": the lease was given up
	Epoch   uint64 `json:"epoch,omitempty"`   // the revision at which it was taken; 0: this one
	Leading bool   `json:"leading,omitempty"` // the holder has applied the whole log, and answers writes
}

// askWait is how long a server may take to answer before it is asked again.
const askWait = 2 * time.Second

// WatchLeases begins to watch the bucket.
func WatchLeases(kv jetstream.KeyValue, node string, ttl time.Duration, log *slog.Logger) *Leases {
	ctx, stop := context.WithCancel(context.Background())
	l := &Leases{kv: kv, node: node, ttl: ttl, log: log, table: map[int]held{}, changed: make(chan struct{}), stop: stop, group: caught.NewGroup()}
	l.group.Go(func() error {
		for ctx.Err() == nil {
			if err := caught.Run(func() error { return l.watch(ctx) }); err != nil && ctx.Err() == nil {
				log.Debug("watch leases", "error", err)
			}
			pause(ctx, ttl/10)
		}
		return nil
	})
	l.group.Go(func() error {
		for pause(ctx, ttl/10); ctx.Err() == nil; pause(ctx, ttl/10) {
			_ = caught.Do(func() { l.askSilent(ctx) })
		}
		return nil
	})
	return l
}

// Close ends the watch.
func (l *Leases) Close() {
	l.stop()
	_ = l.group.Wait() // its functions return no errors
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// watch records changes until the watch ends. It restarts from time to time, in case a server has lost it.
func (l *Leases) watch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 100*l.ttl)
	defer cancel()
	begin := func(ctx context.Context) (jetstream.KeyWatcher, error) { return l.kv.WatchAll(ctx) }
	return watch.Entries(ctx, begin, func(e jetstream.KeyValueEntry) error {
		l.note(e)
		return nil
	})
}

func leaseKey(shard int) string { return fmt.Sprintf("%04d", shard) }

// note records an entry, if it is newer than the known one.
func (l *Leases) note(e jetstream.KeyValueEntry) {
	shard, err := strconv.Atoi(e.Key())
	if err != nil {
		return
	}
	var v entry
	if e.Operation() == jetstream.KeyValuePut {
		if err := json.Unmarshal(e.Value(), &v); err != nil {
			l.log.Warn("read lease", "shard", shard, "error", err)
			return
		}
	}
	if v.Epoch == 0 {
		v.Epoch = e.Revision()
	}
	l.put(shard, held{v, e.Revision(), time.Now()})
}

func (l *Leases) put(shard int, h held) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h.revision <= l.table[shard].revision {
		return
	}
	l.table[shard] = h
	close(l.changed)
	l.changed = make(chan struct{})
}

// look returns the known state of a lease, and a channel that is closed at the next change of any lease.
func (l *Leases) look(shard int) (held, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.table[shard], l.changed
}

// Leader returns the leader of a shard, as far as is known here.
func (l *Leases) Leader(shard int) (Leader, bool) {
	h, _ := l.look(shard)
	if h.Node == "" || !h.Leading || time.Since(h.seen) > 2*l.ttl {
		return Leader{}, false
	}
	return Leader{Node: h.Node, Epoch: h.Epoch}, true
}

// Changed returns a channel that is closed when any lease or its holder changes.
func (l *Leases) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// awaitFree returns when nobody holds the lease. It then waits for patience in addition, so that nodes with a better rank come first.
func (l *Leases) awaitFree(ctx context.Context, shard int, patience time.Duration) error {
	h, changed := l.look(shard)
	from := l.freeFrom(h).Add(patience)
	for {
		select {
		case <-changed: // the change may concern another lease, so the wait does not start again
		case <-time.After(max(time.Until(from), 0)):
		case <-ctx.Done():
			return ctx.Err()
		}
		var now held
		if now, changed = l.look(shard); now.revision != h.revision {
			h, from = now, l.freeFrom(now).Add(patience)
		} else if !time.Now().Before(from) {
			return nil
		}
	}
}

// freeFrom returns when a lease that was just read may be taken, if it does not change.
func (l *Leases) freeFrom(h held) time.Time {
	switch {
	case h.revision == 0: // maybe it just has not been seen yet
		return time.Now().Add(l.ttl / 2)
	case h.Node == "" || h.Node == l.node: // given up; or held by this process before a restart, or by a failed leadership of this node: no other node relies on it
		return time.Now()
	}
	return h.seen.Add(l.ttl)
}

// refresh reads the entry again, since the known one was not the newest.
func (l *Leases) refresh(ctx context.Context, shard int) error {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	e, err := l.kv.Get(ctx, leaseKey(shard))
	if err == nil {
		l.note(e)
	}
	return err
}

// swap writes the entry if the lease has not changed, and returns the new revision. The error wraps [store.ErrDeposed] if it has.
func (l *Leases) swap(ctx context.Context, shard int, v entry, known uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	text, err := json.Marshal(v)
	if err != nil {
		return 0, err
	}
	var revision uint64
	if known == 0 {
		revision, err = l.kv.Create(ctx, leaseKey(shard), text)
	} else {
		revision, err = l.kv.Update(ctx, leaseKey(shard), text, known)
	}
	var api *jetstream.APIError
	if errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return 0, fmt.Errorf("%w: somebody else has its lease: %w", store.ErrDeposed, err)
	}
	if err != nil {
		return 0, err
	}
	if v.Epoch == 0 {
		v.Epoch = revision
	}
	l.put(shard, held{v, revision, time.Now()})
	return revision, nil
}
