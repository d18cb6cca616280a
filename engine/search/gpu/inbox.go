package gpu

import (
	"sync"

	"asterism/engine/search"
)

// inbox holds the messages that the manager has not read yet. Senders never wait.
type inbox struct {
	signal chan struct{} // has one entry when there is a new message

	mu      sync.Mutex
	pending messages
	closed  bool // the manager has ended
}

// messages were sent since the manager's last read.
type messages struct {
	offers    []*search.FullChunk
	drops     []uint64
	shortages int             // number of searches that got no memory
	waiting   []chan struct{} // closed when all work is done
}

func newInbox() *inbox { return &inbox{signal: make(chan struct{}, 1)} }

func (b *inbox) send(f func(in *messages)) {
	b.mu.Lock()
	if !b.closed {
		f(&b.pending)
	}
	b.mu.Unlock()
	b.notify()
}

// close drops all messages and ignores later ones. The index may keep a replica that has ended, and this must not keep
// chunks in memory.
func (b *inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending, b.closed = messages{}, true
}

// notify wakes the manager.
func (b *inbox) notify() {
	select {
	case b.signal <- struct{}{}:
	default:
	}
}

func (b *inbox) offer(c *search.FullChunk) {
	b.send(func(in *messages) { in.offers = append(in.offers, c) })
}

func (b *inbox) drop(number uint64) {
	b.send(func(in *messages) { in.drops = append(in.drops, number) })
}

func (b *inbox) reportShortage() { b.send(func(in *messages) { in.shortages++ }) }

func (b *inbox) wait() <-chan struct{} {
	done := make(chan struct{})
	b.send(func(in *messages) { in.waiting = append(in.waiting, done) })
	return done
}

// drain returns the messages and empties the inbox.
func (b *inbox) drain() messages {
	b.mu.Lock()
	defer b.mu.Unlock()
	in := b.pending
	b.pending = messages{}
	return in
}
