package engine

import (
	"context"

	"asterism/engine/store"
)

// Get reads one memory whole: text and packed values; also a softly forgotten one (its Deleted is set). Reading a memory that a search has
// just found is a sign that it was worth finding.
func (e *Engine) Get(ctx context.Context, id store.ID) (*store.Memory, error) {
	m, err := e.whole(ctx, id)
	if err == nil {
		e.answers.hint(id, fetched, e.now())
	}
	return m, err
}

// whole is Get of our own accord, which is no sign of anything.
func (e *Engine) whole(ctx context.Context, id store.ID) (*store.Memory, error) {
	many, err := e.store.Get(ctx, store.Parts{Content: true, Spaces: stored}, id)
	if err != nil {
		return nil, notFound("read memory", err)
	}
	return many[0], nil
}

// Has reports whether the namespace holds a live memory with this text; ingestion resumes with it.
func (e *Engine) Has(ctx context.Context, namespace, content string) (store.ID, bool, error) {
	id, ok, err := e.store.Find(ctx, namespace, TextHash(content))
	return id, ok, storage("look for a copy", err)
}
