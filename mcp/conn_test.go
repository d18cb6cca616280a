package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"asterism/mcp/tools"
)

const patience = time.Minute // only used up when a test fails

// conn is a raw stdio client: lines out, lines in.
type conn struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
	ended chan error // what ServeStdio returned
}

// dial serves the options over pipes.
func dial(t *testing.T, opt Options) *conn {
	t.Helper()
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &conn{t: t, in: inW, lines: make(chan string, 1024), ended: make(chan error, 1)}
	go func() {
		c.ended <- s.ServeStdio(t.Context(), inR, outW)
		_ = outW.Close()
	}()
	go c.collect(outR)
	t.Cleanup(func() { _ = inW.Close() })
	return c
}

func (c *conn) collect(r io.Reader) {
	defer close(c.lines)
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		c.lines <- s.Text()
	}
}

func (c *conn) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// next returns the next message, nil at the end of the output.
func (c *conn) next() map[string]any {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		if !ok {
			return nil
		}
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			c.t.Fatalf("standard output holds what is no message: %q", line)
		}
		return m
	case <-time.After(patience):
		c.t.Fatal("no message came")
		return nil
	}
}

func (c *conn) handshake() {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	if m := c.next(); m["error"] != nil {
		c.t.Fatalf("initialize failed: %v", m)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// call sends a tools/call and returns its answer.
func (c *conn) call(id int, tool, args string) map[string]any {
	c.t.Helper()
	c.send(callLine(id, tool, args, ""))
	return c.next()
}

func callLine(id int, tool, args, meta string) string {
	if meta != "" {
		meta = `,"_meta":` + meta
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s%s}}`, id, tool, args, meta)
}

// content returns the structured content of an answer and whether it is an error. The text must be words, or the same JSON.
func content(t *testing.T, m map[string]any) (map[string]any, bool) {
	t.Helper()
	result, ok := m["result"].(map[string]any)
	if !ok {
		t.Fatalf("no result: %v", m)
	}
	body, ok := result["structuredContent"].(map[string]any)
	if !ok {
		t.Fatalf("no structured content: %v", m)
	}
	text := result["content"].([]any)[0].(map[string]any)["text"].(string)
	if !strings.HasPrefix(text, "{") { // words of few tokens, see package answer
		return body, result["isError"] == true
	}
	var same map[string]any
	if err := json.Unmarshal([]byte(text), &same); err != nil {
		t.Fatalf("text is not JSON: %v", err)
	}
	if a, b := fmt.Sprint(body), fmt.Sprint(same); a != b {
		t.Errorf("text and structured content differ:\n%s\n%s", a, b)
	}
	isError, _ := result["isError"].(bool)
	return body, isError
}

// refusal returns the error object of a tool result.
func refusal(t *testing.T, m map[string]any) map[string]any {
	t.Helper()
	body, isError := content(t, m)
	if !isError {
		t.Fatalf("no error: %v", m)
	}
	return body["error"].(map[string]any)
}

func mustContain(t *testing.T, got any, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(fmt.Sprint(got), w) {
			t.Errorf("%q does not say %q", got, w)
		}
	}
}

// neverReady is a mock engine that never finishes loading.
func neverReady(ctx context.Context) (*tools.Engine, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}
