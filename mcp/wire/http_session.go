package wire

import (
	"fmt"
	"net/http"
	"strings"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// lackingSession corrects the library's answer to a message that lacks a required session: 404 means an ended session, but the protocol requires 400 here. It also gives the error
// the form of all others.
type lackingSession struct {
	http.ResponseWriter
	refused bool
}

// WriteHeader implements http.ResponseWriter. All other answers of the library with 404 are JSON.
func (w *lackingSession) WriteHeader(status int) {
	if w.refused = status == http.StatusNotFound && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain"); !w.refused {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.ResponseWriter.WriteHeader(http.StatusBadRequest)
	_, _ = fmt.Fprintf(w.ResponseWriter, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"the request names no session: begin one with initialize, and send the Mcp-Session-Id of its answer with all that comes after"}}`+"\n",
		protocol.INVALID_REQUEST) // the client may be gone
}

// Write implements http.ResponseWriter.
func (w *lackingSession) Write(p []byte) (int, error) {
	if w.refused {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// Flush implements http.Flusher: the library only streams through writers that have it.
func (w *lackingSession) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *lackingSession) Unwrap() http.ResponseWriter { return w.ResponseWriter }
