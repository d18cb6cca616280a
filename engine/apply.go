package engine

import (
	"context"
	"errors"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
)

// applyTo is how commands reach the store; tests answer in its place.
var applyTo = (*rocks.Store).Apply

// apply carries out commands whose outcome search has to follow. A caller that gives up while they are being written leaves open whether they were: they are then asked for once
// more, which changes nothing that they have changed, so that what is in the store and what is found stay the same. That waits for the one write that is under way.
func (e *Engine) apply(ctx context.Context, cmds ...store.Command) error {
	err := applyTo(e.store, ctx, cmds...)
	if !errors.Is(err, store.ErrUnknown) || ctx.Err() == nil {
		return err
	}
	if again := applyTo(e.store, context.WithoutCancel(ctx), cmds...); again != nil {
		return errors.Join(err, again)
	}
	return nil
}

// takeOut takes a memory that the store has just hidden or removed out of search. A call that stored it a moment ago may be about to let it be found: it holds aims.mu
// until it has, and is waited for.
func (e *Engine) takeOut(id store.ID) {
	e.aims.mu.Lock()
	defer e.aims.mu.Unlock()
	e.index.Remove(id)
}
