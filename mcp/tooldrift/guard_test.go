package tooldrift

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/testlog"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
)

// TestGuardPassesOn: calls, errors with their data, requests of the server, notifications of the client.
func TestGuardPassesOn(t *testing.T) {
	c := guardOver(t, "AB", nil)
	if names := c.tools(); names != "read write" {
		t.Errorf("tools %s", names)
	}
	if a := c.call("1", "read", "echo"); !strings.Contains(string(a.Result), `"text":"hi"`) {
		t.Errorf("%s %s", a.Result, a.Error)
	}
	if a := c.ask(`"é"`, "prompts/list", `{}`); string(a.Error) != `{"code":-32601,"message":"no such method","data":{"asked":"prompts/list"}}` {
		t.Errorf("%s", a.Error)
	}
	c.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":` + callParams("read", "ask", "") + `}`)
	question := c.next()
	if question.Method != "roots/list" {
		t.Fatalf("%+v", question)
	}
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"roots":[]}}`, question.ID))
	if a := c.next(); string(a.ID) != "2" || !strings.Contains(string(a.Result), `{\"roots\":[]}`) {
		t.Errorf("%+v", a)
	}
	if pin, err := c.pins.Read("x"); err != nil || joined(pin.List) != "read write" {
		t.Errorf("the first list is not pinned: %v", err)
	}
	c.waitLog("✓ connected", 1)
}

// TestGuardBetweenLives: a server that dies and restarts with each of the five kinds, under each policy.
func TestGuardBetweenLives(t *testing.T) {
	after := map[Kind]string{Identity: "ABC", Append: "ABCD", Edit: "A'BC", Reorder: "BAC", Remove: "AC"}
	accepted := map[Kind]string{Identity: "read write search", Append: "read write search delete", Edit: "read write search", Reorder: "write read search", Remove: "read search"}
	blocked := map[Kind]string{Edit: "read", Remove: "write", Append: "delete"}
	for kind, word := range after {
		for _, p := range []Policy{{}, {Force: true}, {Strict: true}, {Force: true, Strict: true}} {
			t.Run(fmt.Sprintf("%s force=%v strict=%v", kind, p.Force, p.Strict), func(t *testing.T) {
				t.Parallel()
				c := guardOver(t, "ABC", func(o *GuardOptions) { o.Policy = p })
				first := c.call("1", "search", "echo")
				c.offer(word)
				if a := c.call("2", "search", "die"); !strings.Contains(string(a.Error), "lost") {
					t.Fatalf("a call on a dying server: %s %s", a.Result, a.Error)
				}
				yes := Decide(Classify(listOf(t, "ABC"), listOf(t, word)), p).Accepted()
				if yes && kind != Identity {
					if n := c.next(); n.Method != "notifications/tools/list_changed" || n.ID != nil {
						t.Fatalf("%+v, want a list change", n)
					}
				}
				again := c.call("3", "search", "echo")
				if again.Error != nil || pid(again) == pid(first) {
					t.Errorf("another life should answer: %s %s, pid %s before", again.Result, again.Error, pid(first))
				}
				want := "read write search"
				if yes {
					want = accepted[kind]
				}
				if names := c.tools(); names != want {
					t.Errorf("the client sees %s, want %s", names, want)
				}
				if name := blocked[kind]; name != "" {
					passes := yes && kind != Remove
					if a := c.call("4", name, "echo"); (a.Error == nil) != passes || !passes && !strings.Contains(string(a.Error), "the call was not made") {
						t.Errorf("call of %s: %s %s", name, a.Result, a.Error)
					}
				}
				c.waitLog("↻ reconnect", 1)
				c.waitLog("✓ connected", 2)
				if !yes {
					c.waitLog("the old list stands", 1)
				}
				if pin, err := c.pins.Read("x"); err != nil || joined(pin.List) != "read write search" {
					t.Errorf("the pin on disk changed: %v", err)
				}
			})
		}
	}
}

// replaced ends the server, waits until another process is up, and returns the link to the first.
func (c *guarded) replaced() *link {
	c.guard.mu.Lock()
	first := c.guard.cur
	c.guard.mu.Unlock()
	c.call("1", "read", "die")
	c.waitLog("✓ connected", 2)
	return first
}

// TestALostLinkIsClosed, not only forgotten: it has a process, or a listening connection.
func TestALostLinkIsClosed(t *testing.T) {
	c := guardOver(t, "AB", nil)
	first := c.replaced()
	select {
	case <-first.closed:
	case <-time.After(time.Minute):
		t.Error("the link to the server that died is still open")
	}
}

