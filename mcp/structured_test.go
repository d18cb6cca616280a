package mcp

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhoGetsStructuredContent: an assistant gets text only, and no tool has an output schema. A program gets both, and so does a call that asks for the whole answer.
func TestWhoGetsStructuredContent(t *testing.T) {
	for _, over := range []struct {
		name string
		dial func(*testing.T, Options) *conn
	}{{"stdio", dial}, {"HTTP", dialHTTP}} {
		for _, c := range []struct {
			mode, client string
			want         bool
		}{
			{"", "claude-code", false}, {"auto", "codex-mcp-client", false}, {"auto", "test", true}, {"auto", "", true},
			{"always", "claude-code", true}, {"never", "test", false},
		} {
			t.Run(fmt.Sprintf("%s %s %q", over.name, c.mode, c.client), func(t *testing.T) {
				conn := over.dial(t, Options{Engine: newFake().provider, Tools: "all", Structured: c.mode})
				conn.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":%q,"version":"1"}}}`, c.client))
				if m := conn.next(); m["error"] != nil {
					t.Fatal(m)
				}
				conn.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
				if got := promises(t, conn); got != c.want {
					t.Errorf("an output schema: %v, want %v", got, c.want)
				}
				for what, args := range map[string]string{"an answer": `{"query":"fine"}`, "a refusal": `{"query":""}`} {
					if got := structured(t, conn.call(2, "search_graph", args)); got != c.want {
						t.Errorf("%s with structured content: %v, want %v", what, got, c.want)
					}
				}
				conn.send(callLine(3, "search_graph", `{"query":"fine"}`, `{"asterism/whole":true}`))
				if !structured(t, conn.next()) {
					t.Error("the whole answer has no structured content")
				}
				if !structured(t, conn.call(4, "embed", `{"texts":["fine"],"spaces":["semantic"]}`)) {
					t.Error("the numbers of a text are nowhere")
				}
			})
		}
	}
	if _, err := New(Options{Engine: newFake().provider, Structured: "sometimes"}); err == nil || !strings.Contains(err.Error(), `"sometimes": valid are auto, always, never`) {
		t.Error(err)
	}
}

// TestWhoIsToldInTheRequest: without a handshake, each request names its client.
func TestWhoIsToldInTheRequest(t *testing.T) {
	conn := dialHTTP(t, Options{Engine: newFake().provider})
	for client, want := range map[string]bool{"claude-code": false, "test": true} {
		meta := fmt.Sprintf(`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":%q,"version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`, client)
		conn.send(callLine(1, "search_graph", `{"query":"fine"}`, meta))
		if got := structured(t, conn.next()); got != want {
			t.Errorf("%s: structured content %v, want %v", client, got, want)
		}
		conn.send(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":` + meta + `}}`)
		if got := promised(t, conn.next()); got != want {
			t.Errorf("%s: an output schema %v, want %v", client, got, want)
		}
	}
}

func promises(t *testing.T, c *conn) bool {
	t.Helper()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	return promised(t, c.next())
}

// promised reports whether the tools of a list have output schemas: all or none.
func promised(t *testing.T, m map[string]any) bool {
	t.Helper()
	result, _ := m["result"].(map[string]any)
	tools, _ := result["tools"].([]any)
	with := 0
	for _, tool := range tools {
		if tool.(map[string]any)["outputSchema"] != nil {
			with++
		}
	}
	if len(tools) == 0 || with != 0 && with != len(tools) {
		t.Fatalf("%d of %d tools have an output schema: %v", with, len(tools), m)
	}
	return with > 0
}

// structured reports whether an answer has structured content. It must have text in any case.
func structured(t *testing.T, m map[string]any) bool {
	t.Helper()
	result, _ := m["result"].(map[string]any)
	if said, _ := result["content"].([]any); len(said) == 0 || said[0].(map[string]any)["text"] == "" {
		t.Fatalf("no words: %v", m)
	}
	return result["structuredContent"] != nil
}
