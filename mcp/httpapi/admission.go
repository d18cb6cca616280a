package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// busyRetry is the retry time of a request that was refused because of a limit.
const busyRetry = time.Second

// withAdmission limits the number of concurrent requests and streams, and refuses more at once. They are not queued: an unlimited queue needs memory too.
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

// serveStream serves until the client or the server ends. If the server ends a stream, it sends a comment, which readers of events skip, and the time to reconnect.
func (s *Server) serveStream(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	defer context.AfterFunc(s.streaming, end)()
	next.ServeHTTP(w, r.WithContext(ctx))
	if s.streaming.Err() != nil && strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
		_, _ = w.Write([]byte("retry: 2000\n: the server is shutting down\n\n")) // it does not matter if the client has left
	}
}

// streams reports whether a request opens a long-lived stream: that of a session, or that of the stateless revision.
func streams(r *http.Request) bool {
	return r.URL.Path == endpoint && (r.Method == http.MethodGet || r.Header.Get(protocol.HeaderMethod) == string(protocol.MethodSubscriptionsListen))
}

func (s *Server) fullWords(stream bool) string {
	if stream {
		return "as many streams are open as this server keeps (half of --max-connections): nothing was done"
	}
	return "as many requests are at work as this server takes (--max-requests): nothing was done"
}
