package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/cluster/shard"
	"asterism/engine/embedder"
)

// Errors that say that nothing was done, and that another try may go through.
var (
	ErrNotLeading = errors.New("this node does not lead the shard")
	ErrOpening    = errors.New("the shard is being opened on its leader's node")
)

// Open opens the engine of a shard that this node leads.
type Open func(ctx context.Context, number int) (*engine.Engine, error)

// Host runs the engines. It is safe for concurrent use.
type Host struct {
	open Open
	log  *slog.Logger
	ctx  context.Context
	end  context.CancelFunc

	mu      sync.Mutex
	shards  map[int]*led
	last    map[int]*led // of each shard, also when it is closed
	working sync.WaitGroup
}

// led is a shard that this node leads.
type led struct {
	epoch  uint64
	opened chan struct{} // closed when engine or err is set
	closed chan struct{} // closed when the engine is
	engine *engine.Engine
	err    error
	stop   context.CancelFunc
}

// New makes a host without engines. Its Changed is given to the cluster's node.
func New(open Open, log *slog.Logger) *Host {
	h := &Host{open: open, log: log, shards: map[int]*led{}, last: map[int]*led{}}
	h.ctx, h.end = context.WithCancel(context.Background())
	return h
}

// Changed opens an engine when a shard is led here from now on, and closes it when it is not led here any more. It returns at once.
func (h *Host) Changed(c shard.Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.shards[c.Shard]
	leads := c.Role == shard.Leading && !c.Gone && h.ctx.Err() == nil
	if now != nil && leads && now.epoch == c.Leader.Epoch {
		return
	}
	before := h.last[c.Shard]
	if now != nil {
		delete(h.shards, c.Shard)
		h.working.Go(func() { _ = caught.Do(func() { h.close(c.Shard, now) }) })
	}
	if leads {
		h.begin(c, before)
	}
}

// begin opens an engine beside, after the one before it is closed; the caller holds mu.
func (h *Host) begin(c shard.Change, before *led) {
	ctx, stop := context.WithCancel(h.ctx)
	l := &led{epoch: c.Leader.Epoch, opened: make(chan struct{}), closed: make(chan struct{}), stop: stop}
	h.shards[c.Shard], h.last[c.Shard] = l, l
	h.working.Go(func() {
		defer close(l.opened)
		if before != nil { // a store has one engine at a time
			<-before.closed
		}
		for wait := retryOpen; ; wait = min(2*wait, mostRetryOpen) {
			l.err = caught.Run(func() (err error) { l.engine, err = h.open(ctx, c.Shard); return err })
			if l.err == nil || ctx.Err() != nil {
				return
			}
			h.log.Error("the engine of a shard is not opened, and is tried again", "shard", c.Shard, "error", l.err)
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
		}
	})
}

// How long to wait before an engine is opened again.
const (
	retryOpen     = time.Second
	mostRetryOpen = 30 * time.Second
)

// close ends an engine. What it had under way is refused by the store when another node leads.
func (h *Host) close(number int, l *led) {
	defer close(l.closed)
	l.stop()
	<-l.opened
	if l.engine == nil {
		return
	}
	if err := l.engine.Close(context.Background()); err != nil {
		h.log.Warn("the engine of a shard is closed with an error", "shard", number, "error", err)
	}
}

// Engine is that of a shard. The error wraps [ErrNotLeading], or says that the engine is being opened.
func (h *Host) Engine(number int) (*engine.Engine, error) {
	h.mu.Lock()
	l := h.shards[number]
	h.mu.Unlock()
	if l == nil {
		return nil, fmt.Errorf("shard %d: %w", number, ErrNotLeading)
	}
	select {
	case <-l.opened:
	default:
		return nil, fmt.Errorf("shard %d: %w", number, ErrOpening)
	}
	if l.err != nil {
		return nil, l.err
	}
	return l.engine, nil
}

// Leads are the shards that are led here, and whether each one's engine works.
func (h *Host) Leads() map[int]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := map[int]bool{}
	for n, l := range h.shards {
		select {
		case <-l.opened:
			out[n] = l.err == nil
		default:
			out[n] = false
		}
	}
	return out
}

// Close closes all engines, and waits for it.
func (h *Host) Close() {
	h.mu.Lock()
	h.end()
	for n, l := range h.shards {
		delete(h.shards, n)
		h.working.Go(func() { _ = caught.Do(func() { h.close(n, l) }) })
	}
	h.mu.Unlock()
	h.working.Wait()
}

// Over makes an engine's configuration for a shard's folder, with the node's embedder. What a shard has in memory is a share of what one store alone would have.
func Over(c engine.Config, m *embedder.Embedder, dir string, shards int) engine.Config {
	c.Embedder, c.Data = m, dir
	if c.IndexMemory > 0 {
		c.IndexMemory = max(c.IndexMemory/int64(shards), leastIndex)
	}
	return c
}

// leastIndex is the least that a shard's index may hold, in bytes.
const leastIndex = 64 << 20
