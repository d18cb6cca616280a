package dashboard

import (
	"encoding/json"
	"errors"
	"net/http"

	"asterism/engine"
	"asterism/mcp/failure"
)

// trouble is an error as the page shows it.
type trouble struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func reply(w http.ResponseWriter, get func() (any, error)) {
	v, err := get()
	status := http.StatusOK
	if err != nil {
		var f trouble
		f, status = troubleOf(err)
		v = map[string]trouble{"error": f}
	}
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "encode answer: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // it only fails if the caller has left
}

// troubleOf returns an error in words for a person, with its status.
func troubleOf(err error) (trouble, int) {
	var r *refusal
	var e *engine.Error
	var f *failure.Failure
	switch {
	case errors.As(err, &r):
		return trouble{"REFUSED", r.message, r.hint}, r.status
	case errors.As(err, &f):
		e = f.AsEngine()
	case !errors.As(err, &e):
		return trouble{Kind: string(engine.KindInternal), Message: err.Error()}, http.StatusInternalServerError
	}
	hint := e.Hint
	if hint == failure.Table[e.Kind].Hint { // it names tools, which a person does not have
		hint = hints[e.Kind]
	}
	return trouble{string(e.Kind), e.Message, hint}, statusOf(e.Kind)
}

// hints are for a person what the hints of failure.Table are for an assistant. A kind without one needs none.
var hints = map[engine.Kind]string{
	engine.KindInternal:  "this is a fault of the server: its log says more",
	engine.KindStorage:   "nothing was stored; `asterism doctor` checks the disk and the store",
	engine.KindEmbedding: "nothing was stored; `asterism models verify` checks the models",
	engine.KindDevice:    "`asterism doctor` checks the hardware and its driver",
	engine.KindNotFound:  "it may have been removed for good meanwhile: reload the list",
	engine.KindBusy:      "the server is busy: try again in a moment",
	engine.KindNoHistory: "measure with `asterism drift`, or choose a longer time",
}

func statusOf(k engine.Kind) int {
	switch k {
	case engine.KindInvalid:
		return http.StatusBadRequest
	case engine.KindNotFound, engine.KindGoal, engine.KindNoHistory, engine.KindPurpose:
		return http.StatusNotFound
	case engine.KindBusy:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
