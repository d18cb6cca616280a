package mcp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/mcp/tools"
	"asterism/mcp/wire"
)

const rationale = `"rationale":"a test needs it"`

func TestStdioAnswersBeforeTheEngineIsThere(t *testing.T) {
	c := dial(t, Options{Engine: neverReady, WarmUp: time.Millisecond})
	c.handshake()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if listed := c.next()["result"].(map[string]any)["tools"].([]any); len(listed) != len(ofTier("standard")) {
		t.Errorf("%d tools listed", len(listed))
	}
	e := refusal(t, c.call(2, "search_graph", `{"query":"x"}`))
	if e["name"] != "BUSY" || e["code"] != -32012. || e["retry_after_ms"] == nil {
		t.Errorf("not BUSY: %v", e)
	}
	mustContain(t, e["message"], "warming up: loading models")
	// Wrong arguments need no engine.
	mustContain(t, refusal(t, c.call(3, "search_graph", `{}`))["message"], "query is required")
}

func TestStdioSaysWhyTheEngineCannotOpen(t *testing.T) {
	locked := &engine.Error{Kind: engine.KindStorage, Message: "open store: locked by process 7", Hint: "stop the other server"}
	c := dial(t, Options{Engine: func(context.Context) (*tools.Engine, error) { return nil, locked }})
	c.handshake()
	e := refusal(t, c.call(1, "search_graph", `{"query":"x"}`))
	if e["name"] != "STORAGE" || e["hint"] != "stop the other server" {
		t.Errorf("got %v", e)
	}
}

func TestStdioReportsProgressWhileWaiting(t *testing.T) {
	fake, ready := newFake(), make(chan struct{})
	c := dial(t, Options{WarmUp: patience, progressEvery: time.Millisecond, Doing: func() string { return "reading tea leaves" }, Engine: func(ctx context.Context) (*tools.Engine, error) {
		select {
		case <-ready:
			return fake.parts(), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}})
	c.handshake()
	c.send(callLine(1, "search_graph", `{"query":"x"}`, `{"progressToken":"tok"}`))
	note := c.next()
	p := note["params"].(map[string]any)
	if note["method"] != "notifications/progress" || p["progressToken"] != "tok" || p["message"] != "warming up: reading tea leaves" {
		t.Errorf("got %v", note)
	}
	close(ready)
	for m := c.next(); ; m = c.next() { // a second progress may be in flight
		if m["method"] == nil {
			if _, isError := content(t, m); isError {
				t.Errorf("got %v", m)
			}
			break
		}
	}
}

func TestStdioCancelsTheWorkAndDoesNotAnswer(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider})
	c.handshake()
	c.send(callLine(7, "inject_context", `{"content":"wait",`+rationale+`}`, ""))
	<-fake.waiting
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"test"}}`)
	<-fake.cancelled
	// Cancelled directly after the call, too.
	c.send(callLine(8, "inject_context", `{"content":"wait",`+rationale+`}`, ""))
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}`)
	c.send(`{"jsonrpc":"2.0","id":9,"method":"ping"}`)
	if m := c.next(); m["id"] != 9. {
		t.Errorf("a cancelled call was answered: %v", m)
	}
	_ = c.in.Close()
	if m := c.next(); m != nil {
		t.Errorf("a cancelled call was answered: %v", m)
	}
}

func TestStdioFinishesCallsAtEndOfInput(t *testing.T) {
	fake := newFake()
	s, err := New(Options{Engine: fake.provider})
	if err != nil {
		t.Fatal(err)
	}
	var in strings.Builder
	const n = 50
	for i := range n {
		in.WriteString(callLine(i, "inject_context", fmt.Sprintf(`{"content":"note %d",%s}`, i, rationale), ""))
		if i < n-1 {
			in.WriteString("\n") // the last line has no line end
		}
	}
	var out strings.Builder
	if err := s.ServeStdio(t.Context(), strings.NewReader(in.String()), &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), `"fingerprintId"`); got < n || fake.count() != n {
		t.Errorf("%d answers, %d stored, want %d", got, fake.count(), n)
	}
}

func TestStdioCancelsWhatOutlivesTheGrace(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider, EndGrace: time.Millisecond})
	c.handshake()
	c.send(callLine(1, "inject_context", `{"content":"wait",`+rationale+`}`, ""))
	<-fake.waiting
	_ = c.in.Close()
	<-fake.cancelled
	if err := <-c.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestStdioMalformedMessages(t *testing.T) {
	long := strings.Repeat("x", wire.MaxMessageBytes)
	for name, tc := range map[string]struct {
		line string
		code float64
		id   any
		says string
	}{
		"no JSON":           {`hello`, -32700, nil, ""},
		"half":              {`{"jsonrpc":"2.0","id":1,"method":"pi`, -32700, nil, ""},
		"wrong version":     {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, -32600, 1., "version"},
		"unknown method":    {`{"jsonrpc":"2.0","id":1,"method":"tools/cal"}`, -32601, 1., ""},
		"unknown tool":      {callLine(1, "inject", `{}`, ""), -32602, 1., "inject"},
		"bad UTF-8":         {callLine(1, "inject_context", "{\"content\":\"caf\xe9\"}", ""), -32600, 1., "not valid UTF-8 at byte"},
		"half a character":  {`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"memory://\ud800/x"}}`, -32600, 1., `uri holds \ud800 after 9 characters`},
		"a tool's half":     {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"inj\ud800","arguments":{"content":"x"}}}`, -32600, 1., `name holds \ud800`},
		"params no object":  {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":3}`, -32600, 1., ""},
		"too long":          {callLine(1, "inject_context", `{"content":"`+long+`"}`, ""), -32600, 1., "longer than"},
		"too long, id last": {`{"method":"tools/call","params":{"id":5,"x":"` + long + `\"}"},"jsonrpc":"2.0","id":"a\"b"}`, -32600, `a"b`, "longer than"},
	} {
		t.Run(name, func(t *testing.T) {
			fake := newFake()
			c := dial(t, Options{Engine: fake.provider})
			c.send(tc.line)
			m := c.next()
			e, ok := m["error"].(map[string]any)
			if !ok || e["code"] != tc.code || m["id"] != tc.id {
				t.Fatalf("got %v", m)
			}
			mustContain(t, e["message"], tc.says)
			c.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
			if m := c.next(); m["id"] != 2. {
				t.Errorf("the connection does not go on: %v", m)
			}
			if fake.count() != 0 {
				t.Error("something was stored")
			}
		})
	}
}

func TestStdioNotificationsGetNoAnswer(t *testing.T) {
	c := dial(t, Options{Engine: newFake().provider})
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/unknown"}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`)
	c.send(``)
	c.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	if m := c.next(); m["id"] != 1. {
		t.Errorf("got %v", m)
	}
}

func TestTooManyCallsAreBusy(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider, MaxCalls: 1})
	c.handshake()
	c.send(callLine(1, "inject_context", `{"content":"wait",`+rationale+`}`, ""))
	<-fake.waiting
	if e := refusal(t, c.call(2, "search_graph", `{"query":"x"}`)); e["name"] != "BUSY" || e["retry_after_ms"] == nil {
		t.Errorf("got %v", e)
	}
}

func TestCallsThatEndedDoNotCount(t *testing.T) {
	c := dial(t, Options{Engine: newFake().provider, MaxCalls: 1})
	c.handshake()
	for i := range 3 {
		if body, isError := content(t, c.call(i, "search_graph", `{"query":"x"}`)); isError {
			t.Errorf("call %d: %v", i, body)
		}
	}
}
