package mcp

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"asterism/engine"
	"asterism/mcp/failure"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// TestOutcomesOfCalls: each call is counted by its tool and how it ended, an error with an unknown name as other. The store counts as failing from a failure to the next write.
func TestOutcomesOfCalls(t *testing.T) {
	f := newFake()
	s, err := New(Options{Engine: f.provider, Tools: "all"})
	if err != nil {
		t.Fatal(err)
	}
	call := func(ctx context.Context, tool string, args map[string]any) {
		t.Helper()
		named := tools.Named(tool)
		names, err := named.Names()
		if err != nil {
			t.Fatal(err)
		}
		var r protocol.CallToolRequest
		r.Params.Name, r.Params.Arguments = tool, args
		if _, err := s.call(ctx, named, names, r); err != nil {
			t.Fatal(err)
		}
	}
	fails := func() bool { failed, wrote := s.StoreLast(); return failed.After(wrote) }
	ctx := context.Background()
	note := func(text string) map[string]any { return map[string]any{"content": text, "rationale": "r"} }
	call(ctx, "store_memory", note("a fact"))
	call(ctx, "store_memory", note("fail STORAGE"))
	if !fails() {
		t.Error("the store failed a call, and that is not told")
	}
	call(ctx, "list_memories", nil)
	if !fails() {
		t.Error("a call that reads ended it")
	}
	call(ctx, "store_memory", note("another fact"))
	if fails() {
		t.Error("it is told after a call that writes")
	}
	call(ctx, "store_memory", map[string]any{"content": 7})
	call(ctx, "store_memory", note("panic"))
	gone, cancel := context.WithCancel(ctx)
	cancel()
	call(gone, "store_memory", note("wait"))
	want := []Outcome{{"list_memories", "ok", 1}, {"store_memory", "INTERNAL", 1}, {"store_memory", "INVALID_PARAMS", 1}, {"store_memory", "STORAGE", 1}, {"store_memory", "given_up", 1}, {"store_memory", "ok", 2}}
	if got := s.Outcomes(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	told := func(name string) *protocol.CallToolResult { // an error from another node
		return &protocol.CallToolResult{Result: protocol.Result{}, IsError: true, StructuredContent: map[string]any{"error": failure.Failure{Name: name, Message: "m"}}}
	}
	for want, got := range map[string]string{
		OutcomeOther:                outcomeOf(t.Context(), told("FROM_THE_FUTURE"), nil),
		string(engine.KindStorage):  outcomeOf(t.Context(), told("STORAGE"), nil),
		string(engine.KindInternal): outcomeOf(t.Context(), nil, errors.New("odd")),
	} {
		if got != want {
			t.Errorf("it ended with %q, want %q", got, want)
		}
	}
}
