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
	"asterism/engine/warm"
)

// Errors after which nothing was done, and another try may succeed.
var (
	ErrNotLeading = errors.New("this node does not lead the shard")
	ErrOpening    = errors.New("the shard is being opened on its leader's node")
	ErrNotKept    = errors.New("this node keeps no engine of the shard")
)

// Open opens the engine of a shard that this node leads. takes is the engine that followed the shard here, for [engine.Config.Takes]; nil: there is none.
type Open func(ctx context.Context, number int, takes *engine.Engine) (*engine.Engine, error)

// OpenWarm opens the engine of a shard that this node follows, over its replica ([engine.Config.Warm]), and the follower that keeps it up to date.
type OpenWarm func(ctx context.Context, number int) (*engine.Engine, *warm.Follower, error)

// Host runs the engines of a node. It is safe for concurrent use.
type Host struct {
	open Open
	warm OpenWarm // nil: no engines for shards that are followed
	log  *slog.Logger
	ctx  context.Context
	stop context.CancelFunc

	mu      sync.Mutex
	shards  map[int]*led
	last    map[int]*led // the last engine of each shard, also after it was closed
	working sync.WaitGroup
}

// led is the engine of a shard that this node leads, or follows.
type led struct {
	warm   *warm.Follower // of a followed shard, when it is open
	leads  bool
	heir   bool // the next engine leads: it takes over this one's index
	whole  bool // its index had everything in the store when it was closed
	epoch  uint64
	opened chan struct{} // closed when engine or err is set
	closed chan struct{} // closed when the engine is closed
	engine *engine.Engine
	err    error
	stop   context.CancelFunc
}

// New makes a host without engines. Pass its Changed to the cluster's node.
func New(open Open, log *slog.Logger) *Host { return NewWarm(open, nil, log) }

// NewWarm makes a host that also has engines for shards that are followed here.
func NewWarm(open Open, warm OpenWarm, log *slog.Logger) *Host {
	h := &Host{open: open, warm: warm, log: log, shards: map[int]*led{}, last: map[int]*led{}}
	h.ctx, h.stop = context.WithCancel(context.Background())
	return h
}

// Changed opens an engine when this node begins to lead a shard, and closes it when the node stops. It returns at once.
func (h *Host) Changed(c shard.Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.shards[c.Shard]
	leads := c.Role == shard.Leading && !c.Gone && h.ctx.Err() == nil
	follows := !leads && h.warm != nil && !c.Gone && h.ctx.Err() == nil
	if now != nil && leads && now.leads && now.epoch == c.Leader.Epoch {
		return
	}
	if now != nil && follows && !now.leads && !c.Reloaded {
		return
	}
	if now != nil {
		now.heir = leads && !now.leads && !c.Reloaded
	}
	h.end(c.Shard, now)
	if leads || follows {
		h.begin(c, leads)
	}
}

// end closes an engine in the background. The caller holds mu.
func (h *Host) end(number int, l *led) {
	if l == nil {
		return
	}
	delete(h.shards, number)
	h.working.Go(func() { _ = caught.Do(func() { h.close(number, l) }) })
}

