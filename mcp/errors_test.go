package mcp

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"asterism/engine"
	"asterism/mcp/failure"

	"github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// inProcess connects the library's client to a server.
func inProcess(t *testing.T, opt Options) *client.Client {
	t.Helper()
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.NewInProcessClient(s.Inner())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Initialize(t.Context(), protocol.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	return c
}

func callIn(t *testing.T, c *client.Client, tool string, args map[string]any) *protocol.CallToolResult {
	t.Helper()
	r := protocol.CallToolRequest{}
	r.Params.Name, r.Params.Arguments = tool, args
	out, err := c.CallTool(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestErrorTableReachesAClient makes the engine fail with every kind of the table.
func TestErrorTableReachesAClient(t *testing.T) {
	fake := newFake()
	c := inProcess(t, Options{Engine: fake.provider})
	for kind, row := range failure.Table {
		out := callIn(t, c, "inject_context", map[string]any{"content": "fail " + string(kind), "rationale": "test"})
		body := structuredMap(t, out)
		e, ok := body["error"].(map[string]any)
		if !out.IsError || !ok {
			t.Errorf("%s: no error: %v", kind, body)
			continue
		}
		if e["code"] != float64(row.Code) || e["name"] != string(kind) || e["message"] != "made to fail" || e["hint"] != row.Hint {
			t.Errorf("%s: got %v", kind, e)
		}
		if retry := e["retry_after_ms"]; (kind == engine.KindBusy) != (retry == 77.) {
			t.Errorf("%s: retry_after_ms %v", kind, retry)
		}
		if body["_cognitive_pulse"] == nil {
			t.Errorf("%s: no pulse", kind)
		}
	}
	if fake.count() != 0 {
		t.Error("something was stored")
	}
}

// TestErrorTableInProtocolStyle walks the same table with --error-style protocol.
func TestErrorTableInProtocolStyle(t *testing.T) {
	c := dial(t, Options{Engine: newFake().provider, ErrorStyle: "protocol"})
	c.handshake()
	for kind, row := range failure.Table {
		m := c.call(1, "inject_context", fmt.Sprintf(`{"content":"fail %s","rationale":"test"}`, kind))
		e, ok := m["error"].(map[string]any)
		if !ok || e["code"] != float64(row.Code) || e["message"] != "made to fail" {
			t.Errorf("%s: got %v", kind, m)
			continue
		}
		if data := e["data"].(map[string]any); data["name"] != string(kind) || data["hint"] != row.Hint {
			t.Errorf("%s: data %v", kind, data)
		}
	}
	// What worked is still a result.
	if _, isError := content(t, c.call(2, "inject_context", `{"content":"a","rationale":"b"}`)); isError {
		t.Error("a good call failed")
	}
}

func TestPanicsAndPlainErrorsAreInternal(t *testing.T) {
	c := inProcess(t, Options{Engine: newFake().provider})
	out := callIn(t, c, "inject_context", map[string]any{"content": "panic", "rationale": "test"})
	if e := structuredMap(t, out)["error"].(map[string]any); e["name"] != "INTERNAL" {
		t.Errorf("got %v", e)
	}
	for _, tc := range []struct {
		err  error
		name string
	}{
		{errors.New("plain"), "INTERNAL"},
		{fmt.Errorf("wrapped: %w", &engine.Error{Kind: engine.KindDevice, Message: "gone"}), "DEVICE"},
		{&engine.Error{Kind: "NEW_KIND", Message: "unknown kind"}, "INTERNAL"},
		{context.DeadlineExceeded, "BUSY"},
	} {
		if f := failure.Of(tc.err); f.Name != tc.name || f.Message == "" {
			t.Errorf("%v: got %+v", tc.err, f)
		}
	}
}

// TestAFailingStoreIsLoggedNowAndThen: the log has the first failure, but not each of the thousands that follow on a full disk.
func TestAFailingStoreIsLoggedNowAndThen(t *testing.T) {
	s := &Server{}
	if !s.seldom() || s.seldom() {
		t.Error("want the first failure in the log, and not the second one at once")
	}
	s.failed.Add(-11)
	if !s.seldom() {
		t.Error("want another failure in the log eleven seconds later")
	}
}
