package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	// MaxBody is the largest request body: room for content of the largest size with every byte escaped.
	MaxBody  = 8 << 20
	maxDrain = 64 << 20 // read and thrown away, so that a caller who is still sending sees the answer
	bodyWait = 30 * time.Second
)

// withLimit reads the body before the next handler runs, within a size and a time. Afterwards the connection has no
// deadline: answers may stream for hours.
func (s *Server) withLimit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn := http.NewResponseController(w)
		if err := conn.SetReadDeadline(time.Now().Add(bodyWait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			s.opt.Log.Debug("read deadline not set", "error", err)
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, MaxBody+1))
		switch {
		case err != nil:
			refuse(w, http.StatusBadRequest, fmt.Sprintf("read body: %v", err))
			return
		case len(body) > MaxBody:
			if _, err := io.CopyN(io.Discard, r.Body, maxDrain); err != nil && !errors.Is(err, io.EOF) {
				s.opt.Log.Debug("body not drained", "error", err)
			}
			refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("body is larger than %d bytes: nothing was done; send long texts in parts, or with `asterism ingest`", MaxBody))
			return
		}
		if err := conn.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
			s.opt.Log.Debug("read deadline not cleared", "error", err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}
