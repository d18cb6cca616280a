package trial

import (
	"math/rand/v2"
	"sync"
)

// memory is one that the writers share.
type memory struct {
	name      string // what the writers call it; its texts begin with it
	namespace string
	id        string // what the cluster calls it

	mu     sync.Mutex
	calls  int // made about it
	open   int // of them, those without an answer: each doubles the orders that a check has to try
	update int // the number of its next text
}

// A memory that many calls were about, or some without an answer, is left alone: a check would have too many orders to try.
const (
	mostCalls = 60
	mostOpen  = 4
)

// take reports whether one more call may be made about the memory, and its number.
func (m *memory) take() (number int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls >= mostCalls || m.open >= mostOpen {
		return 0, false
	}
	m.calls++
	m.update++
	return m.update, true
}

func (m *memory) gotNoAnswer() {
	m.mu.Lock()
	m.open++
	m.mu.Unlock()
}

// pool are the memories that calls are made about. It is safe for concurrent use.
type pool struct {
	mu  sync.Mutex
	hot []*memory
}

// mostHot is how many memories are used at a time: few enough that calls conflict.
const mostHot = 24

// add adds a memory, and replaces a random one when there are many.
func (p *pool) add(m *memory, rng *rand.Rand) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.hot) < mostHot {
		p.hot = append(p.hot, m)
		return
	}
	p.hot[rng.IntN(len(p.hot))] = m
}

// any returns a random memory, or nil when there is none.
func (p *pool) any(rng *rand.Rand) *memory {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.hot) == 0 {
		return nil
	}
	return p.hot[rng.IntN(len(p.hot))]
}
