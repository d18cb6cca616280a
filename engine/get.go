package engine

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/outcomes"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// Get reads one memory whole: text and packed values; also a softly forgotten one (its Deleted is set). Reading a memory that a search has
// just found is a sign that it was worth finding.
func (e *Engine) Get(ctx context.Context, id store.ID) (*store.Memory, error) {
	m, err := e.whole(ctx, id)
	if err == nil {
		e.outcomes.Hint(id, outcomes.Fetched)
	}
	return m, err
}

// whole is Get of our own accord, which is no sign of anything.
func (p *parts) whole(ctx context.Context, id store.ID) (*store.Memory, error) {
	m, err := store.One(ctx, p.store, store.Parts{Content: true, Spaces: stored}, id)
	return m, fault.NotFound("read memory", err)
}

// Texts are what memories say, in words of an image which it is; one that is gone is left out. Reading them so is no sign of anything.
func (p *parts) Texts(ctx context.Context, ids []store.ID) (map[store.ID]string, error) {
	many, err := p.store.Get(ctx, store.Parts{Content: true}, ids...)
	if err != nil {
		return nil, fault.Storage("read memories", err)
	}
	out := map[store.ID]string{}
	for _, m := range many {
		if m != nil {
			out[m.ID] = Shown(m)
		}
	}
	return out, nil
}

// Holds reports whether the namespace holds a live memory with this text; with an id, whether that very memory is live there and says this: there may be several with one
// text, and an image is known by its picture and not by the place that is its content. Ingestion resumes with it.
func (e *Engine) Holds(ctx context.Context, id store.ID, namespace, content string) (bool, error) {
	if id == uuid.Nil {
		_, ok, err := e.store.Find(ctx, namespace, TextHash(content))
		return ok, fault.Storage("look for a copy", err)
	}
	many, err := e.store.Get(ctx, store.Parts{Content: true}, id)
	if err != nil {
		return false, fault.Storage("look for the id", err)
	}
	m := many[0]
	return m != nil && m.Deleted.IsZero() && m.Namespace == namespace && TextHash(m.Content) == TextHash(content), nil
}
