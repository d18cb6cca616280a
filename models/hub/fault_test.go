package hub

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"asterism/models"
	"asterism/models/drawn/fakehub"
)

// status is a fault that answers with a status and headers, headers given as name, value, …
func status(code int, header ...string) fakehub.Fault {
	return func(_ fakehub.Part, w http.ResponseWriter, _ *http.Request) bool {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		return true
	}
}

// at limits a fault to one door; times to the first requests there (0: all). It counts atomically: a door that stalls is
// still busy with one request when the next comes.
func at(p fakehub.Part, times int64, f fakehub.Fault) fakehub.Fault {
	var n atomic.Int64
	return func(q fakehub.Part, w http.ResponseWriter, r *http.Request) bool {
		if q != p {
			return false
		}
		nth := n.Add(1)
		return (times == 0 || nth <= times) && f(q, w, r)
	}
}

// truncate sends the first n bytes of what was asked for and breaks the connection.
func truncate(body []byte, n int) fakehub.Fault {
	return func(_ fakehub.Part, w http.ResponseWriter, r *http.Request) bool {
		from := 0
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		w.Header().Set("Content-Length", fmt.Sprint(len(body)-from))
		if from > 0 {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(body)-1, len(body)))
			w.WriteHeader(http.StatusPartialContent)
		}
		_, _ = w.Write(body[from:min(len(body), from+n)])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

// stall sends some bytes and then nothing, until the client gives up.
func stall(body []byte, n int) fakehub.Fault {
	return func(_ fakehub.Part, w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		_, _ = w.Write(body[:n])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		return true
	}
}

// send answers with another body, whole.
func send(body []byte) fakehub.Fault {
	return func(_ fakehub.Part, w http.ResponseWriter, _ *http.Request) bool {
		_, _ = w.Write(body)
		return true
	}
}

func to(url string) fakehub.Fault { return status(http.StatusFound, "Location", url) }

