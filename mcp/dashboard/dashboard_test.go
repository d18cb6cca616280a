package dashboard

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/mcp/tools"
	"asterism/models"
)

// minding is a mock engine that only has goals and the workspace.
type minding struct {
	tools.WorkspaceReader
	namespace string
	err       error
}

func (m *minding) Workspace(_ context.Context, namespace, _ string) (*engine.WorkspaceState, error) {
	m.namespace = namespace
	return &engine.WorkspaceState{Snapshot: workspace.Snapshot{Namespace: "default", Capacity: 7}}, m.err
}

func options(e *minding, st *engine.Status, err error) Options {
	return Options{Version: "1.2.3", Engine: func(context.Context) (*tools.Engine, error) { return &tools.Engine{WorkspaceReader: e}, nil },
		Status: func(context.Context) (*engine.Status, error) { return st, err }, Ready: func() (bool, string) { return st != nil, "loading models" }}
}

func ask(t *testing.T, o Options, method, path, body string) (int, map[string]any) {
	t.Helper()
	return askWith(t, Data(o), method, path, body)
}

func askWith(t *testing.T, h http.Handler, method, path, body string) (int, map[string]any) {
	t.Helper()
	code, answer := raw(t, h, method, path, body)
	var v map[string]any
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		t.Fatalf("%s %s: %d, no JSON: %s", method, path, code, answer)
	}
	return code, v
}

func raw(t *testing.T, h http.Handler, method, path, body string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
	return w.Code, w.Body.String()
}

// TestStatusSaysThatNothingNewCanBeStored, with the reason, and nothing if writes are accepted.
func TestStatusSaysThatNothingNewCanBeStored(t *testing.T) {
	for _, why := range []string{"", "3 MiB are free on its disk, and 64 MiB must be for a write"} {
		_, v := ask(t, options(nil, &engine.Status{Store: store.Info{Refuses: why}}, nil), http.MethodGet, "/dashboard/data/status", "")
		if told, has := v["store"].(map[string]any)["writes_refused"]; has != (why != "") || has && told != why {
			t.Errorf("it says %v, want %q", told, why)
		}
	}
	b, err := page.ReadFile("page/main.js")
	if err != nil || !strings.Contains(string(b), "s.store?.writes_refused") {
		t.Errorf("the page does not show it: %v", err)
	}
}

func TestStatus(t *testing.T) {
	st := &engine.Status{Profile: "compact", Indexed: 5, Store: store.Info{Format: 4, Namespaces: map[string]store.NamespaceInfo{"a": {Live: 3, Forgotten: 1}}},
		Lanes: sched.Stats{Workers: 2, InWork: 9, Questions: 4, Cap: 10, CallP50: 1500 * time.Microsecond, Lanes: []sched.LaneStats{{Space: models.Code, Backend: "b", Rows: 7, Busy: time.Second}}}}
	code, v := ask(t, options(nil, st, nil), "GET", "/dashboard/data/status", "")
	if code != 200 || v["ready"] != true || v["version"] != "1.2.3" {
		t.Fatalf("%d %v", code, v)
	}
	queue, kept, space := v["queue"].(map[string]any), v["store"].(map[string]any), v["spaces"].([]any)[0].(map[string]any)
	if queue["passages"] != 5. || queue["questions"] != 4. || queue["call_p50_ms"] != 1.5 || kept["live"] != 3. || space["code"] != "E7" || space["rows"] != 7. || space["busy_s"] != 1. {
		t.Errorf("%v %v %v", queue, kept, space)
	}
	if code, v := ask(t, options(nil, nil, nil), "GET", "/dashboard/data/status", ""); code != 200 || v["ready"] != false || v["doing"] != "loading models" || v["store"] != nil {
		t.Errorf("while it is opened: %d %v", code, v)
	}
	if code, v := ask(t, options(nil, nil, errors.New("the disk is gone")), "GET", "/dashboard/data/status", ""); code != 500 || v["error"].(map[string]any)["message"] != "the disk is gone" {
		t.Errorf("a fault: %d %v", code, v)
	}
}

