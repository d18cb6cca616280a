package wire

import (
	"bytes"
	"encoding/json"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// verdictWriter puts code, message and data of a refusal into the library's answer. The library writes every message with one Write, as plain JSON or as the data of one event.
type verdictWriter struct {
	http.ResponseWriter
	verdict   *verdict
	stateless bool
}

// WriteHeader implements http.ResponseWriter. In the stateless revision the HTTP status follows the error's code. A stream of events has already begun with 200.
func (w *verdictWriter) WriteHeader(status int) {
	if r := w.verdict.get(); w.stateless && r != nil && status == http.StatusOK && w.Header().Get("Content-Type") == "application/json" {
		status = statusOf(r.Code)
	}
	w.ResponseWriter.WriteHeader(status)
}

// statusOf is the table of the revision of 2026-07-28, section Streamable HTTP. Unknown codes have status 200.
func statusOf(code int) int {
	switch code {
	case protocol.INVALID_PARAMS, protocol.INVALID_REQUEST, protocol.PARSE_ERROR, protocol.MISSING_REQUIRED_CLIENT_CAPABILITY:
		return http.StatusBadRequest
	case protocol.METHOD_NOT_FOUND:
		return http.StatusNotFound
	}
	return http.StatusOK
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
	if from < 0 || to < from || json.Unmarshal(p[from:to+1], &e) != nil || e.Error.Code == 0 {
		return p
	}
	body, err := json.Marshal(w.verdict.apply(e))
	if err != nil {
		return p
	}
	return bytes.Join([][]byte{p[:from], body, p[to+1:]}, nil)
}

// Flush implements http.Flusher: the library only streams through writers that have it.
func (w *verdictWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *verdictWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
