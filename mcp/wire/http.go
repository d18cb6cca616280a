package wire

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

// sessionIdle is how long an HTTP session's state is kept after its last message in either direction. A client that returns later gets a new one without noticing. A client that
// only listens is pinged, since its subscriptions would end with the session.
const sessionIdle = time.Hour

// HTTPHandler serves the protocol's streamable HTTP transport. It does not check Host, Origin or token and sets no limits: package httpapi does that before.
type HTTPHandler struct {
	server *Server
	inner  *server.StreamableHTTPServer
	ended  ended
}

// HTTPHandler makes the handler of the only MCP endpoint. The caller must close it.
func (s *Server) HTTPHandler() *HTTPHandler {
	return &HTTPHandler{server: s, inner: server.NewStreamableHTTPServer(s.inner,
		server.WithStreamableHTTPLogger(s.opt.Log),
		server.WithDisableLocalhostProtection(true), // httpapi has checked Host, and knows which non-loopback names the operator allows
		server.WithSessionIdleTTL(sessionIdle),
		server.WithHeartbeatInterval(s.opt.pingEvery))}
}

// ServeHTTP implements http.Handler.
func (h *HTTPHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.ended.refuse(w, r) {
		return
	}
	if r.Method == http.MethodGet {
		h.server.serveStream(w, r, h.inner.ServeHTTP)
		return
	}
	ctx, v := withVerdict(r.Context())
	if r.Method == http.MethodPost {
		message := peek(r)
		if refuseBatch(w, message) {
			return
		}
		m := read(message)
		if h.expectsNothing(m, mcpStateless(r)) {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		if r.Header.Get(server.HeaderKeySessionID) == "" {
			w = &lackingSession{ResponseWriter: w}
		}
		var s sent
		if ctx, s = withSent(ctx, &m.numbers); s.id != nil {
			w = &exactWriter{w, s}
		}
	}
	h.inner.ServeHTTP(&verdictWriter{ResponseWriter: w, verdict: v, stateless: mcpStateless(r)}, r.WithContext(ctx))
}

// Close ends the open streams, so that an HTTP server can shut down.
func (h *HTTPHandler) Close(ctx context.Context) error { return h.inner.Shutdown(ctx) }

func mcpStateless(r *http.Request) bool {
	return r.Method == http.MethodPost && protocol.IsModernProtocol(r.Header.Get(protocol.HeaderProtocolVersion))
}

// posted has the fields of a posted message that decide how it is handled.
type posted struct {
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
	numbers
}

// read decodes a message. If it is not an object, the result is empty; with parameters of another type the rest is still read.
func read(message []byte) (m posted) {
	_ = json.Unmarshal(message, &m)
	return m
}

// expectsNothing reports a message that must be accepted, and needs no answer:
//
//   - the cancellation of a stateless request. Such requests have no session in the library's table of running calls, so that it would hit
//     another caller with the same id. Their clients cancel by closing the connection.
//   - the answer to a ping. The library would refuse an answer that is an error or has members. We ask clients nothing else, but what AddExtra added may.
func (h *HTTPHandler) expectsNothing(m posted, stateless bool) bool {
	if stateless {
		return m.Method == string(protocol.MethodNotificationCancelled)
	}
	return !h.server.extra && m.Method == "" && m.ID != nil && (m.Result != nil || m.Error != nil)
}

// peek reads the body and puts it back.
func peek(r *http.Request) []byte {
	body, err := io.ReadAll(r.Body)
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), errorReader{err}), r.Body}
	return body
}

// errorReader returns the error with which reading the body ended.
type errorReader struct{ err error }

func (e errorReader) Read([]byte) (int, error) {
	if e.err != nil {
		return 0, e.err
	}
	return 0, io.EOF
}
