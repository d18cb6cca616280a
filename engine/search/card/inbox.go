package card

import (
	"sync"

	"asterism/engine/search"
)

// inbox is what the keeper has not looked at yet. Nobody who puts something in waits.
type inbox struct {
	wake chan struct{} // has one entry when there is something new

	mu     sync.Mutex
	in     letters
	closed bool // nobody will look at it any more
}

// letters are what came since the keeper looked last.
type letters struct {
	offers   []*search.FullChunk
	drops    []uint64
	squeezed int             // searches that found no memory
	waiting  []chan struct{} // to be closed when all is done
}

func newInbox() *inbox { return &inbox{wake: make(chan struct{}, 1)} }

func (b *inbox) put(f func(in *letters)) {
	b.mu.Lock()
	if !b.closed {
		f(&b.in)
	}
	b.mu.Unlock()
	b.ring()
}

// close lets go what nobody will look at: a mirror that has ended stays with its index.
func (b *inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.in, b.closed = letters{}, true
}

// ring wakes the keeper.
func (b *inbox) ring() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *inbox) offer(c *search.FullChunk) {
	b.put(func(in *letters) { in.offers = append(in.offers, c) })
}

func (b *inbox) drop(number uint64) { b.put(func(in *letters) { in.drops = append(in.drops, number) }) }

func (b *inbox) squeeze() { b.put(func(in *letters) { in.squeezed++ }) }

func (b *inbox) wait() <-chan struct{} {
	done := make(chan struct{})
	b.put(func(in *letters) { in.waiting = append(in.waiting, done) })
	return done
}

// take empties the inbox.
func (b *inbox) take() letters {
	b.mu.Lock()
	defer b.mu.Unlock()
	in := b.in
	b.in = letters{}
	return in
}
