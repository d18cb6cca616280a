package engine

import (
	"context"
	"fmt"

	"asterism/engine/aims"
	"asterism/engine/dream"
	"asterism/engine/earlier"
	"asterism/engine/fault"
	"asterism/engine/outcomes"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// Get reads one memory whole: text and packed values; also a softly forgotten one (its Deleted is set). If a search has just found the memory,
// reading it counts as a sign that it was worth finding.
func (e *Engine) Get(ctx context.Context, id store.ID) (*store.Memory, error) {
	m, err := e.whole(ctx, id)
	if err == nil {
		e.outcomes.Hint(id, outcomes.Fetched)
	}
	return m, err
}

// whole is Get for internal reads, which count as no sign. Damaged values are absent; a damaged header or text is an error.
func (p *parts) whole(ctx context.Context, id store.ID) (*store.Memory, error) {
	var lost store.Unread
	wanted := store.Parts{Content: true, Spaces: stored, Unread: func(u store.Unread) { lost = u }}
	m, err := store.One(ctx, p.store, wanted, id)
	if lost.Err != nil {
		p.held.unread.Note(lost)
	}
	if lost.Whole {
		err = fmt.Errorf("get memory %s: %w", id, lost.Err)
	}
	return m, fault.NotFound("read memory", err)
}

// Texts returns the texts of memories, and for an image a description in words. A memory that no longer exists is left out. Reading them counts as no sign.
func (p *parts) Texts(ctx context.Context, ids []store.ID) (map[store.ID]string, error) {
	many, err := p.store.Get(ctx, p.without(store.Parts{Content: true}), ids...)
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

// Holds reports whether the namespace has a live memory with this text. With an id it reports whether that memory is live there with this text: several may have one text,
// and an image is compared by its picture, not by the path that is its content. Ingestion uses it to resume.
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

// Earlier is what a memory said in an earlier version.
type Earlier = earlier.Version

// MaxEarlier is the largest number of versions of a memory whose texts are kept.
const MaxEarlier = earlier.MaxVersions

// Historian returns what memories said before they were changed, and the history of purpose vectors, goals and workspaces: the newest first, [HistoryPage] events at a time
// from an index on; index 0 is the newest. Errors are *Error.
type Historian struct {
	*parts
	e *Engine
}

// HistorianOf returns the historian of an engine.
func HistorianOf(e *Engine) *Historian { return &Historian{&e.parts, e} }

// Earlier returns the earlier versions of a memory that had another text or reason, the newest first; also of a softly forgotten one. For images nothing is kept.
func (h *Historian) Earlier(ctx context.Context, id store.ID) ([]Earlier, error) {
	m, err := store.One(ctx, h.store, store.Parts{}, id)
	if err != nil {
		return nil, fault.NotFound("read memory", err)
	}
	out, err := earlier.Of(ctx, h.store, id, m.Version)
	return out, fault.Storage("read earlier texts of a memory", err)
}

// PutAway finds the dream that removed a memory as a copy; nil for a live memory, or one that somebody forgot.
func (h *Historian) PutAway(ctx context.Context, m *store.Memory) (*dream.PutAway, error) {
	return h.e.dreams.PutAway(ctx, m)
}

// ForgetEarlier removes the earlier texts of a memory for good, and returns the number of versions. Its present text stays.
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

// Chain returns which memories replace this one now and which it replaces; empty for a forgotten one.
func (e *Engine) Chain(ctx context.Context, id store.ID) (*Chain, error) {
	out := &Chain{}
	var err error
	if out.LinkedBy, err = e.linkedBy(ctx, id); err != nil {
		return nil, err
	}
	m, err := e.store.Get(ctx, e.without(store.Parts{Content: true}), id)
	if err != nil {
		return nil, fault.Storage("read memory", err)
	}
	out.Against = e.against(m[0])
	facts, err := e.book(ctx)
	if err != nil || facts.Len() == 0 {
		return out, err
	}
	alike, err := e.alike(ctx, m)
	if err != nil {
		return nil, err
	}
	members, chains, err := e.chainsWith(ctx, []store.ID{id}, alike, e.now())
	if err != nil || members[id] == nil {
		return out, err
	}
	return out, e.out.fillChains(ctx, chains, []*Chain{out}, []store.ID{id})
}

// linkedBy returns the live memories that link to a memory.
func (p *parts) linkedBy(ctx context.Context, id store.ID) (out []store.ID, err error) {
	_, in, err := p.store.Edges(ctx, id)
	if err != nil {
		return nil, fault.Storage("read the links of a memory", err)
	}
	var ids []store.ID
	for _, edge := range in {
		if edge.Kind == store.EdgeGiven {
			ids = append(ids, edge.Other)
		}
	}
	many, err := p.store.Get(ctx, store.Parts{}, ids...)
	if err != nil {
		return nil, fault.Storage("read linked memories", err)
	}
	for i, m := range many {
		if m != nil && m.Deleted.IsZero() {
			out = append(out, ids[i])
		}
	}
	return out, nil
}

// Against is a goal that a memory contradicts, which is why its alignment is low.
type Against struct {
	ID          store.ID
	Description string
	Differs     string // the difference, such as "negated: adds not"
}

// against returns the goal that a memory contradicts; nil: none. m may be nil.
func (p *parts) against(m *store.Memory) *Against {
	if m == nil || !m.Deleted.IsZero() || m.Purpose == [models.Count]float32{} {
		return nil
	}
	goal, differs := aims.Against(p.aims, m.Namespace, m.Content)
	if goal == nil {
		return nil
	}
	return &Against{goal.ID, goal.Description, differs}
}