// TestGuardOnAListChange: the old process finishes its calls while the new one already answers.
func TestGuardOnAListChange(t *testing.T) {
	c := guardOver(t, "AB", nil)
	c.send(`{"jsonrpc":"2.0","id":"slow","method":"tools/call","params":` + callParams("read", "slow", "old") + `}`)
	c.offer("ABC")
	c.send(`{"jsonrpc":"2.0","id":"change","method":"tools/call","params":` + callParams("read", "changed", "x") + `}`)
	var order []string
	lives := map[string]string{}
	for len(order) < 3 {
		p := c.next()
		if p.Error != nil {
			t.Fatalf("%s", p.Error)
		}
		order = append(order, string(p.ID)+p.Method)
		lives[string(p.ID)] = pid(p)
	}
	if lives[`"slow"`] == "" || lives[`"slow"`] != lives[`"change"`] {
		t.Errorf("both calls began on one life and end there: %v %v", order, lives)
	}
	if names := c.tools(); names != "read write search" {
		t.Errorf("tools %s", names)
	}
	if a := c.call("3", "search", "echo"); pid(a) == lives[`"slow"`] || pid(a) == "" {
		t.Errorf("the new tool is not on the new life: %s %s", a.Result, a.Error)
	}
}

// TestGuardGivesUpAndTriesAgain at the client's next request.
func TestGuardGivesUpAndTriesAgain(t *testing.T) {
	c := guardOver(t, "A", nil)
	list, err := os.ReadFile(c.list)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(c.list); err != nil {
		t.Fatal(err)
	}
	c.call("1", "read", "die")
	if a := c.call("2", "read", "echo"); !strings.Contains(string(a.Error), "cannot be reached") || !strings.Contains(string(a.Error), "no list today") {
		t.Errorf("%s %s", a.Result, a.Error)
	}
	c.waitLog("✖ failed", 3)
	if names := c.tools(); names != "read" {
		t.Errorf("the old list does not stand: %s", names)
	}
	if err := os.WriteFile(c.list, list, 0o600); err != nil {
		t.Fatal(err)
	}
	if a := c.call("3", "read", "echo"); a.Error != nil {
		t.Errorf("%s", a.Error)
	}
}

// TestGuardCancels: a cancelled call has no answer, and its id is free again.
func TestGuardCancels(t *testing.T) {
	c := guardOver(t, "A", nil)
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + callParams("read", "never", "") + `}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`)
	if a := c.call("1", "read", "echo"); a.Error != nil {
		t.Errorf("%s", a.Error)
	}
	if err := c.end(); err != nil { // the end does not wait for the cancelled call
		t.Error(err)
	}
}

// TestThousandCallsInFlight: every call gets one answer, although the server dies three times and announces three real changes of its list.
func TestThousandCallsInFlight(t *testing.T) {
	c := guardOver(t, "AB", nil)
	const calls = 1000
	c.offer("ABC")
	go func() {
		for i := range calls {
			do := "echo"
			switch {
			case i%333 == 200:
				do = "die"
			case i%400 == 100:
				do = "changed"
			case i%3 == 0:
				do = "slow"
			}
			c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`, i, callParams("read", do, fmt.Sprint("say ", i))))
		}
	}()
	answers, lost := map[string]bool{}, 0
	for len(answers) < calls {
		p := c.next()
		if p.ID == nil {
			continue
		}
		if answers[string(p.ID)] {
			t.Fatalf("call %s is answered twice", p.ID)
		}
		answers[string(p.ID)] = true
		switch {
		case strings.Contains(string(p.Error), `"code":-32010`):
			lost++
		case !strings.Contains(string(p.Result), fmt.Sprintf(`"text":"say %s"`, p.ID)):
			t.Fatalf("call %s: %s %s", p.ID, p.Result, p.Error)
		}
	}
	if lost < 3 || lost == calls {
		t.Errorf("%d of %d calls were lost with their server", lost, calls)
	}
	c.waitLog("append, risk high: accept", 1) // all calls may have been lost before the server was restarted
	if err := c.end(); err != nil {
		t.Error(err)
	}
	for p := range c.lines {
		if p.ID != nil {
			t.Errorf("one answer too many: %+v", p)
		}
	}
	if n := strings.Count(c.said.String(), "append, risk high: accept"); n != 1 {
		t.Errorf("the longer list was accepted %d times:\n%s", n, c.said)
	}
	t.Logf("%d answered, %d of them lost with their server", len(answers), lost)
}

// TestGuardHoldsToThePin: the second guard finds an edit made between two guards, and refuses another server.
func TestGuardHoldsToThePin(t *testing.T) {
	c := guardOver(t, "AB", nil)
	if err := c.end(); err != nil {
		t.Fatal(err)
	}
	c.offer("AB'")
	second := &guarded{t: t, pins: c.pins, list: c.list, said: &testlog.Log{}}
	second.start(func(o *GuardOptions) { o.Policy.Strict = true })
	if a := second.ask("1", "tools/list", "{}"); !strings.Contains(string(a.Error), "initialize") {
		t.Errorf("before initialize: %s %s", a.Result, a.Error)
	}
	if a := second.ask("2", "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`); a.Error != nil {
		t.Fatal(string(a.Error))
	}
	list := second.ask("3", "tools/list", "{}")
	if strings.Contains(string(list.Result), "better") {
		t.Errorf("the changed tool is shown: %s", list.Result)
	}
	if a := second.call("4", "write", "echo"); !strings.Contains(string(a.Error), "/description") {
		t.Errorf("the changed tool is called: %s %s", a.Result, a.Error)
	}
	if a := second.call("5", "read", "echo"); a.Error != nil {
		t.Errorf("the unchanged tool is not: %s", a.Error)
	}
	if _, err := NewGuard(GuardOptions{Pins: c.pins, Name: "x", Server: badServer("good")}); err == nil || !strings.Contains(err.Error(), "another name") {
		t.Errorf("a pin of another server: %v", err)
	}
}

// TestGuardAnswersMistakes with clear errors.
func TestGuardAnswersMistakes(t *testing.T) {
	c := guardOver(t, "A", nil)
	for line, want := range map[string]string{
		`nonsense`: "-32700",
		`[]`:       "-32700",
		`{}`:       "-32600",
		`{"jsonrpc":"2.0","id":1,"method":"initialize"}`:                       "came already",
		`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`:                  "-32601",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"z"}}`: "not in the accepted list",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`:           "not in the accepted list",
	} {
		c.send(line)
		if p := c.next(); !strings.Contains(string(p.Error), want) {
			t.Errorf("%s: %+v, want %s", line, p, want)
		}
	}
}

