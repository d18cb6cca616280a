package engine

import (
	"context"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/validity"
)

// Chain is how a memory stands to others about the same thing.
type Chain struct {
	Supersedes   []Past // what it has taken the place of, directly or through others, the newest first; at most MaxPast
	More         int    // further ones
	SupersededBy []Past // what has taken its place and is current, the newest first; at most MaxPast. Some: it is not current
	Lapsed       bool   // the time that was asked about is outside of when it holds
}

// Past is a memory of a chain.
type Past struct {
	ID   store.ID
	Time time.Time
	Text string // what it says, or of an image, which it is
}

// MaxPast is how many memories of a chain are told of each side.
const MaxPast = 5

// Current reports whether the memory holds at the time that was asked about.
func (c *Chain) Current() bool { return len(c.SupersededBy) == 0 && !c.Lapsed }

// Chain is how a memory stands to others now; of a forgotten one it tells nothing.
func (e *Engine) Chain(ctx context.Context, id store.ID) (*Chain, error) {
	out := &Chain{}
	members, err := e.related(ctx, []store.ID{id})
	if err != nil || members[id] == nil {
		return out, err
	}
	return out, e.out.fillChains(ctx, chainsOf(members, e.now()), []*Chain{out}, []store.ID{id})
}

// chainsOf makes chains of memories, as of a time.
func chainsOf(members map[store.ID]*store.Memory, at time.Time) *validity.Chains {
	facts := make([]validity.Fact, 0, len(members))
	for _, m := range members {
		facts = append(facts, factOf(m))
	}
	return validity.Of(facts, at)
}

// headsOf is [validity.Chains.Heads] of a memory that may be in no chain.
func headsOf(c *validity.Chains, id store.ID) []store.ID {
	if !c.Has(id) {
		return nil
	}
	return c.Heads(id)
}

// fillChains tells how memories of chains stand there.
func (s *searcher) fillChains(ctx context.Context, c *validity.Chains, to []*Chain, ids []store.ID) error {
	past := map[store.ID]Past{}
	var wanted []store.ID
	want := func(ids []store.ID) []store.ID {
		ids = ids[:min(MaxPast, len(ids))]
		wanted = append(wanted, ids...)
		return ids
	}
	below, above := make([][]store.ID, len(ids)), make([][]store.ID, len(ids))
	for i, id := range ids {
		replaced := c.Replaced(id)
		below[i], above[i] = want(replaced), want(c.Heads(id))
		to[i].More = len(replaced) - len(below[i])
		to[i].Lapsed = len(above[i]) == 0 && !c.Current(id)
	}
	many, err := s.store.Get(ctx, store.Parts{Content: true}, wanted...)
	if err != nil {
		return fault.Storage("read what was superseded", err)
	}
	for _, m := range many {
		if m != nil {
			past[m.ID] = Past{ID: m.ID, Time: m.Time, Text: Shown(m)}
		}
	}
	told := func(ids []store.ID) (out []Past) {
		for _, id := range ids {
			if p, ok := past[id]; ok { // else purged meanwhile
				out = append(out, p)
			}
		}
		return out
	}
	for i := range ids {
		to[i].Supersedes, to[i].SupersededBy = told(below[i]), told(above[i])
	}
	return nil
}
