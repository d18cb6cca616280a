package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// post sends a message to a server over HTTP, in a session if it is not "".
func post(t *testing.T, url, session, body string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
	if session != "" {
		r.Header.Set("Mcp-Session-Id", session)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp
}

// TestHTTPStreamIsPinged: each message on a stream keeps its session and the subscriptions from expiring as idle. The answer to a ping is accepted, since a client may end its
// session if it is refused.
func TestHTTPStreamIsPinged(t *testing.T) {
	s, _ := counting(Options{pingEvery: time.Millisecond})
	h := s.HTTPHandler()
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		if err := h.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		srv.Close()
	})
	session := post(t, srv.URL, "", request(0, "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)).Header.Get("Mcp-Session-Id")
	post(t, srv.URL, session, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", session)
	stream, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	pings := 0
	for lines := bufio.NewScanner(stream.Body); pings < 3 && lines.Scan(); {
		line, isData := strings.CutPrefix(lines.Text(), "data: ")
		if !isData {
			continue
		}
		var ping struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal([]byte(line), &ping); err != nil || ping.Method != "ping" || ping.ID == nil {
			t.Fatalf("%v: the stream says %s", err, line)
		}
		pings++
		for name, answer := range map[string]string{"result": "{}", "error": `{"code":-32601,"message":"what is a ping?"}`} {
			if resp := post(t, srv.URL, session, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%q:%s}`, ping.ID, name, answer)); resp.StatusCode != http.StatusAccepted {
				t.Errorf("an answer with a %s: %s, want 202", name, resp.Status)
			}
		}
	}
	if pings < 3 {
		t.Errorf("%d pings came before the stream ended", pings)
	}
	if s, _ := counting(Options{}); s.opt.pingEvery <= 0 || s.opt.pingEvery > sessionIdle/2 {
		t.Errorf("a ping every %v is too late for sessions that are idle after %v", s.opt.pingEvery, sessionIdle)
	}
}
