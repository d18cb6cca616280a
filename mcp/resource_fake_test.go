package mcp

import (
	"context"
	"strings"
	"sync"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// fakeWorkspace lets a test decide what enters a workspace. The zero value is ready.
type fakeWorkspace struct {
	mu        sync.Mutex
	listeners []func(workspace.Entry)
	watched   chan struct{} // if set, closed at the first listener
}

func (f *fakeWorkspace) WatchWorkspaces(fn func(workspace.Entry)) (stop func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listeners = append(f.listeners, fn)
	if f.watched != nil && len(f.listeners) == 1 {
		close(f.watched)
	}
	return func() {}
}

func (f *fakeWorkspace) enter(e workspace.Entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, fn := range f.listeners {
		fn(e)
	}
}

// LatestWorkspace returns none before the first inject, then that of the newest memory.
func (f *fakeEngine) LatestWorkspace(context.Context) (*engine.WorkspaceState, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.order) == 0 {
		return nil, nil
	}
	m := f.memories[f.order[len(f.order)-1]]
	if kind, ok := strings.CutPrefix(m.SessionID, "fail "); ok {
		return nil, &engine.Error{Kind: engine.Kind(kind), Message: "made to fail"}
	}
	w := &engine.WorkspaceState{Snapshot: workspace.Snapshot{Namespace: m.Namespace, Session: m.SessionID, State: workspace.Emerging, Capacity: 7}}
	w.Members = []workspace.Member{{ID: m.ID, Entered: m.Created, R: 1, Fit: 1}}
	w.Memories = append(w.Memories, m)
	return w, nil
}

// Status counts the memories.
func (f *fakeEngine) Status(context.Context) (*engine.Status, error) {
	s := &engine.Status{Profile: "compact"}
	s.Store.Namespaces = map[string]store.NamespaceInfo{engine.DefaultNamespace: {Live: f.count()}}
	return s, nil
}
