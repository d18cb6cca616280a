package tooldrift

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/testlog"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
)

// moody is a server over HTTP that answers chosen methods with an HTTP error.
type moody struct {
	inner     *mcpserver.MCPServer
	url       string
	refuses   sync.Map      // method: status
	sessions  atomic.Int64  // number of sessions begun
	listening chan struct{} // closed when the first stream of notifications is open
}

func startMoody(t *testing.T, names ...string) *moody {
	t.Helper()
	m := &moody{inner: mcpserver.NewMCPServer("http", "1", mcpserver.WithToolCapabilities(true)), listening: make(chan struct{})}
	for _, name := range names {
		m.inner.AddTool(protocol.NewTool(name), echo)
	}
	h := mcpserver.NewStreamableHTTPServer(m.inner)
	var opened sync.Once
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		method := ""
		m.refuses.Range(func(name, status any) bool {
			if bytes.Contains(body, []byte(`"`+name.(string)+`"`)) {
				method = name.(string)
				http.Error(w, "not now", status.(int))
			}
			return method == ""
		})
		if method != "" {
			return
		}
		if bytes.Contains(body, []byte(`"initialize"`)) {
			m.sessions.Add(1)
		}
		if r.Method == http.MethodGet {
			w = &openStream{w, func() { opened.Do(func() { close(m.listening) }) }}
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { front.CloseClientConnections(); front.Close() })
	m.url = front.URL
	return m
}

// guardMoody starts a guard over a moody server with tools a and b that then announces a change, but neither lists its tools nor accepts a new session. first is the link to it.
func guardMoody(t *testing.T, change func(*GuardOptions)) (c *guarded, m *moody, first *link) {
	t.Helper()
	m = startMoody(t, "a", "b")
	c = &guarded{t: t, pins: testPins(t), said: &testlog.Log{}}
	c.start(func(o *GuardOptions) { o.Server = Target{URL: m.url}; change(o) })
	t.Cleanup(func() { _ = c.end() }) // before the server's
	if a := c.ask("1", "initialize", greeting); a.Error != nil {
		t.Fatal(string(a.Error))
	}
	c.guard.mu.Lock()
	first = c.guard.cur
	c.guard.mu.Unlock()
	<-m.listening
	m.refuses.Store("tools/list", http.StatusTooManyRequests)
	m.refuses.Store("initialize", http.StatusServiceUnavailable)
	m.inner.AddTool(protocol.NewTool("c"), echo)
	return c, m, first
}

// TestOneBadAnswerCostsNoLink: if the list cannot be read over HTTP, calls of tools are refused. The old link still serves everything else until a new one is up.
func TestOneBadAnswerCostsNoLink(t *testing.T) {
	c, m, _ := guardMoody(t, func(o *GuardOptions) { o.Pause = time.Hour })
	c.waitLog("✖ failed x, attempt 1 of 3", 1) // the second is an hour away
	if a := c.ask("2", "tools/call", `{"name":"a","arguments":{}}`); !strings.Contains(string(a.Error), "does not list them: ") || !strings.Contains(string(a.Error), "429") {
		t.Errorf("a call of a tool of which nothing is known: %s %s", a.Result, a.Error)
	}
	if a := c.ask("3", "ping", `{}`); a.Error != nil {
		t.Errorf("a request that is no call of a tool: %s", a.Error)
	}
	m.refuses.Delete("tools/list")
	m.inner.DeleteTools("c") // this announces the change too
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		a := c.ask("4", "tools/call", `{"name":"a","arguments":{}}`)
		if a.Error == nil {
			break
		}
		if time.Since(begin) > 20*time.Second {
			t.Fatalf("listed again as it was: %s\n%s", a.Error, c.said)
		}
	}
	if n := m.sessions.Load(); n != 1 {
		t.Errorf("%d sessions, want the first alone", n)
	}
}

// TestALinkOfWhichNothingIsKnownIsGivenUp if no new one comes up: it would refuse every call forever.
func TestALinkOfWhichNothingIsKnownIsGivenUp(t *testing.T) {
	c, m, first := guardMoody(t, func(o *GuardOptions) { o.Attempts = 1 })
	c.waitLog("✖ failed x, attempt 1 of 1", 1)
	select {
	case <-first.closed:
	case <-time.After(time.Minute):
		t.Fatalf("the old link is still open\n%s", c.said)
	}
	if a := c.ask("2", "tools/call", `{"name":"a","arguments":{}}`); !strings.Contains(string(a.Error), "cannot be reached") {
		t.Errorf("no server: %s %s", a.Result, a.Error)
	}
	m.refuses.Range(func(name, _ any) bool { m.refuses.Delete(name); return true })
	c.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a","arguments":{}}}`)
	for range 2 { // the answer and the list change, in any order
		if p := c.next(); p.Error != nil {
			t.Errorf("the server is back: %s", p.Error)
		}
	}
	if names := c.tools(); names != "a b c" {
		t.Errorf("tools %s", names)
	}
}