// TestGuardOfAServerThatIsNotThere returns an error to the client, which may try again.
func TestGuardOfAServerThatIsNotThere(t *testing.T) {
	c := &guarded{t: t, pins: testPins(t), list: t.TempDir() + "/none", said: &testlog.Log{}}
	c.start(nil)
	if a := c.ask("1", "initialize", `{}`); !strings.Contains(string(a.Error), "no list today") {
		t.Errorf("%s %s", a.Result, a.Error)
	}
	if _, err := c.pins.Read("x"); !errors.Is(err, ErrNotPinned) {
		t.Errorf("pinned: %v", err)
	}
	c.offer("A")
	if a := c.ask("2", "initialize", `{}`); a.Error != nil {
		t.Errorf("%s", a.Error)
	}
}

// openStream reports when a stream's headers have been sent. The library then knows the session, and keeps notifications for the stream.
type openStream struct {
	http.ResponseWriter
	opened func()
}

func (s *openStream) Flush() {
	s.ResponseWriter.(http.Flusher).Flush()
	s.opened()
}

// TestGuardOverHTTP: a server by URL that changes its list and is then restarted.
func TestGuardOverHTTP(t *testing.T) {
	serve := func(names ...string) (*mcpserver.MCPServer, http.Handler) {
		s := mcpserver.NewMCPServer("http", "1", mcpserver.WithToolCapabilities(true))
		for _, name := range names {
			s.AddTool(protocol.NewTool(name), echo)
		}
		return s, mcpserver.NewStreamableHTTPServer(s)
	}
	inner, h := serve("a", "b")
	box := make(chan http.Handler, 1)
	box <- h
	var known, gone sync.Map // sessions; the library's server accepts any
	var listens sync.Once
	listening := make(chan struct{})
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session := r.Header.Get("Mcp-Session-Id")
		if _, ok := gone.Load(session); ok {
			http.NotFound(w, r)
			return
		}
		known.Store(session, true)
		if r.Method == http.MethodGet {
			w = &openStream{w, func() { listens.Do(func() { close(listening) }) }}
		}
		h := <-box
		box <- h
		h.ServeHTTP(w, r)
	}))
	defer func() { front.CloseClientConnections(); front.Close() }()
	c := &guarded{t: t, pins: testPins(t), said: &testlog.Log{}}
	c.start(func(o *GuardOptions) { o.Server = Target{URL: front.URL} })
	defer func() { _ = c.end() }()
	if a := c.ask("1", "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`); a.Error != nil {
		t.Fatal(string(a.Error))
	}
	if a := c.ask("2", "tools/call", `{"name":"a","arguments":{}}`); !strings.Contains(string(a.Result), "done") {
		t.Errorf("%s %s", a.Result, a.Error)
	}
	<-listening // the stream of notifications opens in the background
	inner.AddTool(protocol.NewTool("c"), echo)
	if n := c.next(); n.Method != "notifications/tools/list_changed" {
		t.Fatalf("%+v", n)
	}
	if names := c.tools(); names != "a b c" {
		t.Errorf("tools %s", names)
	}
	<-box // another process, which does not know the session
	known.Range(func(s, _ any) bool { gone.Store(s, true); return true })
	gone.Delete("")
	_, h = serve("a", "b", "c", "d")
	box <- h
	if a := c.ask("3", "tools/call", `{"name":"a","arguments":{}}`); !strings.Contains(string(a.Error), "lost") {
		t.Errorf("a call of an ended session: %s %s", a.Result, a.Error)
	}
	if n := c.next(); n.Method != "notifications/tools/list_changed" {
		t.Fatalf("%+v", n)
	}
	if a := c.ask("4", "tools/call", `{"name":"d","arguments":{}}`); a.Error != nil {
		t.Errorf("%s", a.Error)
	}
}
