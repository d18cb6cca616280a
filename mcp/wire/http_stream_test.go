package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// serveSession serves over HTTP and begins a session there.
func serveSession(t *testing.T) (s *Server, url, session string) {
	t.Helper()
	s, _ = counting(Options{})
	h := s.HTTPHandler()
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		if err := h.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		srv.Close()
	})
	session = post(t, srv.URL, "", request(0, "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)).Header.Get("Mcp-Session-Id")
	return s, srv.URL, session
}

// openStream opens the stream of a session. It waits for the answer, so that the server knows the stream.
func openStream(t *testing.T, url, session string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", session)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return resp
}

func news(n int) protocol.JSONRPCNotification {
	out := protocol.JSONRPCNotification{JSONRPC: protocol.JSONRPC_VERSION}
	out.Method = "notifications/test"
	out.Params.AdditionalFields = map[string]any{"n": n}
	return out
}

// tellAll sends count messages. The queue is shorter, so it waits for space.
func tellAll(t *testing.T, s *Server, session string, count int) {
	t.Helper()
	for n := range count {
		for end := time.Now().Add(patience); !s.Notify(session, news(n)); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Errorf("message %d finds no room", n)
				return
			}
		}
	}
}

// TestWhatASessionIsToldComesOnItsStreamInOrder, completely, while requests of the same session are answered.
func TestWhatASessionIsToldComesOnItsStreamInOrder(t *testing.T) {
	s, url, session := serveSession(t)
	stream := openStream(t, url, session)
	const count = 300
	done, ended := make(chan struct{}), make(chan struct{})
	go func() { defer close(done); tellAll(t, s, session, count) }()
	go func() {
		defer close(ended)
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			default:
				post(t, url, session, request(n+1, "ping", "{}"))
			}
		}
	}()
	next := 0
	for lines := bufio.NewScanner(stream.Body); next < count && lines.Scan(); {
		data, isData := strings.CutPrefix(lines.Text(), "data: ")
		if !isData {
			continue
		}
		var m struct {
			Method string
			Params struct{ N int }
		}
		if err := json.Unmarshal([]byte(data), &m); err != nil || m.Method != "notifications/test" || m.Params.N != next {
			t.Fatalf("%v: message %d is %s", err, next, data)
		}
		next++
	}
	if <-ended; next != count {
		t.Errorf("%d messages came, want %d", next, count)
	}
}

// TestTellNeedsAnOpenStream: a caller learns that there is none, so that it can send the message in another way.
func TestTellNeedsAnOpenStream(t *testing.T) {
	s, url, session := serveSession(t)
	if s.Notify(session, news(1)) || s.Notify("", news(1)) || s.Notify("another", news(1)) {
		t.Error("a session without a stream was told")
	}
	first := openStream(t, url, session)
	if !s.Notify(session, news(1)) {
		t.Error("a session with a stream was not told")
	}
	_ = first.Body.Close()
	for end := time.Now().Add(patience); s.Notify(session, news(2)); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a stream that was closed is still told")
		}
	}
}

// TestTellDoesNotWaitForAClient that reads nothing: its queue fills up, and the caller learns that.
func TestTellDoesNotWaitForAClient(t *testing.T) {
	s := &Server{}
	s.opt.fill()
	one := &stream{session: "slow", of: &s.streams, waiting: make(chan []byte, mostWaiting), ResponseWriter: httptest.NewRecorder()}
	one.WriteHeader(http.StatusMethodNotAllowed)
	if s.Notify("slow", news(0)) {
		t.Error("a stream that was refused was told")
	}
	one = &stream{session: "slow", of: &s.streams, waiting: make(chan []byte, mostWaiting), ResponseWriter: httptest.NewRecorder()}
	one.WriteHeader(http.StatusOK)
	for n := range mostWaiting {
		if !s.Notify("slow", news(n)) {
			t.Fatalf("message %d of %d was refused", n, mostWaiting)
		}
	}
	if s.Notify("slow", news(0)) {
		t.Error("a full queue took one more")
	}
}