// TestFaults is the table of what can go wrong and what this program answers. words empty: the pull gets through.
func TestFaults(t *testing.T) {
	weights := content(1, 300_001)
	other := content(7, 300_001)
	const kept = "what has come is kept"
	for name, c := range map[string]struct {
		fault  fakehub.Fault
		words  []string
		waited time.Duration // at least
	}{
		"unknown repository":     {at(fakehub.Info, 0, status(401, "X-Error-Code", "RepoNotFound", "X-Error-Message", "Repository not found")), []string{"team/one", "401", "does not exist, or is private", "HF_TOKEN"}, 0},
		"gated, no token":        {at(fakehub.Info, 0, status(401, "X-Error-Code", "GatedRepo")), []string{"401", "gated", "ask for access", "HF_TOKEN"}, 0},
		"gated, not granted":     {at(fakehub.Resolve, 0, status(403)), []string{"403", "gated", "ask for access"}, 0},
		"unknown revision":       {at(fakehub.Info, 0, status(404, "X-Error-Code", "RevisionNotFound")), []string{"404", "no such revision"}, 0},
		"file is gone":           {at(fakehub.Store, 0, status(404)), []string{"model.safetensors", "404"}, 0},
		"429 once, with seconds": {at(fakehub.Info, 1, status(429, "Retry-After", "2")), nil, 2 * time.Second},
		"429 once, with a date":  {at(fakehub.Store, 1, status(429, "Retry-After", time.Now().Add(90*time.Second).UTC().Format(http.TimeFormat))), nil, 30 * time.Second},
		"429 once, bare":         {at(fakehub.Store, 1, status(429)), nil, time.Millisecond},
		"429 for ever":           {at(fakehub.Store, 0, status(429)), []string{"429", "4 attempts", kept}, 0},
		"429 for an hour":        {at(fakehub.Info, 0, status(429, "Retry-After", "3600")), []string{"429", "1h0m0s", "longer than the 5m0s"}, 0},
		"500 twice":              {at(fakehub.Resolve, 2, status(500)), nil, 3 * time.Millisecond},
		"503 for ever":           {at(fakehub.Resolve, 0, status(503, "X-Error-Message", "come back later")), []string{"503", "come back later", "4 attempts"}, 0},
		"418":                    {at(fakehub.Store, 0, status(418)), []string{"418", "does not expect"}, 0},
		"truncated once":         {at(fakehub.Store, 1, truncate(weights, 100_000)), nil, time.Millisecond},
		"truncated again and again, but further each time": {at(fakehub.Store, 6, truncate(weights, 40_000)), nil, 6 * time.Millisecond},
		"empty answers":         {at(fakehub.Store, 0, truncate(weights, 0)), []string{"4 attempts", kept}, 0},
		"stalled once":          {at(fakehub.Store, 1, stall(weights, 200_000)), nil, time.Millisecond},
		"stalled for ever":      {at(fakehub.Store, 0, stall(weights, 0)), []string{"nothing came for 1s", "4 attempts"}, 0},
		"stalled before a head": {at(fakehub.Info, 0, func(_ fakehub.Part, _ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true }), []string{"nothing came for 1s"}, 0},
		"wrong bytes":           {at(fakehub.Store, 0, send(other)), []string{"sha256", fakehub.SHA256(weights), fakehub.SHA256(other), "was removed"}, 0},
		"wrong bytes in git":    {at(fakehub.Resolve, 1, send([]byte(`{"seed":2}`))), []string{"config.json", "git blob id", fakehub.GitBlob([]byte(`{"seed":1}`)), fakehub.GitBlob([]byte(`{"seed":2}`))}, 0},
		"longer than listed": {at(fakehub.Store, 0, func(_ fakehub.Part, w http.ResponseWriter, _ *http.Request) bool {
			_ = http.NewResponseController(w).Flush()
			_, _ = w.Write(slices.Concat(weights, []byte{1}))
			return true
		}), []string{"more than the 300001 bytes"}, 0},
		"another length": {at(fakehub.Store, 0, send(weights[:1000])), []string{"1000 bytes now", "300001", "run the same command again"}, 0},
		"another digest": {nil, []string{"changed meanwhile", fakehub.SHA256(weights), fakehub.SHA256(other)}, 0},
		"another commit": {at(fakehub.Resolve, 0, status(200, "X-Repo-Commit", commitB, "Content-Length", "10")), []string{commitB, commitA}, 0},
		"redirects for ever": {at(fakehub.Resolve, 0, func(_ fakehub.Part, w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
			return true
		}), []string{"redirect refused", "10 in a row"}, 0},
		"redirect to a file":    {at(fakehub.Resolve, 0, to("file:///etc/passwd")), []string{"redirect refused", "to file"}, 0},
		"no JSON":               {at(fakehub.Info, 0, send([]byte("<html>"))), []string{"parse model info"}, 0},
		"answers about another": {at(fakehub.Info, 0, send([]byte(`{"id":"team/else","sha":"`+commitA+`"}`))), []string{`"team/else"`}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // some wait for an answer that does not come
			h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
			if name == "another digest" { // the small files come from the same door, and where the store is is known only now
				c.fault = func(p fakehub.Part, w http.ResponseWriter, r *http.Request) bool {
					return p == fakehub.Resolve && strings.HasSuffix(r.URL.Path, ".safetensors") &&
						status(http.StatusFound, "Location", h.StoreURL+"/team/one/model.safetensors", "X-Linked-Etag", `"`+fakehub.SHA256(other)+`"`)(p, w, r)
				}
			}
			h.Fault = c.fault
			var waited time.Duration
			src := web(t, h.URL)
			src.Patience = quick(&waited)
			o := options(src, dir, models.Semantic)
			o.Patience = src.Patience
			_, err := pull(o)
			if waited < c.waited {
				t.Errorf("waited %v, want at least %v", waited, c.waited)
			}
			if c.words == nil {
				if err != nil {
					t.Fatal(err)
				}
				whole(t, dir, models.Semantic)
				return
			}
			says(t, err, c.words...)
			if err != nil && strings.Contains(err.Error(), "signature") {
				t.Errorf("the error tells the store's signed address: %v", err)
			}
			if _, err := os.Stat(dir); err == nil {
				t.Error("there is a profile after a pull that failed")
			}
			h.Change(func() { h.Fault = nil })
			if _, err := pull(o); err != nil { // what is left behind never stands in the way
				t.Fatal(err)
			}
			whole(t, dir, models.Semantic)
		})
	}
}

// TestSlowIsNotStalled: a transfer may take longer than a silence may.
func TestSlowIsNotStalled(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	h.Slow = 300 * time.Millisecond // five pieces, and a machine under load has most of a second for each
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
	if got := fromStore(h); len(got) != 1 {
		t.Errorf("the store was asked %d times", len(got))
	}
}

// TestNobodyListens: a hub that cannot be reached is tried a few times, then named.
func TestNobodyListens(t *testing.T) {
	h := startHub(t)
	src := web(t, h.URL)
	h.Close()
	_, err := MakePlan(context.Background(), options(src, filepath.Join(t.TempDir(), "full"), models.Semantic))
	says(t, err, h.URL, "refused", "4 attempts")
}

// TestCancelledPullGoesOn: Ctrl-C in the middle leaves what has come.
func TestCancelledPullGoesOn(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	p, err := MakePlan(context.Background(), options(web(t, h.URL), dir, models.Semantic))
	if err != nil {
		t.Fatal(err)
	}
	h.Slow = 5 * time.Millisecond
	ctx, cancel := context.WithCancel(context.Background())
	_, err = p.Run(ctx, pretend, func(_ string, done, total int64) {
		if done > total/2 {
			cancel()
		}
	})
	if err == nil || ctx.Err() == nil {
		t.Fatalf("got %v, want the cancellation", err)
	}
	says(t, err, context.Canceled.Error())
	h.Requests()
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
	for _, r := range h.Requests() {
		if r.Part == fakehub.Store && !strings.HasPrefix(r.Range, "bytes=") {
			t.Errorf("began anew: %+v", r)
		}
	}
}
