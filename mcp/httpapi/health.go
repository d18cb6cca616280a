package httpapi

import (
	"encoding/json"
	"net/http"
)

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readyz says whether calls can be served, and what is being done if not.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	ready, doing := s.opt.Ready()
	if ready {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ready"})
		return
	}
	w.Header().Set("Retry-After", "1")
	writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "warming up", "doing": doing})
}

// refuse answers in the form of a JSON-RPC error, which protocol clients show as text.
func refuse(w http.ResponseWriter, status int, message string) {
	const invalidRequest = -32600
	writeJSON(w, status, map[string]any{
		"jsonrpc": "2.0", "id": nil,
		"error": map[string]any{"code": invalidRequest, "message": message},
	})
}

// writeJSON sends v. A caller who has left cannot be told of it, so a write error has nowhere to go.
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
