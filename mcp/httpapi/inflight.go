package httpapi

import "sync"

// inFlight counts running requests, open streams, and the bytes of bodies. Each has a limit, so a flood causes refusals instead of using memory. Safe for concurrent use.
type inFlight struct {
	mostRequests, mostStreams int
	mostBytes                 int64

	mu                sync.Mutex
	requests, streams int
	bytes             int64
	closed            bool
	empty             chan struct{} // closed once close was called and nothing runs any more
}

func newInFlight(requests, streams int, bytes int64) *inFlight {
	return &inFlight{mostRequests: requests, mostStreams: streams, mostBytes: bytes, empty: make(chan struct{})}
}

// A verdict says whether a request is served.
type verdict int

const (
	admitted verdict = iota
	full
	ending
)

// enter counts a request, or a stream, if the limit allows one more. leave removes it from the count.
func (r *inFlight) enter(stream bool) verdict {
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
	return admitted
}

func (r *inFlight) leave(stream bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stream {
		r.streams--
	} else {
		r.requests--
	}
	r.closeIfEmpty()
}

// closeIfEmpty closes the channel empty if no request is accepted any more and none is running. The caller holds the lock.
func (r *inFlight) closeIfEmpty() {
	if r.closed && r.requests+r.streams == 0 {
		select {
		case <-r.empty:
		default:
			close(r.empty)
		}
	}
}

// close refuses every request from now on. The channel is closed when the last running one has ended.
func (r *inFlight) close() (empty <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.closeIfEmpty()
	return r.empty
}

func (r *inFlight) ending() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// now returns the number of running requests and streams, and the bytes of their bodies.
func (r *inFlight) now() (requests, streams int, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.requests, r.streams, r.bytes
}

// has reports whether there is memory for that many bytes of bodies now.
func (r *inFlight) has(bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bytes+bytes <= r.mostBytes
}

// reserve reserves memory for bodies; release gives it back.
func (r *inFlight) reserve(bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bytes+bytes > r.mostBytes {
		return false
	}
	r.bytes += bytes
	return true
}

func (r *inFlight) release(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bytes -= bytes
}
