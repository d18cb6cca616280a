package engine

import (
	"context"
	"slices"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/models"
)

// holdKnown waits for the turns on the stored memories that drafts repeat, and reads them. ok is false, and it holds nothing, if one of them has
// changed since it was found.
func (w *writer) holdKnown(ctx context.Context, drafts []*draft) (release func(), ok bool, err error) {
	var ids []store.ID
	for _, d := range drafts {
		if d.known != nil && d.known.draft == nil {
			ids = append(ids, d.known.memory.ID)
		}
	}
	if release, err = w.turns.lockAll(ctx, ids); err != nil {
		return nil, false, err
	}
	many, err := w.store.Get(ctx, store.Parts{Content: true, Spaces: stored}, ids...)
	if err != nil {
		release()
		return nil, false, fault.Storage("read what is repeated", err)
	}
	at := map[store.ID]*store.Memory{} // drafts that repeat the same memory share it, and each increases the count
	for _, m := range many {
		if m != nil && at[m.ID] == nil {
			at[m.ID] = m
		}
	}
	for _, d := range drafts {
		if d.known == nil || d.known.draft != nil {
			continue
		}
		now := at[d.known.memory.ID]
		if now == nil || now.Version != d.known.memory.Version || !now.Deleted.IsZero() {
			release()
			return nil, false, nil
		}
		d.known.memory = now
	}
	return release, true, nil
}

// repeat counts a draft as a repetition of the memory that it repeats, in the answer and as a command.
func (d *draft) repeat(now time.Time) store.Command {
	m := d.known.memory
	c := store.Command{Op: store.OpRepeat, ID: m.ID, Version: m.Version, Count: more(m.Repeats), At: now}
	m.Repeat(&c)
	a := &d.answer
	a.ID, a.Rationale, a.AlreadyStored, a.DuplicateOf, a.SimilarTo, a.Related, a.ReplacesNewer = m.ID, m.Rationale, true, &m.ID, nil, nil, nil
	a.TimesSeen, a.LastSeen, a.NotTaken = TimesSeen(m), m.LastRepeat, d.notTaken()
	if a.Spaces == 0 {
		a.Spaces = filled(m)
	}
	return c
}

// more returns n + 1, without overflow.
func more(n uint32) uint32 { return max(n, n+1) }

// notTaken returns the fields of a note that differ from the memory that it repeats.
func (d *draft) notTaken() (out []string) {
	n, m, old := &d.note, d.memory, d.known.memory
	add := func(differs bool, name string) {
		if differs {
			out = append(out, name)
		}
	}
	lacks := func(tag string) bool { return !slices.Contains(old.Tags, tag) }
	add(embedder.IsImage(m) && m.Content != old.Content, "content")
	add(m.Rationale != "" && m.Rationale != old.Rationale, "rationale")
	add(n.Modality != "" && m.Modality != old.Modality, "modality")
	add(n.Importance != nil && m.Importance != old.Importance, "importance")
	add(slices.ContainsFunc(m.Tags, lacks), "tags")
	add(slices.ContainsFunc(m.Supersedes, func(id store.ID) bool { return !slices.Contains(old.Supersedes, id) }), "supersedes")
	add(!n.ValidFrom.IsZero() && !m.ValidFrom.Equal(old.ValidFrom), "valid_from")
	add(!n.ValidUntil.IsZero() && !m.ValidUntil.Equal(old.ValidUntil), "valid_until")
	add(slices.ContainsFunc(m.Links, func(id store.ID) bool { return !slices.Contains(old.Links, id) }), "link_to")
	return out
}

// TimesSeen returns how often a memory was stored, including repetitions.
func TimesSeen(m *store.Memory) uint32 { return more(m.Repeats) }

// LastSeen returns when a memory was last stored.
func LastSeen(m *store.Memory) time.Time {
	if m.Repeats == 0 {
		return m.Created
	}
	return m.LastRepeat
}

// filled returns the spaces in which a whole memory has values, including the temporal ones by its time.
func filled(m *store.Memory) models.Set {
	set := models.OfOrigin(models.FromTime)
	for s := range m.Record {
		if !m.Record[s].Absent() {
			set = set.With(models.Space(s))
		}
	}
	return set
}
