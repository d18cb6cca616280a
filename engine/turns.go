package engine

import (
	"context"
	"sync"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// turns lets those who read a memory, think, and write it again do so one after another, each on what the one before left.
// One process owns a store, so all of them are here. The zero value is ready.
type turns struct {
	mu  sync.Mutex
	ids map[store.ID]*turn
}

// turn is an id that somebody has or waits for; users counts them.
type turn struct {
	users int
	token chan struct{} // holds one while somebody has the turn
}

// lock waits for the turn on a memory; the caller must call release. Who takes several takes them in the order of their bytes; see lockAll.
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
