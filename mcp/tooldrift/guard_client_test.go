package tooldrift

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/testlog"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// guarded is a running guard, with a client and a list that a test can change.
type guarded struct {
	t     *testing.T
	pins  Pins
	list  string // file of the server's list
	in    *io.PipeWriter
	lines chan packet
	said  *testlog.Log
	guard *Guard
	end   func() error // ends the input and waits for Serve
}

// guardOver starts a guard over a living server with a list, and does the handshake.
func guardOver(t *testing.T, word string, change func(*GuardOptions)) *guarded {
	t.Helper()
	c := &guarded{t: t, pins: testPins(t), list: filepath.Join(t.TempDir(), "list.json"), said: &testlog.Log{}}
	c.offer(word)
	c.start(change)
	if a := c.ask(`"hello"`, "initialize", `{"protocolVersion":"2025-06-18","capabilities":{"roots":{}},"clientInfo":{"name":"test","version":"1"}}`); a.Error != nil || !strings.Contains(string(a.Result), `"listChanged":true`) {
		t.Fatalf("initialize: %s %s", a.Result, a.Error)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

func (c *guarded) start(change func(*GuardOptions)) {
	c.t.Helper()
	o := GuardOptions{Pins: c.pins, Name: "x", Server: badServer("lives", c.list), Log: c.said, Pause: 20 * time.Millisecond, Steady: time.Millisecond, Attempts: 3, Drain: 5 * time.Second, Fetch: FetchOptions{Timeout: 10 * time.Second}}
	if change != nil {
		change(&o)
	}
	g, err := NewGuard(o)
	if err != nil {
		c.t.Fatal(err)
	}
	c.guard = g
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	served := make(chan error, 1)
	c.in, c.lines = inW, make(chan packet, 4096)
	go func() { served <- g.Serve(context.Background(), inR, outW); _ = outW.Close() }()
	go func() {
		defer close(c.lines)
		r := bufio.NewReader(outR)
		for {
			line, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			var p packet
			if err := json.Unmarshal(line, &p); err != nil {
				c.t.Errorf("not a message: %s", line)
			}
			c.lines <- p
		}
	}()
	c.end = sync.OnceValue(func() error { _ = inW.Close(); return <-served })
	c.t.Cleanup(func() {
		if err := c.end(); err != nil {
			c.t.Error(err)
		}
	})
}

// offer changes the server's list.
func (c *guarded) offer(word string) {
	c.t.Helper()
	b, err := json.Marshal(listOf(c.t, word))
	if err == nil {
		err = os.WriteFile(c.list+".new", b, 0o600)
	}
	if err == nil {
		err = os.Rename(c.list+".new", c.list)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *guarded) send(line string) {
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Error(err)
	}
}

// next returns the next message from the guard.
func (c *guarded) next() packet {
	c.t.Helper()
	select {
	case p, ok := <-c.lines:
		if ok {
			return p
		}
		c.t.Fatalf("the guard has ended\n%s", c.said)
	case <-time.After(time.Minute):
		c.t.Fatalf("no message\n%s", c.said)
	}
	return packet{}
}

// ask sends a request and returns its answer; any other message before it is an error.
func (c *guarded) ask(id, method, params string) packet {
	c.t.Helper()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params))
	p := c.next()
	if string(p.ID) != id {
		c.t.Fatalf("answer to %s expected, got %+v\n%s", id, p, c.said)
	}
	return p
}

func (c *guarded) call(id, tool, do string) packet {
	c.t.Helper()
	return c.ask(id, "tools/call", callParams(tool, do, "hi"))
}

func callParams(tool, do, say string) string {
	return fmt.Sprintf(`{"name":%q,"arguments":{"do":%q,"say":%q}}`, tool, do, say)
}

// tools returns the names that the client sees.
func (c *guarded) tools() string {
	c.t.Helper()
	l, err := ParseList(c.ask(`"list"`, "tools/list", "{}").Result)
	if err != nil {
		c.t.Fatal(err)
	}
	return joined(l)
}

// waitLog waits until the guard has logged words n times.
func (c *guarded) waitLog(words string, n int) {
	c.t.Helper()
	for begin := time.Now(); strings.Count(c.said.String(), words) < n; time.Sleep(5 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			c.t.Fatalf("%q was not said %d times:\n%s", words, n, c.said)
		}
	}
}

// pid returns the process id of the server that answered.
func pid(p packet) string {
	var r struct{ Pid json.Number }
	_ = json.Unmarshal(p.Result, &r)
	return r.Pid.String()
}

func echo(context.Context, protocol.CallToolRequest) (*protocol.CallToolResult, error) {
	return protocol.NewToolResultText("done"), nil
}