// begin opens an engine in the background, after the one before it is closed. The caller holds mu.
func (h *Host) begin(c shard.Change, leads bool) {
	before := h.last[c.Shard]
	ctx, stop := context.WithCancel(h.ctx)
	l := &led{leads: leads, epoch: c.Leader.Epoch, opened: make(chan struct{}), closed: make(chan struct{}), stop: stop}
	h.shards[c.Shard], h.last[c.Shard] = l, l
	began := time.Now()
	h.working.Go(func() {
		defer close(l.opened)
		var takes *engine.Engine
		if before != nil { // a store has only one engine at a time
			<-before.closed
			if before.whole {
				takes = before.engine
			}
		}
		for wait := retryOpen; ; wait = min(2*wait, mostRetryOpen) {
			l.err = caught.Run(func() (err error) {
				if leads {
					l.engine, err = h.open(ctx, c.Shard, takes)
				} else {
					l.engine, l.warm, err = h.warm(ctx, c.Shard)
				}
				return err
			})
			if ctx.Err() != nil {
				return
			}
			if l.err == nil {
				h.log.Info("opened the engine of a shard", "shard", c.Shard, "leads", leads, "after_ms", time.Since(began).Milliseconds())
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

// How long to wait before the next attempt to open an engine.
const (
	retryOpen     = time.Second
	mostRetryOpen = 30 * time.Second
)

// close ends an engine. If another node leads by now, the store refuses the engine's unfinished writes.
func (h *Host) close(number int, l *led) {
	defer close(l.closed)
	l.stop()
	<-l.opened
	if l.engine == nil {
		return
	}
	if l.warm != nil {
		l.whole = l.heir && h.settle(number, l.warm)
		l.warm.Close()
	}
	if err := l.engine.Close(context.Background()); err != nil {
		h.log.Warn("the engine of a shard is closed with an error", "shard", number, "error", err)
	}
}

// settleWait is how long a following engine may take to apply the last of the log, before the leading engine reads everything again.
const settleWait = 3 * time.Second

// settle reports whether the engine that followed knows everything of a shard that this node leads now: it has applied and indexed the whole log.
func (h *Host) settle(number int, f *warm.Follower) bool {
	ctx, cancel := context.WithTimeout(h.ctx, settleWait)
	defer cancel()
	err := f.Settle(ctx)
	if err != nil {
		h.log.Warn("the engine that followed a shard does not know all of it: the one that leads reads it again", "shard", number, "error", err)
	}
	return err == nil
}

// Engine returns the engine of a shard. The error wraps [ErrNotLeading], or says that the engine is being opened.
func (h *Host) Engine(number int) (*engine.Engine, error) {
	h.mu.Lock()
	l := h.shards[number]
	h.mu.Unlock()
	if l == nil || !l.leads {
		return nil, fmt.Errorf("shard %d: %w", number, ErrNotLeading)
	}
	return l.get(number)
}

func (l *led) get(number int) (*engine.Engine, error) {
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

// Reading returns the engine of a shard that is led or followed here, for reading. f says up to which place of the log the engine knows the shard; nil: it leads, and knows
// everything. The error wraps [ErrNotKept], or says that the engine is being opened.
func (h *Host) Reading(number int) (e *engine.Engine, f *warm.Follower, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.shards[number]
	if l == nil {
		return nil, nil, fmt.Errorf("shard %d: %w", number, ErrNotKept)
	}
	if e, err = l.get(number); err != nil || l.leads {
		return e, nil, err
	}
	if err := l.warm.Err(); err != nil { // it cannot follow any further: another one is opened
		h.end(number, l)
		h.begin(shard.Change{Shard: number}, false)
		return nil, nil, fmt.Errorf("shard %d: %w: %w", number, ErrOpening, err)
	}
	return e, l.warm, nil
}

// Leads returns the shards that this node leads, and whether each one's engine works.
func (h *Host) Leads() map[int]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := map[int]bool{}
	for n, l := range h.shards {
		if !l.leads {
			continue
		}
		select {
		case <-l.opened:
			out[n] = l.err == nil
		default:
			out[n] = false
		}
	}
	return out
}

// Close closes all engines, and waits until they are closed.
func (h *Host) Close() {
	h.mu.Lock()
	h.stop()
	for n, l := range h.shards {
		h.end(n, l)
	}
	h.mu.Unlock()
	h.working.Wait()
}

// Over returns an engine's configuration for a shard's folder, with the node's embedder. The index memory of a shard is a share of what a single store would have.
func Over(c engine.Config, m *embedder.Embedder, dir string, shards int) engine.Config {
	c.Embedder, c.Data = m, dir
	if c.IndexMemory > 0 {
		c.IndexMemory = max(c.IndexMemory/int64(shards), leastIndex)
	}
	return c
}

// leastIndex is the least index memory of a shard, in bytes.
const leastIndex = 64 << 20
