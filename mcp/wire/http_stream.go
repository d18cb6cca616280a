package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"asterism/engine/caught"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// mostWaiting is how many messages wait for a stream whose client reads slowly; the library's own queue has the same length.
const mostWaiting = 100

// streams are the open streams of HTTP sessions: the answers to their GET requests, on which a server sends messages that no request asked for.
//
// We write such messages ourselves. The library has one queue a session, which the stream and every running POST read. A POST that takes a message while it is already sending its
// own answer drops the message. The zero value is ready.
type streams struct {
	mu   sync.Mutex
	open map[string]*stream // by session
}

// Notify sends a message on the open stream of a session, in order. It returns false and does nothing if the session has no open stream, or if a hundred messages wait for it
// already. It does not wait for the client.
func (s *Server) Notify(session string, n protocol.JSONRPCNotification) bool {
	body, err := json.Marshal(n)
	if err != nil {
		return false
	}
	s.streams.mu.Lock()
	defer s.streams.mu.Unlock()
	to := s.streams.open[session]
	if to == nil {
		return false
	}
	select {
	case to.waiting <- body:
		return true
	default:
		return false
	}
}

// stream is the answer to one GET request. The library writes each event with one Write, and so do we.
type stream struct {
	http.ResponseWriter
	session string
	of      *streams
	waiting chan []byte

	mu sync.Mutex // one event at a time
}

// serveStream answers a GET request with a stream for Notify, from its first byte until the client or the library ends it.
func (s *Server) serveStream(w http.ResponseWriter, r *http.Request, serve http.HandlerFunc) {
	one := &stream{ResponseWriter: w, session: r.Header.Get(server.HeaderKeySessionID), of: &s.streams, waiting: make(chan []byte, mostWaiting)}
	ended, written := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(written)
		_ = caught.Do(func() { one.write(ended) })
	}()
	serve(one, r)
	one.close()
	close(ended)
	<-written // the writer must not be used after the handler has returned
	if n := len(one.waiting); n > 0 {
		s.opt.Log.Warn("a stream ended before its client was told all", "client", one.session, "lost", n)
	}
}

// write writes waiting messages until the stream has ended, or its client is gone.
func (w *stream) write(ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case body := <-w.waiting:
			if _, err := fmt.Fprintf(w, "event: message\ndata: %s\n\n", body); err != nil {
				return
			}
			w.Flush()
		}
	}
}

// WriteHeader implements http.ResponseWriter. It does not register a refused stream.
func (w *stream) WriteHeader(status int) {
	w.mu.Lock()
	w.ResponseWriter.WriteHeader(status)
	w.mu.Unlock()
	if status != http.StatusOK || w.session == "" {
		return
	}
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	if w.of.open == nil {
		w.of.open = map[string]*stream{}
	}
	w.of.open[w.session] = w // if a client opens another stream, it reads that one
}

func (w *stream) close() {
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	if w.of.open[w.session] == w {
		delete(w.of.open, w.session)
	}
}

// Write implements http.ResponseWriter.
func (w *stream) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ResponseWriter.Write(p)
}

// Flush implements http.Flusher: the library only streams through writers that have it.
func (w *stream) Flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *stream) Unwrap() http.ResponseWriter { return w.ResponseWriter }
