package httpapi

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

const (
	// MaxBody is the largest request body: enough for content of the largest size with every byte escaped.
	MaxBody = 8 << 20
	// mostBodies is the memory for the bodies of all running requests: eight of the largest, or thousands of usual ones.
	mostBodies = 8 * (MaxBody + 1)

	firstRead   = 4 << 10
	largestRead = 1 << 20
	bodyWait    = 30 * time.Second
	maxDrain    = 2 * MaxBody // read and dropped, so that a caller that is still sending sees the answer
	drainWait   = 5 * time.Second
)

var (
	errTooLarge = errors.New("body too large")
	errNoMemory = errors.New("no memory for the body")
)

// withLimit reads the body before the next handler runs, within limits of size, time and the memory shared by all bodies. Afterwards the connection has no read deadline: answers
// may stream for hours.
func (s *Server) withLimit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, held, err := s.readBody(r)
		defer func() { s.inFlight.release(held) }()
		conn := http.NewResponseController(w)
		switch {
		case errors.Is(err, errTooLarge):
			s.refused.body.Add(1)
			s.drain(conn, r)
			refuse(w, r, http.StatusRequestEntityTooLarge, fmt.Sprintf("body is larger than %d bytes: nothing was done; send long texts in parts, or with `asterism ingest`", MaxBody), 0)
			return
		case errors.Is(err, errNoMemory):
			s.refused.busy.Add(1)
			w.Header().Set("Connection", "close") // do not wait for the rest of the body
			refuse(w, r, http.StatusServiceUnavailable, fmt.Sprintf("the bodies of requests at work take %d bytes, which is all there is for them: nothing was done", mostBodies), busyRetry)
			return
		case err != nil:
			refuse(w, r, http.StatusBadRequest, fmt.Sprintf("read body: %v", err), 0)
			return
		}
		if err := conn.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
			s.opt.Log.Debug("read deadline not cleared", "error", err)
		}
		r.Body = io.NopCloser(&body)
		next.ServeHTTP(w, r)
	})
}

// drain reads and drops the rest of a body, within limits. It does not ask for the body of a caller that asks before sending (Expect: 100-continue).
func (s *Server) drain(conn *http.ResponseController, r *http.Request) {
	if r.Header.Get("Expect") != "" {
		return
	}
	_ = conn.SetReadDeadline(time.Now().Add(drainWait)) // a test's recorder has none
	if n, err := io.CopyN(io.Discard, r.Body, maxDrain); err != nil && !errors.Is(err, io.EOF) {
		s.opt.Log.Debug("body not drained", "bytes", n, "error", err)
	}
}

// readBody reads a body in pieces, and only as much as there is memory for. A body whose announced length is too large is not read at all. One with no length, or a wrong one, is
// read up to the limit. The caller releases held, also after an error.
func (s *Server) readBody(r *http.Request) (body net.Buffers, held int64, err error) {
	switch {
	case r.ContentLength > MaxBody:
		return nil, 0, errTooLarge
	case r.Body == http.NoBody:
		return nil, 0, nil
	// An announced length reserves no memory, since announcing costs nothing. But without memory for it reading need not begin.
	case r.ContentLength > 0 && !s.inFlight.has(r.ContentLength+1):
		return nil, 0, errNoMemory
	}
	most := int64(MaxBody) + 1 // one byte more than the limit, to detect a longer body
	if r.ContentLength > 0 {
		most = r.ContentLength + 1 // one byte more than announced, to see the end
	}
	for size := int64(firstRead); held < most; size = min(2*size, largestRead) {
		size = min(size, most-held)
		if !s.inFlight.reserve(size) {
			return nil, held, errNoMemory
		}
		held += size
		piece := make([]byte, size)
		n, err := fillFrom(r.Body, piece)
		body = append(body, piece[:n])
		switch {
		case errors.Is(err, io.EOF):
			return body, held, nil
		case err != nil:
			return nil, held, err
		}
	}
	return nil, held, errTooLarge
}

// fillFrom reads until p is full, and returns the reader's own error: io.ReadFull does not distinguish the end of a body from a broken connection.
func fillFrom(r io.Reader, p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var more int
		more, err = r.Read(p[n:])
		n += more
	}
	return n, err
}
