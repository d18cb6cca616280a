package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// busyRetry is how long a caller waits who was refused because a bound was reached.
const busyRetry = time.Second

// withAdmission serves at most so many requests and streams at a time, and refuses more at once. They are not queued: a queue without a bound takes memory
// too.
func (s *Server) withAdmission(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stream := streams(r)
		switch s.inFlight.enter(stream) {
		case full:
			s.refused.busy.Add(1)
			refuse(w, r, http.StatusServiceUnavailable, s.fullWords(stream), busyRetry)
			return
		case ending:
			s.refused.ending.Add(1)
			w.Header().Set("Connection", "close")
			refuse(w, r, http.StatusServiceUnavailable, "the server is shutting down: nothing was done", busyRetry)
			return
		}
		defer s.inFlight.leave(stream)
		if !stream {
			next.ServeHTTP(w, r)
			return
		}
		s.serveStream(w, r, next)
	})
}

// serveStream serves until the client or the server ends. A stream that the server ends says so in a comment, which readers of events skip, and names
// the time to come back in.
func (s *Server) serveStream(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	defer context.AfterFunc(s.streaming, end)()
	next.ServeHTTP(w, r.WithContext(ctx))
	if s.streaming.Err() != nil && strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
		_, _ = w.Write([]byte("retry: 2000\n: the server is shutting down\n\n")) // who has left need not know
	}
}

// streams says whether a request asks for a stream that stays open: the one of a session, or that of the stateless revision.
func streams(r *http.Request) bool {
	return r.URL.Path == endpoint && (r.Method == http.MethodGet || r.Header.Get(protocol.HeaderMethod) == string(protocol.MethodSubscriptionsListen))
}

func (s *Server) fullWords(stream bool) string {
	if stream {
		return "as many streams are open as this server keeps (half of --max-connections): nothing was done"
	}
	return "as many requests are at work as this server takes (--max-requests): nothing was done"
}
