package dashboard

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/tools"

	"github.com/google/uuid"
)

// keeping is a mock engine that only forgets and restores.
type keeping struct {
	tools.Reader
	done []string
}

func (k *keeping) Get(_ context.Context, id store.ID) (*store.Memory, error) {
	return &store.Memory{ID: id, Namespace: "default"}, nil
}

func (k *keeping) Resolve(context.Context, string) (store.ID, error) {
	return store.ID{}, &engine.Error{Kind: engine.KindInvalid, Message: "that is no id"}
}

func (k *keeping) ResolveGoal(ctx context.Context, digits string) (store.ID, error) {
	return k.Resolve(ctx, digits)
}

func (k *keeping) ResolveQuery(ctx context.Context, digits string) (store.ID, error) {
	return k.Resolve(ctx, digits)
}

func (k *keeping) Forget(_ context.Context, id store.ID, hard bool) (*engine.Forgotten, error) {
	k.done = append(k.done, "forget")
	return &engine.Forgotten{ID: id, Hard: hard, RestorableUntil: time.Unix(1e9, 0)}, nil
}

func (k *keeping) Restore(context.Context, store.ID) error {
	k.done = append(k.done, "restore")
	return nil
}

// request is a request that the page would make on this machine.
type request struct {
	method, tool, body, remote, secret, media, origin, site string
}

func (r request) send(t *testing.T, readOnly bool) (code int, answer map[string]any, done []string) {
	t.Helper()
	k := &keeping{}
	o := options(nil, &engine.Status{}, nil)
	o.ReadOnly = readOnly
	o.Engine = func(context.Context) (*tools.Engine, error) {
		return &tools.Engine{Resolver: k, Reader: k, Forgetter: k}, nil
	}
	data := Data(o)
	w := httptest.NewRecorder()
	data.ServeHTTP(w, httptest.NewRequest("GET", "/dashboard/data/status", nil))
	var s Status
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	q := httptest.NewRequest(r.method, "http://127.0.0.1:7737/dashboard/data/change/"+r.tool, strings.NewReader(r.body))
	q.RemoteAddr = r.remote
	for name, v := range map[string]string{"Content-Type": r.media, "Origin": r.origin, "Sec-Fetch-Site": r.site, ChangeHeader: strings.ReplaceAll(r.secret, "given", s.Change)} {
		if v != "" {
			q.Header.Set(name, v)
		}
	}
	w = httptest.NewRecorder()
	data.ServeHTTP(w, q)
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	return w.Code, answer, k.done
}

