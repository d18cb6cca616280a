package dashboard

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"asterism/engine"
	"asterism/engine/fault"
	"asterism/mcp/tools"
)

//go:embed page
var page embed.FS

// Options are the sources of the page's data.
type Options struct {
	Version string
	Engine  tools.Provider
	Status  func(ctx context.Context) (*engine.Status, error) // nil, nil while the engine is being opened
	Ready   func() (ready bool, doing string)
	Cluster func() *Cluster // nil: a single machine; returns nil while the node is being opened
	// ReadOnly turns off all changes by the page.
	ReadOnly bool
}

// Page serves the page itself, which contains no user data: /, /dashboard/ and its icon.
func Page() http.Handler {
	files, err := fs.Sub(page, "page")
	if err != nil { // the folder is embedded above
		panic(err)
	}
	p, err := wholePage(files)
	if err != nil { // a test builds it too
		panic(err)
	}
	mux := http.NewServeMux()
	html := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, p.html) // it only fails if the browser is gone
	}
	mux.HandleFunc("/{$}", html)
	mux.HandleFunc("/dashboard/{$}", html)
	mux.Handle("/dashboard/icon.svg", http.StripPrefix("/dashboard", http.FileServerFS(files)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", p.policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		mux.ServeHTTP(w, r)
	})
}

// Tools lists the tools that the page may call. All only read.
func Tools() []string {
	return []string{"search_graph", "get_memory", "list_memories", "list_namespaces", "list_tags", "get_drift_history", "get_goals", "get_autonomous_status", "get_meta_learning_status", "get_meta_learning_log", "get_workspace"}
}

// Data serves the page's requests: GET /dashboard/data/status, POST /dashboard/data/ask/{tool} and …/change/{tool} with the tool's arguments, and …/show/{view}. It checks no token
// and sets no limit: package httpapi does that before. For a request that changes something it checks the sender, see [ChangeHeader].
func Data(o Options) http.Handler {
	mux, g := http.NewServeMux(), newGuard(o.ReadOnly)
	mux.HandleFunc("GET /dashboard/data/status", func(w http.ResponseWriter, r *http.Request) {
		reply(w, func() (any, error) { return o.status(r.Context(), g) })
	})
	post := func(path string, get func(r *http.Request) (any, error)) {
		mux.HandleFunc("POST /dashboard/data/"+path, func(w http.ResponseWriter, r *http.Request) { reply(w, func() (any, error) { return get(r) }) })
	}
	post("ask/{tool}", o.ask)
	post("show/{view}", o.show)
	post("change/{tool}", func(r *http.Request) (any, error) { return o.change(g, r) })
	return mux
}

func (o *Options) ask(r *http.Request) (any, error) {
	tool := r.PathValue("tool")
	if !slices.Contains(Tools(), tool) {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the dashboard does not ask %q", tool), Hint: "it asks " + strings.Join(Tools(), ", ")}
	}
	args, err := argumentsOf(r)
	if err != nil {
		return nil, err
	}
	e, err := o.Engine(r.Context())
	if err != nil {
		return nil, err
	}
	var out json.RawMessage
	err = tools.Ask(r.Context(), e, tool, args, nil, &out)
	var none *engine.Error
	if tool == "get_drift_history" && errors.As(err, &none) && none.Kind == engine.KindNoHistory {
		return map[string]any{"history": []any{}}, nil // a new store has none: the page says so, without an error in the browser's console
	}
	return &out, err
}

func bodyOf(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("read body: %w", err)
	}
	return body, nil
}

func argumentsOf(r *http.Request) (args map[string]any, err error) {
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	if half := fault.HalfCharacter(body); half != "" {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: half, Hint: "send whole characters; nothing was done"}
	}
	if err := json.Unmarshal(body, &args); err != nil {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: "the body is no JSON object: " + err.Error(), Hint: "send the tool's arguments"}
	}
	return args, nil
}
