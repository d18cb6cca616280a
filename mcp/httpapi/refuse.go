package httpapi

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The codes of JSON-RPC errors before the protocol itself. codeBusy is from the table of package failure.
const (
	codeInvalidRequest = -32600
	codeInternal       = -32603
	codeBusy           = -32012
)

// openAI maps a status to the error that OpenAI's clients know; other statuses are mistakes of the caller.
var openAI = map[int]struct{ kind, code string }{
	http.StatusUnauthorized:       {"invalid_request_error", "invalid_api_key"},
	http.StatusTooManyRequests:    {"rate_limit_error", "rate_limit_exceeded"},
	http.StatusServiceUnavailable: {"server_error", "busy"},

	http.StatusInternalServerError: {"server_error", "internal_error"},
}

// refuse answers with an error that says that nothing was done, in the form that clients of the path know: OpenAI's below /v1/, elsewhere a JSON-RPC error, which protocol clients
// show as text. A retry time above 0 is sent as Retry-After, in whole seconds as HTTP requires.
func refuse(w http.ResponseWriter, r *http.Request, status int, message string, retry time.Duration) {
	if retry > 0 {
		w.Header().Set("Retry-After", strconv.FormatInt(int64((retry+time.Second-1)/time.Second), 10))
	}
	if strings.HasPrefix(r.URL.Path, "/v1/") {
		e := map[string]any{"message": message, "type": "invalid_request_error", "param": nil, "code": nil}
		if o, ok := openAI[status]; ok {
			e["type"], e["code"] = o.kind, o.code
		}
		writeJSON(w, status, map[string]any{"error": e})
		return
	}
	e := map[string]any{"code": codeInvalidRequest, "message": message}
	if status == http.StatusInternalServerError {
		e["code"] = codeInternal
		e["data"] = map[string]any{"code": codeInternal, "name": "INTERNAL", "message": message, "hint": "This is a fault of the server: see its log (standard error)."}
	}
	if retry > 0 {
		e["code"] = codeBusy
		e["data"] = map[string]any{"code": codeBusy, "name": "BUSY", "message": message, "hint": "Call again after retry_after_ms milliseconds.", "retry_after_ms": retry.Milliseconds()}
	}
	writeJSON(w, status, map[string]any{"jsonrpc": "2.0", "id": nil, "error": e})
}

// writeJSON sends v. It ignores a write error: the caller has left and cannot be told.
func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "encode answer: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}