func TestChange(t *testing.T) {
	id := uuid.New().String()
	page := request{"POST", "forget_memory", `{"id":"` + id + `"}`, "127.0.0.1:50000", "given", "application/json", "http://127.0.0.1:7737", "same-origin"}
	with := func(change func(*request)) request {
		r := page
		change(&r)
		return r
	}
	for name, c := range map[string]struct {
		r        request
		readOnly bool
		code     int
		says     string
	}{
		"the page":          {r: page, code: 200},
		"restore":           {r: with(func(r *request) { r.tool = "restore_memory" }), code: 200},
		"by IPv6":           {r: with(func(r *request) { r.remote = "[::1]:50000" }), code: 200},
		"an older browser":  {r: with(func(r *request) { r.site = "" }), code: 200},
		"read-only":         {r: page, readOnly: true, code: 403, says: "only reads"},
		"GET":               {r: with(func(r *request) { r.method = "GET" }), code: 405},
		"PUT":               {r: with(func(r *request) { r.method = "PUT" }), code: 405},
		"no secret":         {r: with(func(r *request) { r.secret = "" }), code: 403, says: "reload"},
		"a wrong secret":    {r: with(func(r *request) { r.secret = "given1" }), code: 403, says: "reload"},
		"from elsewhere":    {r: with(func(r *request) { r.remote = "192.0.2.7:50000" }), code: 403, says: "machine"},
		"no address":        {r: with(func(r *request) { r.remote = "" }), code: 403, says: "machine"},
		"another origin":    {r: with(func(r *request) { r.origin, r.site = "http://localhost:3000", "" }), code: 403, says: "another site"},
		"another site":      {r: with(func(r *request) { r.site = "cross-site" }), code: 403, says: "another site"},
		"another port":      {r: with(func(r *request) { r.site = "same-site" }), code: 403, says: "another site"},
		"a form":            {r: with(func(r *request) { r.media = "text/plain" }), code: 415, says: "application/json"},
		"no media type":     {r: with(func(r *request) { r.media = "" }), code: 415, says: "application/json"},
		"for good":          {r: with(func(r *request) { r.body = `{"id":"` + id + `","hard":true}` }), code: 400, says: "--hard"},
		"not for good":      {r: with(func(r *request) { r.body = `{"id":"` + id + `","hard":false}` }), code: 400, says: "--hard"},
		"another tool":      {r: with(func(r *request) { r.tool = "store_memory" }), code: 400, says: "does not change"},
		"a reading tool":    {r: with(func(r *request) { r.tool = "get_memory" }), code: 400, says: "does not change"},
		"unknown argument":  {r: with(func(r *request) { r.body = `{"id":"` + id + `","x":1}` }), code: 400, says: "unknown argument"},
		"no JSON":           {r: with(func(r *request) { r.body = `id=1` }), code: 400, says: "no JSON object"},
		"an id that is not": {r: with(func(r *request) { r.body = `{"id":"<script>"}` }), code: 400, says: "id"},
	} {
		code, answer, done := c.r.send(t, c.readOnly)
		if code != c.code || (code == 200) != (len(done) == 1) {
			t.Errorf("%s: %d %v, done %v; want %d", name, code, answer, done, c.code)
		}
		if c.says != "" {
			f, _ := answer["error"].(map[string]any)
			if f == nil || !strings.Contains(f["message"].(string)+" "+asText(f["hint"]), c.says) {
				t.Errorf("%s: %v, want %q", name, answer, c.says)
			}
		}
	}
}

func asText(v any) string {
	s, _ := v.(string)
	return s
}

// TestChangesCanBeUndone: no tool of the page removes for good, and all are tools of the assistant.
func TestChangesCanBeUndone(t *testing.T) {
	all, err := tools.Of("all")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Changes() {
		if slices.Contains(Tools(), name) || !slices.ContainsFunc(all, func(x *tools.Tool) bool { return x.Name == name && !x.Hints.ReadOnly }) {
			t.Errorf("%s is no tool that changes", name)
		}
	}
}

// TestReadOnlyPagesGetNoSecret: without it the page offers no change.
func TestReadOnlyPagesGetNoSecret(t *testing.T) {
	secrets := map[string]bool{}
	for range 3 {
		for _, readOnly := range []bool{false, true} {
			o := options(nil, &engine.Status{}, nil)
			o.ReadOnly = readOnly
			_, v := askWith(t, Data(o), "GET", "/dashboard/data/status", "")
			s, _ := v["change"].(string)
			if (s == "") != readOnly || s != "" && (len(s) < 20 || secrets[s]) {
				t.Errorf("read-only %v: %q", readOnly, s)
			}
			secrets[s] = true
		}
	}
}

// TestHintsAreForPeople: the page's error texts name no tool of an assistant.
func TestHintsAreForPeople(t *testing.T) {
	for _, kind := range []engine.Kind{engine.KindInvalid, engine.KindInternal, engine.KindStorage, engine.KindEmbedding, engine.KindPurpose, engine.KindDevice, engine.KindNotFound, engine.KindBusy, engine.KindGoal, engine.KindNoHistory} {
		_, v := ask(t, options(&minding{err: &engine.Error{Kind: kind, Message: "m"}}, nil, nil), "POST", "/dashboard/data/ask/get_workspace", `{}`)
		hint := asText(v["error"].(map[string]any)["hint"])
		for _, name := range append(tools.ReadOnly(), "set_north_star", "add_goal", "inject_context", "retry_after_ms") {
			if strings.Contains(hint, name) {
				t.Errorf("%s: %q", kind, hint)
			}
		}
	}
}
