package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// sessionIdle is how long an HTTP session's state is kept after its last request. A client that comes back later
// starts a new one without noticing.
const sessionIdle = time.Hour

// HTTPHandler serves the protocol's streamable HTTP transport. It checks neither Origin nor token and sets no limits:
// package httpapi stands in front of it.
type HTTPHandler struct {
	server *Server
	inner  *server.StreamableHTTPServer
}

// HTTPHandler makes the handler of the one MCP endpoint. Close it.
func (s *Server) HTTPHandler() *HTTPHandler {
	return &HTTPHandler{s, server.NewStreamableHTTPServer(s.inner,
		server.WithStreamableHTTPLogger(s.opt.Log),
		server.WithSessionIdleTTL(sessionIdle))}
}

// ServeHTTP implements http.Handler.
func (h *HTTPHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if mcpStateless(r) && isCancellation(r) {
		// Stateless requests have no session in the library's table of running calls, so that a cancellation would hit
		// whoever uses the same id. Such a client cancels by closing the connection.
		w.WriteHeader(http.StatusAccepted)
		return
	}
	ctx, v := withVerdict(r.Context())
	h.inner.ServeHTTP(&verdictWriter{ResponseWriter: w, verdict: v}, r.WithContext(ctx))
}

// Close ends the open streams, so that an HTTP server can shut down.
func (h *HTTPHandler) Close(ctx context.Context) error { return h.inner.Shutdown(ctx) }

func mcpStateless(r *http.Request) bool {
	return r.Method == http.MethodPost && protocol.IsModernProtocol(r.Header.Get(protocol.HeaderProtocolVersion))
}

// isCancellation looks into the body and puts it back.
func isCancellation(r *http.Request) bool {
	body, err := io.ReadAll(r.Body)
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), errorReader{err}), r.Body}
	var head struct {
		Method string `json:"method"`
	}
	return json.Unmarshal(body, &head) == nil && head.Method == string(protocol.MethodNotificationCancelled)
}

// errorReader gives back what reading the body ended with.
type errorReader struct{ err error }

func (e errorReader) Read([]byte) (int, error) {
	if e.err != nil {
		return 0, e.err
	}
	return 0, io.EOF
}

// verdictWriter puts the code and message of a failure into the library's answer as it goes out. The library writes
// every message with one Write, as plain JSON or as the data of one event.
type verdictWriter struct {
	http.ResponseWriter
	verdict *verdict
}

// Write implements http.ResponseWriter.
func (w *verdictWriter) Write(p []byte) (int, error) {
	if w.verdict.get() == nil {
		return w.ResponseWriter.Write(p)
	}
	if _, err := w.ResponseWriter.Write(w.correct(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w *verdictWriter) correct(p []byte) []byte {
	from, to := bytes.IndexByte(p, '{'), bytes.LastIndexByte(p, '}')
	var e protocol.JSONRPCError
	if from < 0 || to < from || json.Unmarshal(p[from:to+1], &e) != nil || e.Error.Code != protocol.INTERNAL_ERROR {
		return p
	}
	body, err := json.Marshal(w.verdict.apply(e))
	if err != nil {
		return p
	}
	return bytes.Join([][]byte{p[:from], body, p[to+1:]}, nil)
}

// Flush implements http.Flusher: the library streams only through writers that have it.
func (w *verdictWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *verdictWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
