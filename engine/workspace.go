package engine

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// Workspace is what is in mind in a namespace ("": the default one) and session ("": the one that all share who name none). All that
// was injected before the call has been looked at, but for what failed and is tried again; forgotten memories are not in it. A session that nothing was injected into is empty.
func (e *Engine) Workspace(ctx context.Context, namespace, session string) (*WorkspaceState, error) {
	switch namespace {
	case "":
		namespace = DefaultNamespace
	case "*":
		return nil, fault.Invalid("namespace %q means all namespaces, a workspace is of one", "name one namespace", namespace)
	}
	if err := checkText("namespace", namespace, MaxNameBytes, false); err != nil {
		return nil, err
	}
	if err := checkText("session_id", session, MaxNameBytes, false); err != nil {
		return nil, err
	}
	return e.askMinds(ctx, func(ctx context.Context) (*WorkspaceState, error) {
		return e.workspaceState(ctx, mindKey{namespace, session})
	})
}

// LatestWorkspace is the one in which a memory was looked at last; nil when there is none.
func (e *Engine) LatestWorkspace(ctx context.Context) (*WorkspaceState, error) {
	return e.askMinds(ctx, func(ctx context.Context) (*WorkspaceState, error) {
		if err := e.knowMinds(ctx); err != nil || len(e.minds.order) == 0 {
			return nil, err
		}
		return e.workspaceState(ctx, e.minds.order[len(e.minds.order)-1])
	})
}

// askMinds has f done by the goroutine that has the workspaces, after all that waits there now.
func (e *Engine) askMinds(ctx context.Context, f func(context.Context) (*WorkspaceState, error)) (*WorkspaceState, error) {
	type answer struct {
		state *WorkspaceState
		err   error
	}
	done := make(chan answer, 1)
	if !e.minds.queue.push(mindTask{do: func(context.Context) {
		defer close(done) // without an answer when f panics
		state, err := f(ctx)
		done <- answer{state, err}
	}}) {
		return nil, fault.Storage("read workspace", store.ErrClosed)
	}
	select {
	case a, answered := <-done:
		if !answered {
			return nil, &Error{Kind: KindInternal, Message: "read workspace: a fault of ours", Hint: "the log has the stack; please report it"}
		}
		return a.state, a.err
	case <-ctx.Done():
		return nil, fault.Storage("read workspace", ctx.Err())
	}
}

func (e *Engine) workspaceState(ctx context.Context, key mindKey) (*WorkspaceState, error) {
	m, err := e.mind(ctx, key, false)
	if err != nil {
		return nil, err
	}
	left, err := e.refresh(ctx, key, m)
	if err != nil {
		return nil, err
	}
	if left {
		if err := e.saveMind(ctx, key, m); err != nil {
			return nil, err
		}
	}
	m.Foreseen(e.meta.Accuracy())
	out := &WorkspaceState{Snapshot: m.Snapshot(e.now())}
	return out, e.readMembers(ctx, key, out)
}

// readMembers adds the members' texts. One that was forgotten since the moment before is left out of both lists.
func (e *Engine) readMembers(ctx context.Context, key mindKey, w *WorkspaceState) error {
	ids := make([]store.ID, len(w.Members))
	for i, m := range w.Members {
		ids[i] = m.ID
	}
	living, err := e.living(ctx, key, store.Parts{Content: true}, ids)
	if err != nil {
		return err
	}
	w.Members = slices.DeleteFunc(w.Members, func(m workspace.Member) bool { return living[m.ID] == nil })
	for _, m := range w.Members {
		w.Memories = append(w.Memories, living[m.ID])
	}
	if w.State == workspace.Hypersync {
		w.Warning = "everything looks alike: the spaces agree so much that they tell nothing apart; look for duplicates, or store what differs"
	}
	return nil
}

// WatchWorkspaces tells fn, one entry after another, what enters any workspace, until stop is called. fn must not block.
func (e *Engine) WatchWorkspaces(fn func(workspace.Entry)) (stop func()) {
	e.minds.listening.Lock()
	defer e.minds.listening.Unlock()
	e.minds.listeners = append(slices.Clone(e.minds.listeners), &fn)
	return func() {
		e.minds.listening.Lock()
		defer e.minds.listening.Unlock()
		e.minds.listeners = slices.DeleteFunc(slices.Clone(e.minds.listeners), func(f *func(workspace.Entry)) bool { return f == &fn })
	}
}

func (e *Engine) tellEntry(entry workspace.Entry) {
	e.minds.listening.Lock()
	listeners := e.minds.listeners
	e.minds.listening.Unlock()
	for _, fn := range listeners {
		(*fn)(entry)
	}
}
