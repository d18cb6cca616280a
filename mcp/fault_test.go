package mcp

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/testlog"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// processLog captures the process's log until the end of the test.
func processLog(t *testing.T) *testlog.Log {
	t.Helper()
	before, out := slog.Default(), &testlog.Log{}
	slog.SetDefault(slog.New(slog.NewTextHandler(out, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	return out
}

var faultID = regexp.MustCompile(`internal fault ([0-9a-f]{8}): `)

// mustBeIn finds the fault of a message in the log: once, with a stack that contains the place where it was raised.
func mustBeIn(t *testing.T, log *testlog.Log, message any, where string) {
	t.Helper()
	text, _ := message.(string)
	m := faultID.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%v names no fault", message)
	}
	lines := 0
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, m[1]) && strings.Contains(line, "stack=") && strings.Contains(line, where) {
			lines++
		}
	}
	if lines != 1 {
		t.Errorf("the log tells of the fault %s with its stack %d times, want once:\n%s", m[1], lines, log)
	}
}

// TestAFaultOfATool is an INTERNAL answer with an id for the log, and does not affect other calls.
func TestAFaultOfATool(t *testing.T) {
	log := processLog(t)
	c := dial(t, Options{Engine: newFake().provider})
	c.handshake()
	e := refusal(t, c.call(1, "inject_context", `{"content":"panic",`+rationale+`}`))
	if e["name"] != string(engine.KindInternal) || e["code"] != -32603. {
		t.Errorf("got %v", e)
	}
	mustContain(t, e["message"], "inject_context failed unexpectedly")
	mustBeIn(t, log, e["message"], "fakeEngine")
	if _, isError := content(t, c.call(2, "inject_context", `{"content":"a",`+rationale+`}`)); isError {
		t.Error("the call behind it failed")
	}
}

// TestAFaultOutsideOfATool: a panic in code that the library calls in the call's goroutine, outside of our guards.
func TestAFaultOutsideOfATool(t *testing.T) {
	log := processLog(t)
	c := dial(t, Options{Engine: newFake().provider, Extra: func(s *server.MCPServer) {
		s.AddTool(protocol.NewTool("odd_guest"), func(context.Context, protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			panic("an odd guest")
		})
	}})
	c.handshake()
	e, ok := c.call(1, "odd_guest", `{}`)["error"].(map[string]any)
	if !ok || e["code"] != -32603. || e["data"].(map[string]any)["name"] != string(engine.KindInternal) {
		t.Fatalf("got %v", e)
	}
	mustBeIn(t, log, e["message"], "TestAFaultOutsideOfATool")
	if _, isError := content(t, c.call(2, "inject_context", `{"content":"a",`+rationale+`}`)); isError {
		t.Error("the call behind it failed")
	}
}

// oddPulse is a mock part of an engine whose pulse fails.
type oddPulse struct{ tools.Monitor }

func (oddPulse) Pulse(context.Context, string) (*engine.Pulse, error) { panic("no pulse") }

// TestAFaultOfThePulse does not fail a call that has done its work.
func TestAFaultOfThePulse(t *testing.T) {
	log := processLog(t)
	e := newFake().parts()
	e.Monitor = oddPulse{}
	c := dial(t, Options{Engine: func(context.Context) (*tools.Engine, error) { return e, nil }})
	c.handshake()
	if _, isError := content(t, c.call(1, "search_graph", `{"query":"x"}`)); isError {
		t.Error("the call failed")
	}
	if !strings.Contains(log.String(), "no pulse") {
		t.Error("the fault is not in the log")
	}
}
