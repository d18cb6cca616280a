package cuda

import (
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"

	"asterism/kernels/cuda"
)

// A question is some hundred launches of a few microseconds each, and the processor takes as long to start each of them. One CUDA graph starts all of them
// at once. So small layouts are padded to one of a few sizes, and each size has a graph, which is captured when the size comes for the second time. A graph
// stores the addresses and sizes of its launches. These depend only on the key and the lane's memory, so graphs are valid until that memory is reallocated.

// buckets are the tokens that small layouts are filled up to; a layout of more has no graph.
var buckets = []int{32, 64, 128, 256}

// mostGraphs is how many graphs a lane has at most; the least recently used one is dropped first.
const mostGraphs = 32

// graphKey is everything that the launches of a walk depend on, besides the network and the lane's memory.
type graphKey struct {
	images, packed bool
	size           size
}

// graphs are those of one lane.
type graphs struct {
	refused *refusal
	held    map[graphKey]*heldGraph
	clock   int
}

// heldGraph is a size that has come.
type heldGraph struct {
	graph cuda.Graph // nil until it comes again
	used  int        // by the graphs' clock
}

// refusal switches off all graphs of a backend. When the GPU or its driver cannot capture one, that is logged once, and launches start one by one.
type refusal struct {
	log  *slog.Logger
	once sync.Once
	off  atomic.Bool
}

func (r *refusal) refuse(err error) {
	r.once.Do(func() {
		r.off.Store(true)
		r.log.Warn("the GPU captures no graphs: launches go one by one, which is slower for questions", "cause", err)
	})
}

// fill fills a small layout up to its bucket. One that cannot be filled up stays as it is.
func (g *graphs) fill(l *layout) {
	s := l.size()
	for _, most := range buckets {
		if s.tokens == most {
			return
		}
		if s.tokens < most {
			l.pad(most, s.texts+1)
			return
		}
	}
}

// small reports whether layouts of that size have graphs.
func (s size) small() bool { return s.tokens > 0 && s.tokens <= buckets[len(buckets)-1] }

// walk starts a walk, as a graph where there is one or the size has come before.
func (g *graphs) walk(net network, k *walker) error {
	if s := k.layout.size(); !s.small() || g.refused.off.Load() {
		return walk(net, k)
	}
	key := graphKey{k.layout.images, k.layout.packed, k.layout.size()}
	h := g.held[key]
	if h == nil {
		g.add(key)
		return walk(net, k) // and every kernel of the graph is loaded by this
	}
	h.used = g.tick()
	if h.graph != nil {
		return h.graph.Launch()
	}
	captured, err := k.gpu.Capture(func() error { return walk(net, k) })
	switch {
	case err == nil:
		h.graph = captured
		return captured.Launch()
	case errors.Is(err, cuda.ErrLost):
		return err
	}
	delete(g.held, key)
	g.refused.refuse(err)
	k.err = nil
	return walk(net, k)
}

func walk(net network, k *walker) error {
	net.walk(k)
	return k.err
}

func (g *graphs) tick() int {
	g.clock++
	return g.clock
}

// add remembers that a size has come.
func (g *graphs) add(key graphKey) {
	if len(g.held) >= mostGraphs {
		var oldest graphKey
		for k, h := range g.held {
			if old := g.held[oldest]; old == nil || h.used < old.used {
				oldest = k
			}
		}
		g.drop(oldest)
	}
	g.held[key] = &heldGraph{used: g.tick()}
}

// drop frees a graph. Its error is ignored: if the GPU does not work, the lane's next call says so.
func (g *graphs) drop(key graphKey) {
	if h := g.held[key]; h.graph != nil {
		_ = h.graph.Close()
	}
	delete(g.held, key)
}

// clear drops all.
func (g *graphs) clear() {
	for key := range g.held {
		g.drop(key)
	}
}
