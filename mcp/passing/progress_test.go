package passing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"asterism/mcp"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// passFrom passes a call on at node a with the test's own context.
func (f *fleet) passFrom(ctx context.Context, tool string, args map[string]any) (*protocol.CallToolResult, error) {
	f.t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		f.t.Fatal(err)
	}
	return f.nodes["a"].Pass(ctx, mcp.Call{Tool: tool, Arguments: raw}, func(context.Context, *tools.Engine) (*protocol.CallToolResult, error) {
		return nil, errors.New("it is carried out where it was asked")
	})
}

// far returns a namespace that node b leads.
func (f *fleet) far() string { return namespaces(1)[1][0] }

// TestProgressComesFromTheOtherNode: in order, as the leader's engine reports it. A caller that did not ask for progress gets none.
func TestProgressComesFromTheOtherNode(t *testing.T) {
	f := newFleet(t)
	f.nodes["b"].tellEvery = 0
	var notes []any
	for i := range 3 {
		notes = append(notes, map[string]any{"content": fmt.Sprintf("the export of night %d failed", i), "namespace": f.far()})
	}
	var done []int
	ctx := tools.WithProgress(t.Context(), func(message string, n, total int) {
		if message == "" || n > total {
			t.Errorf("%q: %d of %d", message, n, total)
		}
		done = append(done, n)
	})
	if _, err := f.passFrom(ctx, "store_memories", map[string]any{"memories": notes}); err != nil {
		t.Fatal(err)
	}
	if len(done) == 0 || !slices.IsSorted(done) || len(slices.Compact(slices.Clone(done))) != len(done) {
		t.Errorf("told %v, want growing numbers", done)
	}
	if _, err := f.passFrom(t.Context(), "discover_sub_goals", map[string]any{"namespace": f.far()}); err != nil {
		t.Error(err)
	}
}

// TestWhoCancelsEndsTheCallAtTheOtherNode, and gets the error at once.
func TestWhoCancelsEndsTheCallAtTheOtherNode(t *testing.T) {
	f := newFleet(t)
	begun, ended := make(chan struct{}), make(chan struct{})
	f.nodes["b"].carry = func(ctx context.Context, _ mcp.Call, _ *tools.Engine) (*protocol.CallToolResult, error) {
		close(begun)
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	}
	ctx, stop := context.WithCancel(t.Context())
	go func() { <-begun; stop() }()
	if _, err := f.passFrom(ctx, "discover_sub_goals", map[string]any{"namespace": f.far()}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	select {
	case <-ended:
	case <-time.After(time.Minute): // only if the test fails
		t.Error("the other node works on")
	}
}
