package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestHTTPStreamIsPinged: each message on a stream keeps its session, and the subscriptions with it, from being let go of as idle. The answer to a ping is
// taken, as a client may end its session over one that is refused.
func TestHTTPStreamIsPinged(t *testing.T) {
	w := serveHTTP(t, Options{Engine: newFake().provider, pingEvery: time.Millisecond})
	w.handshake()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", w.session)
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
			resp, err := w.post(t.Context(), fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%q:%s}`, ping.ID, name, answer))
			if err != nil {
				t.Fatal(err)
			}
			if _ = resp.Body.Close(); resp.StatusCode != http.StatusAccepted {
				t.Errorf("an answer with a %s: %s, want 202", name, resp.Status)
			}
		}
	}
	if pings < 3 {
		t.Errorf("%d pings came before the stream ended", pings)
	}
	if s := newServer(t, Options{Engine: newFake().provider}); s.opt.pingEvery <= 0 || s.opt.pingEvery > sessionIdle/2 {
		t.Errorf("a ping every %v is too late for sessions that are idle after %v", s.opt.pingEvery, sessionIdle)
	}
}
