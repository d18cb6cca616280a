package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"asterism/mcp/tools"
)

// web is a raw HTTP client of one session.
type web struct {
	t       *testing.T
	url     string
	session string
	version string
}

func serveHTTP(t *testing.T, opt Options) *web {
	t.Helper()
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	h := s.HTTPHandler()
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		if err := h.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		srv.Close()
	})
	return &web{t: t, url: srv.URL, version: "2025-06-18"}
}

func (w *web) post(ctx context.Context, body string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if w.version != "" {
		r.Header.Set("Mcp-Protocol-Version", w.version)
	}
	if w.session != "" {
		r.Header.Set("Mcp-Session-Id", w.session)
	}
	setStandardHeaders(r, body)
	return http.DefaultClient.Do(r)
}

// setStandardHeaders repeats the method and the name or address in the headers, as the stateless revision requires.
func setStandardHeaders(r *http.Request, body string) {
	var m struct {
		Method string
		Params struct{ Name, URI string }
	}
	if json.Unmarshal([]byte(body), &m) == nil && r.Header.Get("Mcp-Protocol-Version") == "2026-07-28" {
		r.Header.Set("Mcp-Method", m.Method)
		if name := m.Params.Name + m.Params.URI; name != "" {
			r.Header.Set("Mcp-Name", name)
		}
	}
}

// ask posts a message and returns every message of the answer, which is plain JSON or a stream of events.
func (w *web) ask(body string) []map[string]any {
	w.t.Helper()
	resp, err := w.post(w.t.Context(), body)
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := messagesOf(resp)
	if err != nil {
		w.t.Fatal(err)
	}
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		w.session = id
	}
	return out
}

// messagesOf reads an answer to its end.
func messagesOf(resp *http.Response) (out []map[string]any, err error) {
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	s := bufio.NewScanner(bytes.NewReader(raw))
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		line := strings.TrimPrefix(s.Text(), "data: ")
		var m map[string]any
		if strings.HasPrefix(line, "{") {
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				return nil, err
			}
			out = append(out, m)
		}
	}
	return out, nil
}