func TestAsk(t *testing.T) {
	e := &minding{}
	if code, v := ask(t, options(e, nil, nil), "POST", "/dashboard/data/ask/get_workspace", `{"namespace":"n"}`); code != 200 || v["capacity"] != 7. || e.namespace != "n" {
		t.Errorf("%d %v, asked for %q", code, v, e.namespace)
	}
	for name, c := range map[string]struct {
		tool, body string
		err        error
		code       int
		says       string
	}{
		"a tool that writes": {"forget_memory", `{"id":"x"}`, nil, 400, "does not ask"},
		"unknown tool":       {"x", `{}`, nil, 400, "does not ask"},
		"no JSON":            {"get_workspace", `[`, nil, 400, "no JSON object"},
		"a list":             {"get_workspace", `[]`, nil, 400, "no JSON object"},
		"unknown argument":   {"get_workspace", `{"x":1}`, nil, 400, "unknown argument"},
		"no history":         {"get_workspace", `{}`, &engine.Error{Kind: engine.KindNoHistory, Message: "none yet"}, 404, "none yet"},
		"busy":               {"get_workspace", `{}`, &engine.Error{Kind: engine.KindBusy, Message: "full"}, 503, "full"},
		"a fault":            {"get_workspace", `{}`, errors.New("odd"), 500, "odd"},
	} {
		code, v := ask(t, options(&minding{err: c.err}, nil, nil), "POST", "/dashboard/data/ask/"+c.tool, c.body)
		if f, _ := v["error"].(map[string]any); code != c.code || f == nil || !strings.Contains(f["message"].(string), c.says) {
			t.Errorf("%s: %d %v, want %d and %q", name, code, v, c.code, c.says)
		}
	}
}

// unmeasured is a mock engine whose drift was never measured.
type unmeasured struct{ tools.DriftMeter }

func (unmeasured) DriftHistory(context.Context, engine.HistoryQuestion) (*engine.DriftHistory, error) {
	return nil, &engine.Error{Kind: engine.KindNoHistory, Message: "call a tool"}
}

// TestDriftThatWasNeverMeasuredIsNoError: an error would appear in the browser's console.
func TestDriftThatWasNeverMeasuredIsNoError(t *testing.T) {
	o := options(nil, nil, nil)
	o.Engine = func(context.Context) (*tools.Engine, error) { return &tools.Engine{DriftMeter: unmeasured{}}, nil }
	if code, v := ask(t, o, "POST", "/dashboard/data/ask/get_drift_history", "{}"); code != 200 || len(v["history"].([]any)) != 0 {
		t.Errorf("%d %v", code, v)
	}
}

// TestToolsOnlyRead: even a manipulated page must not be able to change anything.
func TestToolsOnlyRead(t *testing.T) {
	reading := tools.ReadOnly()
	for _, tool := range Tools() {
		if !slices.Contains(reading, tool) {
			t.Errorf("%s may change something", tool)
		}
	}
}

func TestPage(t *testing.T) {
	for path, kind := range map[string]string{"/": "text/html", "/dashboard/": "text/html", "/dashboard/icon.svg": "image/svg+xml"} {
		w := httptest.NewRecorder()
		Page().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), kind) || !strings.Contains(w.Header().Get("Content-Security-Policy"), "script-src 'sha256-") || w.Body.Len() == 0 {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	w := httptest.NewRecorder()
	Page().ServeHTTP(w, httptest.NewRequest("GET", "/dashboard/../handler.go", nil))
	if w.Code == 200 {
		t.Error("a file outside of the page is served")
	}
	w = httptest.NewRecorder()
	Page().ServeHTTP(w, httptest.NewRequest("POST", "/dashboard/", nil))
	if w.Code != 405 {
		t.Errorf("POST: %d", w.Code)
	}
}

// TestPageKeepsItsPolicy: what the policy forbids would fail in a browser without a message to the user.
func TestPageKeepsItsPolicy(t *testing.T) {
	forbidden := regexp.MustCompile(`(?i)https?://|\son\w+=|\sstyle=|<style|javascript:|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function`)
	allowed := regexp.MustCompile(`http://www\.w3\.org/2000/svg`)
	err := fs.WalkDir(page, "page", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := page.ReadFile(path)
		for _, bad := range forbidden.FindAllString(allowed.ReplaceAllString(string(body), ""), -1) {
			t.Errorf("%s holds %q", path, bad)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAClusterIsShownOnItsNodesAlone: a single machine does not mention clusters.
func TestAClusterIsShownOnItsNodesAlone(t *testing.T) {
	o := options(nil, nil, nil)
	if _, v := ask(t, o, "GET", "/dashboard/data/status", ""); v["cluster"] != nil {
		t.Errorf("one machine: %v", v["cluster"])
	}
	o.Cluster = func() *Cluster {
		return &Cluster{Cluster: "team-1", Node: "a", Shards: 16, Keeps: 16, Nodes: []ClusterNode{{"a", "127.0.0.1:7747", 5}}}
	}
	_, v := ask(t, o, "GET", "/dashboard/data/status", "")
	if c, _ := v["cluster"].(map[string]any); c["node"] != "a" || c["nodes"].([]any)[0].(map[string]any)["leads"] != 5. {
		t.Errorf("a node: %v", v["cluster"])
	}
}
