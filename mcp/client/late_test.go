package client

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"testing"
	"time"

	"asterism/engine/workspace"
	"asterism/mcp"
	"asterism/mcp/project"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// behind is a mock node whose replicas lack some writes.
type behind map[int]uint64

func (b behind) Pass(context.Context, mcp.Call, func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error) {
	out := protocol.NewToolResultStructuredOnly(map[string]any{"results": []any{}})
	out.Meta = &protocol.Meta{AdditionalFields: map[string]any{"asterism/node": "c", "asterism/behind": b}}
	return out, nil
}

// toServer connects to a server whose calls all go to answers.
func toServer(t *testing.T, pass mcp.Passer) *Memory {
	t.Helper()
	s, err := mcp.New(mcp.Options{Pass: pass, Engine: func(context.Context) (*tools.Engine, error) { return &tools.Engine{WorkspaceReader: silent{}}, nil }})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	go s.ServeSocket(t.Context(), l)
	conn, err := wire.DialSocket(path, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Over(t.Context(), conn, path, "test", project.Home{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// silent is a mock engine without workspace events.
type silent struct{ tools.WorkspaceReader }

func (silent) WatchWorkspaces(func(workspace.Entry)) (stop func()) { return func() {} }

// TestAnAnswerThatMayMissWritesIsTold: for a node that lacks some writes, with their number. For one that has all, nothing is reported.
func TestAnAnswerThatMayMissWritesIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		lacks behind
		told  string
	}{"two shards": {behind{0: 3, 2: 4}, "[c 7]"}, "none": {behind{0: 0}, "[]"}, "read by leaders": {nil, "[]"}} {
		t.Run(name, func(t *testing.T) {
			r := toServer(t, c.lacks)
			said := []string{}
			r.ShowLate(func(node string, writes uint64) { said = append(said, fmt.Sprint(node, " ", writes)) })
			if err := r.call(t.Context(), "search_graph", map[string]any{"query": "x"}, &struct{}{}); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(said) != c.told {
				t.Errorf("told %v, want %s", said, c.told)
			}
		})
	}
}
