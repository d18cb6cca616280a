package fakehub

import (
	"bytes"
	"crypto/sha1" // git names its blobs so
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"sync"
	"time"
)

// Repo is a repository of the stand-in, at one revision.
type Repo struct {
	Revision string // 40 hexadecimal digits
	Licence  string // empty: not stated
	Gated    bool   // only with a token
	Files    map[string][]byte
}

// Part is the endpoint of the hub that got a request.
type Part string

// The doors.
const (
	Info    Part = "info"    // the listing of a repository
	Resolve Part = "resolve" // a file of the hub, or the redirect to the store
	Store   Part = "store"   // the other host
)

// Fault may answer a request in the hub's stead; then it returns true.
type Fault func(p Part, w http.ResponseWriter, r *http.Request) bool

// Request is what the hub remembers of one that came.
type Request struct {
	Part                               Part
	Method, Path, Range, Authorisation string
}

// Hub is a hub and its store, on two ports of this machine. Repos, Fault and Slow are set under Change, or before this process itself sends a request.
type Hub struct {
	URL, StoreURL string
	Token         string        // what opens gated repositories
	Slow          time.Duration // the store pauses so long after every 64 KiB
	NoDigests     bool          // the listing has neither sizes nor digests, as an old mirror's
	Repos         map[string]*Repo
	Fault         Fault

	mu       sync.Mutex
	requests []Request
	hub, cdn *httptest.Server
}

// New starts a hub without repositories. Close ends it.
func New() *Hub {
	h := &Hub{Repos: map[string]*Repo{}}
	files := http.NewServeMux()
	files.HandleFunc("GET /{owner}/{name}/resolve/{revision}/{path...}", h.door(Resolve, h.resolve))
	api := http.NewServeMux()
	api.HandleFunc("GET /api/models/{owner}/{name}/revision/{revision}", h.door(Info, h.info))
	api.Handle("/", files)
	store := http.NewServeMux()
	store.HandleFunc("GET /{owner}/{name}/{path...}", h.door(Store, h.store))
	h.hub, h.cdn = httptest.NewServer(api), httptest.NewServer(store)
	h.URL, h.StoreURL = h.hub.URL, h.cdn.URL
	return h
}

// Close ends both servers, also in the middle of answers.
func (h *Hub) Close() {
	for _, s := range []*httptest.Server{h.hub, h.cdn} {
		s.CloseClientConnections()
		s.Close()
	}
}

// Change does something while no request is being looked up.
func (h *Hub) Change(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
}

// Requests returns those that came since it was last called.
func (h *Hub) Requests() []Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := h.requests
	h.requests = nil
	return out
}

func (h *Hub) door(p Part, serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.requests = append(h.requests, Request{p, r.Method, r.URL.Path, r.Header.Get("Range"), r.Header.Get("Authorization")})
		fault := h.Fault
		h.mu.Unlock()
		if fault == nil || !fault(p, w, r) {
			serve(w, r)
		}
	}
}

// repo finds what a request is about, or refuses it as the real hub does.
func (h *Hub) repo(w http.ResponseWriter, r *http.Request) (*Repo, string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	name := r.PathValue("owner") + "/" + r.PathValue("name")
	repo, ok := h.Repos[name]
	switch rev := r.PathValue("revision"); {
	case !ok:
		refuse(w, http.StatusUnauthorized, "RepoNotFound", "Repository not found")
	case repo.Gated && (h.Token == "" || r.Header.Get("Authorization") != "Bearer "+h.Token):
		refuse(w, http.StatusForbidden, "GatedRepo", "Access to this resource is restricted")
	case rev != "main" && rev != repo.Revision:
		refuse(w, http.StatusNotFound, "RevisionNotFound", "Invalid rev id: "+rev)
	default:
		copied := *repo
		copied.Files = maps.Clone(repo.Files)
		return &copied, name
	}
	return nil, ""
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("X-Error-Code", code)
	w.Header().Set("X-Error-Message", message)
	w.WriteHeader(status)
}

// large reports whether the hub keeps a file in its store rather than in git.
func large(name string) bool {
	return slices.Contains([]string{".safetensors", ".onnx", ".bin", ".onnx_data"}, path.Ext(name))
}

// SHA256 and GitBlob are the two digests that a hub states.
func SHA256(b []byte) string { s := sha256.Sum256(b); return hex.EncodeToString(s[:]) }

// GitBlob is git's name of a file's content.
func GitBlob(b []byte) string {
	s := sha1.Sum(append(fmt.Appendf(nil, "blob %d\x00", len(b)), b...))
	return hex.EncodeToString(s[:])
}

func (h *Hub) info(w http.ResponseWriter, r *http.Request) {
	repo, name := h.repo(w, r)
	if repo == nil {
		return
	}
	var files []any
	for _, p := range slices.Sorted(maps.Keys(repo.Files)) {
		b, f := repo.Files[p], map[string]any{"rfilename": p}
		if !h.NoDigests {
			f["size"], f["blobId"] = len(b), GitBlob(b)
			if large(p) {
				f["blobId"] = GitBlob([]byte("pointer to " + SHA256(b)))
				f["lfs"] = map[string]any{"sha256": SHA256(b), "size": len(b), "pointerSize": 135}
			}
		}
		files = append(files, f)
	}
	answer := map[string]any{"id": name, "modelId": name, "sha": repo.Revision, "private": false, "gated": repo.Gated, "siblings": files}
	if repo.Licence != "" {
		answer["cardData"] = map[string]any{"license": repo.Licence}
		answer["tags"] = []string{"safetensors", "license:" + repo.Licence}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

func (h *Hub) resolve(w http.ResponseWriter, r *http.Request) {
	repo, name := h.repo(w, r)
	if repo == nil {
		return
	}
	p := r.PathValue("path")
	b, ok := repo.Files[p]
	if !ok {
		refuse(w, http.StatusNotFound, "EntryNotFound", "Entry not found")
		return
	}
	w.Header().Set("X-Repo-Commit", repo.Revision)
	if !large(p) {
		w.Header().Set("ETag", `"`+GitBlob(b)+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
		return
	}
	w.Header().Set("X-Linked-Etag", `"`+SHA256(b)+`"`)
	w.Header().Set("X-Linked-Size", fmt.Sprint(len(b)))
	http.Redirect(w, r, h.StoreURL+"/"+name+"/"+p+"?signature=secret", http.StatusFound)
}

func (h *Hub) store(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	repo, slow := h.Repos[r.PathValue("owner")+"/"+r.PathValue("name")], h.Slow
	var b []byte
	if repo != nil {
		b = repo.Files[r.PathValue("path")]
	}
	h.mu.Unlock()
	if b == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("ETag", `"0123456789abcdef0123456789abcdef"`) // a store's own, no digest of the content
	if slow > 0 {
		w = &slowly{ResponseWriter: w, pause: slow, gone: r.Context().Done()}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
}

// slowly pauses after every piece.
type slowly struct {
	http.ResponseWriter
	pause time.Duration
	gone  <-chan struct{}
}

func (s *slowly) Write(p []byte) (n int, err error) {
	for len(p) > 0 && err == nil {
		m := 0
		m, err = s.ResponseWriter.Write(p[:min(len(p), 64<<10)])
		n, p = n+m, p[m:]
		_ = http.NewResponseController(s.ResponseWriter).Flush()
		select {
		case <-s.gone:
			return n, http.ErrAbortHandler
		case <-time.After(s.pause):
		}
	}
	return n, err
}
