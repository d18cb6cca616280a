package embedapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"asterism/engine"
	"asterism/models"
)

// Embedder returns the values of texts. Its errors are *engine.Error.
type Embedder interface {
	Embed(ctx context.Context, q engine.EmbedQuestion) (*engine.Embedded, error)
}

// Provider returns the embedder as soon as it is ready; it blocks until then or until ctx ends.
type Provider func(ctx context.Context) (Embedder, error)

// invalidRequest is OpenAI's error type for a caller's mistake.
const invalidRequest = "invalid_request_error"

// Handler serves the two paths. It checks no token and sets no limit: package httpapi does that before, and has also read the body.
func Handler(open Provider) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/embeddings", func(w http.ResponseWriter, r *http.Request) { embed(w, r, open) })
	mux.HandleFunc("GET /v1/models", listModels)
	mux.HandleFunc("GET /v1/models/{id}", oneModel)
	mux.HandleFunc("/v1/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, invalidRequest, "", fmt.Sprintf("%s %s is not served here: POST /v1/embeddings and GET /v1/models are", r.Method, r.URL.Path))
	})
	return mux
}

func embed(w http.ResponseWriter, r *http.Request, open Provider) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		refuse(w, http.StatusBadRequest, invalidRequest, "", fmt.Sprintf("read body: %v", err))
		return
	}
	l, err := embedded(r.Context(), body, open)
	if err != nil {
		fail(w, err)
		return
	}
	write(w, http.StatusOK, l)
}

func embedded(ctx context.Context, body []byte, open Provider) (*list, error) {
	q, err := parse(body)
	if err != nil {
		return nil, err
	}
	e, err := open(ctx)
	if err != nil {
		return nil, err
	}
	got, err := e.Embed(ctx, engine.EmbedQuestion{Texts: q.texts, Spaces: models.SetOf(q.model.Space), Role: q.role})
	if err != nil {
		return nil, err
	}
	return answer(q, got)
}

// fail sends an error in OpenAI's format, with the status that its clients act on.
func fail(w http.ResponseWriter, err error) {
	var e *engine.Error
	var b *badRequest
	switch {
	case errors.As(err, &b):
		refuse(w, http.StatusBadRequest, invalidRequest, b.param, b.message)
	case errors.As(err, &e) && e.Kind == engine.KindInvalid:
		refuse(w, http.StatusBadRequest, invalidRequest, "input", e.Error()+": "+e.Hint)
	case errors.As(err, &e) && e.Kind == engine.KindBusy:
		w.Header().Set("Retry-After", strconv.FormatInt(max(1, (e.RetryAfterMs+999)/1000), 10))
		refuse(w, http.StatusTooManyRequests, "rate_limit_error", "", e.Error())
	default:
		refuse(w, http.StatusInternalServerError, "server_error", "", err.Error())
	}
}

// refuse sends an error in OpenAI's format.
func refuse(w http.ResponseWriter, status int, kind, param, message string) {
	e := map[string]any{"message": message, "type": kind, "param": nil, "code": nil}
	if param != "" {
		e["param"] = param
	}
	write(w, status, map[string]any{"error": e})
}

// write sends v. It ignores a write error: the caller has left and cannot be told.
func write(w http.ResponseWriter, status int, v any) {
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

// described returns a model in the format of OpenAI's list. created is required there and has no meaning here.
func described(m Model) map[string]any {
	return map[string]any{"id": m.ID, "object": "model", "created": 0, "owned_by": "asterism", "dimensions": m.Width, "space": m.Space.Code(), "about": m.Space.Info().About}
}

func listModels(w http.ResponseWriter, _ *http.Request) {
	var data []any
	for _, m := range Models() {
		data = append(data, described(m))
	}
	write(w, http.StatusOK, map[string]any{"object": "list", "data": data})
}

func oneModel(w http.ResponseWriter, r *http.Request) {
	m, err := ModelOf(r.PathValue("id"))
	if err != nil {
		refuse(w, http.StatusNotFound, invalidRequest, "model", err.Error())
		return
	}
	write(w, http.StatusOK, described(m))
}
