package engine

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// turns serialises callers that read a memory, decide, and write it again, so that each works on the result of the previous one.
// One process owns a store, so all of them are in this process. The zero value is ready to use.
type turns struct {
	mu  sync.Mutex
	ids map[store.ID]*turn
}

// turn is an id that somebody holds or waits for; users counts them.
type turn struct {
	users int
	token chan struct{} // contains one element while somebody holds the turn
}

// lock waits for the turn on a memory; the caller must call release. A caller that needs several takes them in the order of their bytes; see lockAll.
func (t *turns) lock(ctx context.Context, id store.ID) (release func(), err error) {
	one := t.enter(id)
	select {
	case one.token <- struct{}{}:
		return func() { <-one.token; t.leave(id) }, nil
	case <-ctx.Done():
		t.leave(id)
		return nil, fault.Storage("wait for memory "+id.String(), ctx.Err())
	}
}

func (t *turns) enter(id store.ID) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ids == nil {
		t.ids = map[store.ID]*turn{}
	}
	one := t.ids[id]
	if one == nil {
		one = &turn{token: make(chan struct{}, 1)}
		t.ids[id] = one
	}
	one.users++
	return one
}

func (t *turns) leave(id store.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ids[id].users--; t.ids[id].users == 0 {
		delete(t.ids, id)
	}
}

// lockAll waits for the turns on several ids, in the order of their bytes. All callers use that order, so no two of them deadlock.
func (t *turns) lockAll(ctx context.Context, ids []store.ID) (release func(), err error) {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, func(a, b store.ID) int { return bytes.Compare(a[:], b[:]) })
	var held []func()
	release = sync.OnceFunc(func() {
		for _, free := range slices.Backward(held) {
			free()
		}
	})
	for _, id := range slices.Compact(ids) {
		free, err := t.lock(ctx, id)
		if err != nil {
			release()
			return nil, err
		}
		held = append(held, free)
	}
	return release, nil
}
