package httpapi

import "sync"

// room counts what is at work: requests, streams that stay open, and the bytes of bodies. Each has a bound, so a flood costs refusals and not memory.
// Safe for concurrent use.
type room struct {
	mostRequests, mostStreams int
	mostBytes                 int64

	mu                sync.Mutex
	requests, streams int
	bytes             int64
	closed            bool
	empty             chan struct{} // closed once the room is closed and nothing is at work
}

func newRoom(requests, streams int, bytes int64) *room {
	return &room{mostRequests: requests, mostStreams: streams, mostBytes: bytes, empty: make(chan struct{})}
}

// A verdict is what a request is told at the door.
type verdict int

const (
	welcome verdict = iota
	full
	ending
)

// enter takes a place for a request, or for a stream. leave gives it back.
func (r *room) enter(stream bool) verdict {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, most := &r.requests, r.mostRequests
	if stream {
		n, most = &r.streams, r.mostStreams
	}
	switch {
	case r.closed:
		return ending
	case *n >= most:
		return full
	}
	*n++
	return welcome
}

func (r *room) leave(stream bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stream {
		r.streams--
	} else {
		r.requests--
	}
	r.tell()
}

// tell says that nothing is at work any more. The caller holds the lock.
func (r *room) tell() {
	if r.closed && r.requests+r.streams == 0 {
		select {
		case <-r.empty:
		default:
			close(r.empty)
		}
	}
}

// close lets nobody in any more. The channel is closed when the last one has left.
func (r *room) close() (empty <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.tell()
	return r.empty
}

func (r *room) ending() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// now is how many requests and streams are at work, and the bytes that their bodies take.
func (r *room) now() (requests, streams int, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.requests, r.streams, r.bytes
}

// has reports whether there is memory for bodies now.
func (r *room) has(bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bytes+bytes <= r.mostBytes
}

// take reserves memory for bodies; give returns it.
func (r *room) take(bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bytes+bytes > r.mostBytes {
		return false
	}
	r.bytes += bytes
	return true
}

func (r *room) give(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bytes -= bytes
}
