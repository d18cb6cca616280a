package node

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/mcp"
	"asterism/mcp/answer"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// whole is all shards as one memory, for what is no tool call of a client: prompts, resources, the dashboard. The tools that these ask are passed on as calls are.
func (n *Node) whole() *tools.Engine {
	e := n.passer.Union()
	e.WorkspaceReader, e.Surveyor, e.Elsewhere = minds{n}, notShown{}, n.elsewhere
	return e
}

// elsewhere implements [tools.Elsewhere].
func (n *Node) elsewhere(ctx context.Context, tool string, raw json.RawMessage, home string, here func(context.Context, *tools.Engine) (*tools.Outcome, error)) (json.RawMessage, error) {
	meta, err := json.Marshal(map[string]any{answer.WholeKey: true}) // here too the answer is whole
	if err != nil {
		return nil, err
	}
	out, err := n.Pass(ctx, mcp.Call{Tool: tool, Arguments: raw, Home: home, Meta: meta}, func(ctx context.Context, e *tools.Engine) (*protocol.CallToolResult, error) {
		o, err := here(ctx, e)
		if err != nil {
			return nil, err
		}
		return answer.Success(o.Payload, &engine.Pulse{SuggestedAction: engine.SuggestNothing})
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(out.StructuredContent)
}

// watchers are told of memories that enter a workspace, on the shards that this node leads. Safe for concurrent use.
type watchers struct {
	mu   sync.Mutex
	all  map[int]func(workspace.Entry)
	next int
}

// follow listens to an engine until it is closed.
func (w *watchers) follow(e *engine.Engine) {
	e.WatchWorkspaces(func(entry workspace.Entry) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, fn := range w.all {
			fn(entry)
		}
	})
}

// minds implements [tools.WorkspaceReader], as far as several shards have something to say of it.
type minds struct{ n *Node }

// Workspace is refused: it is asked by the tool, which is passed on.
func (m minds) Workspace(context.Context, string, string) (*engine.WorkspaceState, error) {
	return nil, &engine.Error{Kind: engine.KindInvalid, Message: "the shards of a cluster have no workspace in common", Hint: "get_workspace shows that of a namespace"}
}

// LatestWorkspace knows of none.
func (m minds) LatestWorkspace(context.Context) (*engine.WorkspaceState, error) { return nil, nil }

// WatchWorkspaces tells fn of the shards that this node leads.
func (m minds) WatchWorkspaces(fn func(workspace.Entry)) (stop func()) {
	w := &m.n.watchers
	w.mu.Lock()
	defer w.mu.Unlock()
	number := w.next
	w.next++
	if w.all == nil {
		w.all = map[int]func(workspace.Entry){}
	}
	w.all[number] = fn
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, number)
	}
}

// notShown implements [tools.Surveyor] by saying so: the dashboard's map reads a store, and there are several.
type notShown struct{}

func (notShown) refuse(what string) error {
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%s is not shown on a node of a cluster yet", what), Hint: "search, lists and single memories are"}
}

// Around implements [tools.Surveyor].
func (s notShown) Around(context.Context, store.ID, int) (*engine.Around, engine.Tally, error) {
	return nil, engine.Tally{}, s.refuse("what is around a memory")
}

// Map implements [tools.Surveyor].
func (s notShown) Map(context.Context, engine.MapQuestion) (*engine.Map, error) {
	return nil, s.refuse("the map")
}

// Days implements [tools.Surveyor].
func (s notShown) Days(context.Context, engine.ListQuestion) (map[int64]int, error) {
	return nil, s.refuse("the calendar")
}

// Strays implements [tools.Surveyor].
func (s notShown) Strays(context.Context, string, int) ([]engine.Stray, int, error) {
	return nil, 0, s.refuse("what serves the goal least")
}
