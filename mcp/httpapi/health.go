package httpapi

import "net/http"

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readyz says whether calls can be served, and what is being done if not. A server that ends says so before it does anything else about it.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	if s.inFlight.ending() {
		writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "shutting down"})
		return
	}
	ready, doing := s.opt.Ready()
	if ready {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ready"})
		return
	}
	w.Header().Set("Retry-After", "1")
	writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "warming up", "doing": doing})
}