func (w *web) handshake() {
	w.t.Helper()
	m := w.ask(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	if len(m) != 1 || m[0]["error"] != nil || w.session == "" {
		w.t.Fatalf("initialize: %v, session %q", m, w.session)
	}
	w.ask(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

func TestHTTPCall(t *testing.T) {
	w := serveHTTP(t, Options{Engine: newFake().provider})
	w.handshake()
	body, isError := content(t, w.ask(callLine(1, "inject_context", `{"content":"a","rationale":"b"}`, ""))[0])
	if isError || body["fingerprintId"] == nil {
		t.Errorf("got %v", body)
	}
	if e := refusal(t, w.ask(callLine(2, "inject_context", `{"content":"a"}`, ""))[0]); e["code"] != -32602. {
		t.Errorf("got %v", e)
	}
	if m := w.ask(callLine(3, "inject_context", "{\"content\":\"\xff\"}", ""))[0]; m["error"] == nil {
		t.Errorf("bad UTF-8 was taken: %v", m)
	}
}

func TestHTTPProtocolErrorStyle(t *testing.T) {
	fake, reported := newFake(), make(chan struct{}, 1<<10)
	opt := Options{ErrorStyle: "protocol", WarmUp: patience, progressEvery: time.Millisecond}
	opt.Doing = func() string { reported <- struct{}{}; return "waking" }
	slow := true
	opt.Engine = func(context.Context) (*tools.Engine, error) {
		for range 2 { // the first report is sent when the second is made
			if slow {
				<-reported
			}
		}
		slow = false // one call at a time
		return fake.parts(), nil
	}
	w := serveHTTP(t, opt)
	w.handshake()
	// With progress the answer comes as events, otherwise as plain JSON. The code is right in both.
	for _, meta := range []string{`{"progressToken":1}`, ""} {
		all := w.ask(callLine(1, "inject_context", `{"content":"fail STORAGE","rationale":"b"}`, meta))
		last := all[len(all)-1]
		e, ok := last["error"].(map[string]any)
		if !ok || e["code"] != -32004. || e["message"] != "made to fail" || last["id"] != 1. {
			t.Errorf("got %v", last)
		}
		if meta != "" && (len(all) < 2 || all[0]["method"] != "notifications/progress") {
			t.Errorf("no progress: %v", all)
		}
	}
}

func TestHTTPCancelStopsTheWork(t *testing.T) {
	fake := newFake()
	w := serveHTTP(t, Options{Engine: fake.provider})
	w.handshake()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if resp, err := w.post(t.Context(), callLine(5, "inject_context", `{"content":"wait","rationale":"b"}`, "")); err == nil {
			_ = resp.Body.Close()
		}
	}()
	<-fake.waiting
	w.ask(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`)
	<-fake.cancelled
	<-done
}

func TestHTTPDisconnectStopsTheWork(t *testing.T) {
	fake := newFake()
	w := serveHTTP(t, Options{Engine: fake.provider})
	w.handshake()
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if resp, err := w.post(ctx, callLine(5, "inject_context", `{"content":"wait","rationale":"b"}`, "")); err == nil {
			_ = resp.Body.Close()
		}
	}()
	<-fake.waiting
	leave()
	<-fake.cancelled
	<-done
}

// TestHTTPCancelDoesNotReachAnotherClient: ids belong to one client, and two clients often use the same.
func TestHTTPCancelDoesNotReachAnotherClient(t *testing.T) {
	const stateless = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for version, meta := range map[string]string{"2025-06-18": "{}", "2026-07-28": stateless} {
		t.Run(version, func(t *testing.T) {
			fake := newFake()
			one := serveHTTP(t, Options{Engine: fake.provider})
			other := &web{t: t, url: one.url, version: version}
			one.version = version
			if version != "2026-07-28" {
				one.handshake()
				other.handshake()
			}
			ctx, leave := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				if resp, err := one.post(ctx, callLine(5, "inject_context", `{"content":"wait","rationale":"b"}`, meta)); err == nil {
					_ = resp.Body.Close()
				}
			}()
			<-fake.waiting
			other.ask(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"_meta":` + meta + `}}`)
			other.ask(callLine(6, "search_graph", `{"query":"x"}`, meta))
			select {
			case <-fake.cancelled:
				t.Error("a stranger cancelled the call")
			default:
				leave()
				<-fake.cancelled
			}
			leave()
			<-done
		})
	}
}

func TestHTTPManyClientsAtOnce(t *testing.T) {
	fake := newFake()
	w := serveHTTP(t, Options{Engine: fake.provider})
	const clients, each = 8, 25
	errs := make(chan error, clients)
	for c := range clients {
		go func() {
			w := &web{t: t, url: w.url, version: w.version}
			w.handshake()
			for i := range each {
				m := w.ask(callLine(i, "inject_context", fmt.Sprintf(`{"content":"client %d note %d","rationale":"b"}`, c, i), ""))
				if m[0]["id"] != float64(i) || m[0]["error"] != nil {
					errs <- fmt.Errorf("client %d call %d: %v", c, i, m)
					return
				}
			}
			errs <- nil
		}()
	}
	for range clients {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if fake.count() != clients*each {
		t.Errorf("%d stored, want %d", fake.count(), clients*each)
	}
}

func TestHTTPStateless(t *testing.T) {
	w := serveHTTP(t, Options{Engine: newFake().provider})
	w.version = "2026-07-28"
	m := w.ask(callLine(1, "search_graph", `{"query":"x"}`, `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`))
	if body, isError := content(t, m[0]); isError || body["untrusted"] != true {
		t.Errorf("got %v", m)
	}
	if w.session != "" {
		t.Errorf("a stateless answer carries session %q", w.session)
	}
}
