package httpapi

import (
	"net/http"
	"time"
)

// writeWait is how long a caller may take to read a piece of an answer. Between pieces a stream may be silent for as long as it likes.
const writeWait = 30 * time.Second

// withDeadlines bounds how long a slow caller keeps a connection. Every write has a deadline of its own, so a stream that is read for hours is not cut, and
// one that nobody reads is. A body has to arrive in time even when no handler reads it, because the server reads what is left of it before it goes on.
func (s *Server) withDeadlines(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &deadlineWriter{ResponseWriter: w, conn: http.NewResponseController(w)}
		if r.Body != http.NoBody {
			_ = p.conn.SetReadDeadline(time.Now().Add(bodyWait)) // a recorder of tests has none
		}
		p.extend() // that of the request before has passed, and the server may write first: who asks before sending is told to go on
		next.ServeHTTP(p, r)
		p.extend() // for what is still in the server's buffer
	})
}

// deadlineWriter sets a deadline before each write.
type deadlineWriter struct {
	http.ResponseWriter
	conn *http.ResponseController
}

func (p *deadlineWriter) extend() {
	_ = p.conn.SetWriteDeadline(time.Now().Add(writeWait)) // a recorder of tests has none
}

// Write implements [http.ResponseWriter].
func (p *deadlineWriter) Write(b []byte) (int, error) {
	p.extend()
	return p.ResponseWriter.Write(b)
}

// Flush implements [http.Flusher], which the protocol's library asks for before it streams.
func (p *deadlineWriter) Flush() {
	p.extend()
	_ = p.conn.Flush() // the next write tells
}

// Unwrap lets http.ResponseController reach the connection.
func (p *deadlineWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }
