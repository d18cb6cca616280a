package httpapi

import (
	"net/http"
	"time"
)

// writeWait is how long a caller may take to read a piece of an answer. Between pieces a stream may be silent without limit.
const writeWait = 30 * time.Second

// withDeadlines bounds how long a slow caller can occupy a connection. Every write has its own deadline, so a stream that is read for hours stays open, and one that is not read is
// cut. A body must arrive in time even if no handler reads it, because the server reads the rest of it before the next request.
func (s *Server) withDeadlines(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &deadlineWriter{ResponseWriter: w, conn: http.NewResponseController(w)}
		if r.Body != http.NoBody {
			_ = p.conn.SetReadDeadline(time.Now().Add(bodyWait)) // a test's recorder has none
		}
		p.extend() // the deadline of the request before has passed, and the server may write first: 100 Continue to a caller that asks before sending
		next.ServeHTTP(p, r)
		p.extend() // for the rest of the server's buffer
	})
}

// deadlineWriter sets a deadline before each write.
type deadlineWriter struct {
	http.ResponseWriter
	conn *http.ResponseController
}

func (p *deadlineWriter) extend() {
	_ = p.conn.SetWriteDeadline(time.Now().Add(writeWait)) // a test's recorder has none
}

// Write implements [http.ResponseWriter].
func (p *deadlineWriter) Write(b []byte) (int, error) {
	p.extend()
	return p.ResponseWriter.Write(b)
}

// Flush implements [http.Flusher], which the protocol's library requires for streams.
func (p *deadlineWriter) Flush() {
	p.extend()
	_ = p.conn.Flush() // the next write returns the error
}

// Unwrap lets http.ResponseController reach the connection.
func (p *deadlineWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }
