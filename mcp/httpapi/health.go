package httpapi

import "net/http"

// healthz reports that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// Waiting is the status of a server that cannot serve until a person does something elsewhere.
const Waiting = "waiting"

// readyz reports whether calls can be served, and if not, what is being done. A server that is ending reports that first. One that accepts no new memories is ready, since searches
// work and a restart would not help; writes_refused says why.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	if s.inFlight.ending() {
		writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "shutting down"})
		return
	}
	ready, doing := s.opt.Ready()
	if ready {
		said := map[string]string{"status": "ready"}
		if s.opt.Refuses != nil {
			if why := s.opt.Refuses(r.Context()); why != "" {
				said["writes_refused"] = why
			}
		}
		writeJSON(w, http.StatusOK, said)
		return
	}
	if s.opt.Lacks != nil {
		if lacks := s.opt.Lacks(); lacks != "" {
			w.Header().Set("Retry-After", "30")
			writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": Waiting, "doing": lacks})
			return
		}
	}
	w.Header().Set("Retry-After", "1")
	writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "warming up", "doing": doing})
}
