package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/passon"
	"asterism/engine/store"
	"asterism/engine/validity"
)

// factOf returns when a memory holds, and what it supersedes.
func factOf(m *store.Memory) validity.Fact {
	return validity.Fact{ID: m.ID, Version: m.Version, Time: m.Time, From: m.ValidFrom, Until: m.ValidUntil, Supersedes: m.Supersedes, Gone: !m.Deleted.IsZero()}
}

// unique returns ids in their order, each once; nil stays nil.
func unique(ids []store.ID) (out []store.ID) {
	for _, id := range ids {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// checkValidity checks the fields about when a memory holds, as far as that needs no other memory.
func checkValidity(m *store.Memory) error {
	if len(m.Supersedes) > MaxSupersedes {
		return fault.Invalid("supersedes has %d ids, the limit is %d", "name the latest ones: what they supersede is replaced too", len(m.Supersedes), MaxSupersedes)
	}
	if slices.Contains(m.Supersedes, m.ID) {
		return fault.Invalid("supersedes names memory %s itself", "name the memories that it replaces", m.ID)
	}
	for name, t := range map[string]time.Time{"valid_from": m.ValidFrom, "valid_until": m.ValidUntil} {
		if t.IsZero() {
			continue
		}
		if err := checkTime(name, t); err != nil {
			return err
		}
	}
	if !m.ValidFrom.IsZero() && !m.ValidUntil.IsZero() && !m.ValidFrom.Before(m.ValidUntil) {
		return fault.Invalid("valid_from %s is not before valid_until %s", "swap them, or leave one out", m.ValidFrom.Format(time.RFC3339), m.ValidUntil.Format(time.RFC3339))
	}
	return nil
}

// checkSuperseded checks the memories that m supersedes: those that are new in its list are live, all are in its namespace, and none of them supersedes m. old is m as it is
// stored; nil: it is new. If the result must stay true, the caller holds chains. newer are those with a later time than m.
func (w *writer) checkSuperseded(ctx context.Context, m, old *store.Memory) (newer []store.ID, err error) {
	if old != nil && old.Namespace != m.Namespace {
		if err := w.checkLeaves(ctx, old); err != nil {
			return nil, err
		}
	}
	if len(m.Supersedes) == 0 {
		return nil, nil
	}
	many, err := w.store.Get(ctx, store.Parts{}, m.Supersedes...)
	if err != nil {
		return nil, fault.Storage("read superseded memories", err)
	}
	for i, other := range many {
		id := m.Supersedes[i]
		said := old != nil && slices.Contains(old.Supersedes, id) // it was in the list before, and may have been forgotten since
		switch {
		case other == nil && !said:
			return nil, fault.Invalid("supersedes names memory %s, which does not exist", "give ids that search_graph or list_memories returned", id)
		case other == nil:
		case !other.Deleted.IsZero() && !said:
			return nil, fault.Invalid("supersedes names memory %s, which was forgotten on %s", "leave it out, since searches do not find it, or restore it first", id, other.Deleted.Format(time.DateOnly))
		case other.Namespace != m.Namespace:
			return nil, fault.Invalid("supersedes names memory %s of namespace %s, and the memory is of %s", "name memories of one namespace, or move it there first", id, other.Namespace, m.Namespace)
		}
		if other != nil && other.Time.After(m.Time) {
			newer = append(newer, id)
		}
	}
	if old == nil { // no memory can name it yet
		return newer, nil
	}
	return newer, w.checkRing(ctx, m)
}

// checkLeaves refuses to move a memory out of a namespace in which another one supersedes it.
func (w *writer) checkLeaves(ctx context.Context, m *store.Memory) error {
	_, in, err := w.store.Edges(ctx, m.ID)
	if err != nil {
		return fault.Storage("read what supersedes the memory", err)
	}
	for _, e := range in {
		if e.Kind == store.EdgeSupersedes {
			return fault.Invalid("memory %s cannot leave namespace %s: memory %s of it supersedes this one", "remove it from that memory's supersedes first, and set it again in the new namespace", m.ID, m.Namespace, e.Other)
		}
	}
	return nil
}

// checkRing refuses a list with which a memory would supersede itself through others.
func (w *writer) checkRing(ctx context.Context, m *store.Memory) error {
	met := map[store.ID]bool{}
	for todo := m.Supersedes; len(todo) > 0; {
		many, err := w.store.Get(ctx, store.Parts{}, todo...)
		if err != nil {
			return fault.Storage("follow superseded memories", err)
		}
		todo = nil
		for _, other := range many {
			if other == nil || met[other.ID] {
				continue
			}
			met[other.ID] = true
			if slices.Contains(other.Supersedes, m.ID) {
				return fault.Invalid("memory %s supersedes %s already, directly or through others, so that one cannot supersede it", "remove the id from the supersedes of the older one first", other.ID, m.ID)
			}
			todo = append(todo, other.Supersedes...)
		}
	}
	return nil
}

// supersede locks the chains, if one of the drafts supersedes others, and checks these again: they may have been forgotten, merged or changed meanwhile.
func (w *writer) supersede(ctx context.Context, drafts []*draft) (release func(), err error) {
	if !slices.ContainsFunc(drafts, func(d *draft) bool { return len(d.memory.Supersedes) > 0 }) {
		return func() {}, nil
	}
	w.chains.Lock()
	for _, d := range drafts {
		if _, err := w.checkSuperseded(ctx, d.memory, nil); err != nil {
			w.chains.Unlock()
			return nil, err
		}
	}
	return w.chains.Unlock, nil
}

// Chain is the relation of a memory to others about the same thing, and to the goals.
type Chain struct {
	Supersedes   []Past     // the memories that it replaces, directly or through others, the newest first; at most MaxPast
	More         int        // the number of further ones
	SupersededBy []Past     // the memories that replace it and are current, the newest first; at most MaxPast. If there are any, it is not current
	Coming       []Past     // for a current memory: stored memories that will replace it later, the earliest first, with Time as the beginning; at most MaxPast
	Lapsed       bool       // it does not hold at the requested time
	Against      *Against   // the goal that the memory contradicts; nil: none, or it is not aligned; only for a single memory
	LinkedBy     []store.ID // live memories whose writers linked them to this one, in the order of ids; only for a single memory
}

// Past is a memory of a chain.
type Past struct {
	ID   store.ID
	Time time.Time
	Text string // its text, or a description of an image
}

// MaxPast is the largest number of memories of a chain that are named on each side.
const MaxPast = 5

// Current reports whether the memory holds at the requested time.
func (c *Chain) Current() bool { return len(c.SupersededBy) == 0 && !c.Lapsed }

// headsOf is [validity.Chains.Heads] for a memory that may be in no chain.
func headsOf(c *validity.Chains, id store.ID) []store.ID {
	if !c.Has(id) {
		return nil
	}
	return c.Heads(id)
}

// fillChains fills in the places of memories in their chains.
func (s *searcher) fillChains(ctx context.Context, c *validity.Chains, to []*Chain, ids []store.ID) error {
	past, from := map[store.ID]Past{}, map[store.ID]time.Time{}
	var wanted []store.ID
	want := func(ids []store.ID) []store.ID {
		ids = ids[:min(MaxPast, len(ids))]
		wanted = append(wanted, ids...)
		return ids
	}
	below, above, coming := make([][]store.ID, len(ids)), make([][]store.ID, len(ids)), make([][]store.ID, len(ids))
	for i, id := range ids {
		replaced := c.Replaced(id)
		below[i], above[i], coming[i] = want(replaced), want(c.Heads(id)), want(c.Coming(id))
		to[i].More = len(replaced) - len(below[i])
		to[i].Lapsed = len(above[i]) == 0 && !c.Current(id)
	}
	many, err := s.store.Get(ctx, store.Parts{Content: true}, wanted...)
	if errors.Is(err, store.ErrDamaged) { // the chain without the texts is still known
		many, err = s.store.Get(ctx, s.without(store.Parts{}), wanted...)
	}
	if err != nil {
		return fault.Storage("read what was superseded", err)
	}
	for _, m := range many {
		if m != nil {
			past[m.ID], from[m.ID] = Past{ID: m.ID, Time: m.Time, Text: Shown(m)}, m.ValidFrom
		}
	}
	told := func(ids []store.ID) (out []Past) {
		for _, id := range ids {
			if p, ok := past[id]; ok { // otherwise it was purged meanwhile
				out = append(out, p)
			}
		}
		return out
	}
	for i := range ids {
		to[i].Supersedes, to[i].SupersededBy, to[i].Coming = told(below[i]), told(above[i]), told(coming[i])
		for n := range to[i].Coming {
			to[i].Coming[n].Time = from[to[i].Coming[n].ID]
		}
	}
	return nil
}

// passing returns what hands on what a memory has replaced, before that memory is removed for good.
func (p *parts) passing() *passon.Config {
	mend := func(ctx context.Context, id store.ID) error { return (&writer{parts: p}).mend(ctx, id) }
	return &passon.Config{Store: p.store, Spaces: stored, Most: MaxSupersedes, Now: p.now, Turn: p.turns.lock, Hold: p.aims.HoldVectors, Log: p.log, Mend: mend, Show: func(m *store.Memory) error {
		if m.Deleted.IsZero() {
			return p.makeSearchable(m)
		}
		p.held.noteRelations(m)
		return nil
	}}
}
