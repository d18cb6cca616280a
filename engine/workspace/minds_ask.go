package workspace

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// Of returns the members in a namespace and session. All memories that arrived before the call have been judged, except those that failed and will be retried;
// forgotten memories are not included. A session without memories is empty.
func (ms *Minds) Of(ctx context.Context, key Key) (*Contents, error) {
	return ms.ask(ctx, func(ctx context.Context) (*Contents, error) {
		return ms.contents(ctx, key)
	})
}

// Latest returns the workspace that last judged a memory; nil if there is none.
func (ms *Minds) Latest(ctx context.Context) (*Contents, error) {
	return ms.ask(ctx, func(ctx context.Context) (*Contents, error) {
		if err := ms.loadSaved(ctx); err != nil || len(ms.order) == 0 {
			return nil, err
		}
		return ms.contents(ctx, ms.order[len(ms.order)-1])
	})
}

// LatestIn returns the workspace of a namespace that last judged a memory; nil if there is none.
func (ms *Minds) LatestIn(ctx context.Context, namespace string) (*Contents, error) {
	return ms.ask(ctx, func(ctx context.Context) (*Contents, error) {
		if err := ms.loadSaved(ctx); err != nil {
			return nil, err
		}
		for _, key := range slices.Backward(ms.order) {
			if key.Namespace == namespace {
				return ms.contents(ctx, key)
			}
		}
		return nil, nil
	})
}

// ask makes the goroutine that owns the workspaces run f, after everything that is queued now.
func (ms *Minds) ask(ctx context.Context, f func(context.Context) (*Contents, error)) (*Contents, error) {
	type answer struct {
		state *Contents
		err   error
	}
	done := make(chan answer, 1)
	if !ms.queue.push(task{do: func(context.Context) {
		defer close(done) // gives no answer if f panics
		state, err := f(ctx)
		done <- answer{state, err}
	}}) {
		return nil, fault.Storage("read workspace", store.ErrClosed)
	}
	select {
	case a, answered := <-done:
		if !answered {
			return nil, &fault.Error{Kind: fault.KindInternal, Message: "read workspace: internal error", Hint: "the log has the stack; please report it"}
		}
		return a.state, a.err
	case <-ctx.Done():
		return nil, fault.Storage("read workspace", ctx.Err())
	}
}

func (ms *Minds) contents(ctx context.Context, key Key) (*Contents, error) {
	m, err := ms.mind(ctx, key, false)
	if err != nil {
		return nil, err
	}
	left, err := ms.refresh(ctx, key, m)
	if err != nil {
		return nil, err
	}
	if left {
		if err := ms.save(ctx, key, m); err != nil {
			return nil, err
		}
	}
	m.SetAccuracy(ms.accuracy())
	out := &Contents{Snapshot: m.Snapshot(ms.now()), Others: ms.others(key)}
	return out, ms.readMembers(ctx, key, out)
}

// others returns the other sessions of a namespace whose workspaces have members, the latest first. A saved one whose members were all forgotten since is included until it is
// read.
func (ms *Minds) others(of Key) (sessions []string) {
	for _, key := range slices.Backward(ms.order) {
		if m := ms.open[key]; key.Namespace == of.Namespace && key != of && m.holds() {
			sessions = append(sessions, key.Session)
		}
	}
	return sessions
}

// holds reports whether it has members, saved or current ones.
func (m *mind) holds() bool {
	if m.saved != nil {
		return len(m.saved.Members) > 0
	}
	return len(m.members) > 0
}

// readMembers adds the members' texts. A member that was forgotten a moment ago is left out of both lists.
func (ms *Minds) readMembers(ctx context.Context, key Key, w *Contents) error {
	ids := make([]store.ID, len(w.Members))
	for i, m := range w.Members {
		ids[i] = m.ID
	}
	living, err := ms.living(ctx, key, store.Parts{Content: true}, ids)
	if err != nil {
		return err
	}
	w.Members = slices.DeleteFunc(w.Members, func(m Member) bool { return living[m.ID] == nil })
	for _, m := range w.Members {
		w.Memories = append(w.Memories, living[m.ID])
	}
	if w.State == Hypersync {
		w.Warning = "everything looks alike: the spaces agree so much that they do not tell memories apart; look for duplicates, or store different memories"
	}
	return nil
}
