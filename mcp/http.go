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

// HTTPHandler serves the protocol's streamable HTTP transport. It checks neither Host, Origin nor token and sets no limits:
// package httpapi stands in front of it.
type HTTPHandler struct {
	server *Server
	inner  *server.StreamableHTTPServer
	ended  ended
}

// HTTPHandler makes the handler of the one MCP endpoint. Close it.
func (s *Server) HTTPHandler() *HTTPHandler {
	return &HTTPHandler{server: s, inner: server.NewStreamableHTTPServer(s.inner,
		server.WithStreamableHTTPLogger(s.opt.Log),
		server.WithDisableLocalhostProtection(true), // httpapi has checked Host, and knows which others than loopback ones the operator allows
		server.WithSessionIdleTTL(sessionIdle))}
}

// ServeHTTP implements http.Handler.
func (h *HTTPHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.ended.refuse(w, r) {
		return
	}
	if mcpStateless(r) && isCancellation(r) {
		// Stateless requests have no session in the library's table of running calls, so that a cancellation would hit
		// whoever uses the same id. Such a client cancels by closing the connection.
		w.WriteHeader(http.StatusAccepted)
		return
	}
	ctx, v := withVerdict(r.Context())
	h.inner.ServeHTTP(&verdictWriter{ResponseWriter: w, verdict: v, stateless: mcpStateless(r)}, r.WithContext(ctx))
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
