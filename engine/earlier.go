package engine

import (
	"context"

	"asterism/engine/earlier"
	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/secrets"
	"asterism/engine/store"
)

// Earlier is what a memory said in an earlier version.
type Earlier = earlier.Version

// MaxEarlier is of how many versions of a memory the texts are kept at most.
const MaxEarlier = earlier.MaxVersions

// Historian tells what memories said before they were changed.
type Historian struct{ *parts }

// HistorianOf is the historian of an engine.
func HistorianOf(e *Engine) *Historian { return &Historian{&e.parts} }

// Earlier are the earlier versions of a memory that had another text or reason, the newest first; also of a softly forgotten one. Of images nothing is kept.
func (h *Historian) Earlier(ctx context.Context, id store.ID) ([]Earlier, error) {
	m, err := store.One(ctx, h.store, store.Parts{}, id)
	if err != nil {
		return nil, fault.NotFound("read memory", err)
	}
	out, err := earlier.Of(ctx, h.store, id, m.Version)
	return out, fault.Storage("read earlier texts of a memory", err)
}

// ForgetEarlier removes what a memory said in earlier versions for good, and returns how many versions that were. What it says now stays.
func (h *Historian) ForgetEarlier(ctx context.Context, id store.ID) (int, error) {
	release, err := h.turns.lock(ctx, id)
	if err != nil {
		return 0, err
	}
	defer release()
	all, err := h.Earlier(ctx, id)
	if err != nil {
		return 0, err
	}
	return len(all), fault.Storage("remove earlier texts of a memory", earlier.Forget(ctx, h.store, id))
}

// keepText keeps what a memory says, if a change gives it another text or reason. The caller holds its turn.
func (w *writer) keepText(ctx context.Context, old, new *store.Memory) error {
	if embedder.IsImage(old) || old.Content == new.Content && old.Rationale == new.Rationale {
		return nil
	}
	allowed := secrets.PolicyOf(ctx).Or(w.cfg.Secrets) == secrets.Allow
	return fault.Storage("keep the text of a memory that changes", earlier.Keep(ctx, w.store, old, new.Updated, allowed))
}

// forgetKept removes what is kept of memories elsewhere in the store, which are about to be removed for good: what is left of a memory that is gone would be a trace of it.
func (p *parts) forgetKept(ctx context.Context, ids ...store.ID) error {
	if err := p.worth.Forget(ctx, ids...); err != nil {
		return err
	}
	return fault.Storage("remove earlier texts of forgotten memories", earlier.Forget(ctx, p.store, ids...))
}
