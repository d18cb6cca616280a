package dream

import (
	"context"
	"math/rand/v2"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/words"
)

// maxAnchors is how many memories rem begins at.
const maxAnchors = 100

// anchors draws the memories that rem begins at. The draw follows from when the last dream ended, so that a dry run shows what the
// dream will do, and the next dream looks elsewhere.
func (d *dreaming) anchors() []Candidate {
	seed := uint64(0)
	if d.previous != nil {
		seed = uint64(d.previous.Ended.UnixNano())
	}
	all := d.seen.all
	out := make([]Candidate, min(maxAnchors, len(all)))
	for i, at := range rand.New(rand.NewPCG(seed, uint64(len(all)))).Perm(len(all))[:len(out)] {
		out[i] = all[at]
	}
	return out
}

// planREM looks from each anchor at the memories that are near to it in any space, and proposes links to those that belong with it. What was replaced by another memory is left
// out: the chain leads to what holds now.
func (d *dreaming) planREM(ctx context.Context, anchors []Candidate) error {
	linked, seen, said := map[Pair]bool{}, map[Pair]bool{}, map[store.ID]*Said{}
	for _, l := range d.record.Links {
		linked[Pair{A: l.A, B: l.B}] = l.After >= store.LeastFollowed
	}
	d.shared = map[Pair][]string{}
	var found []Proposal
	for _, c := range anchors {
		if d.seen.replaced[c.ID] {
			d.step()
			continue
		}
		if err := d.linkedTo(ctx, c.ID, linked); err != nil {
			return err
		}
		values, near, err := d.around(ctx, c)
		if err != nil {
			return err
		}
		var ids []store.ID
		var activations []float64
		for _, n := range near {
			p := PairOf(c.ID, n.id)
			if linked[p] || seen[p] || d.isMerged(p) || d.seen.replaced[n.id] {
				continue
			}
			seen[p] = true
			if x := Activation(d.scale.Percentiles(values, &n.values)); Score(1, x) >= leastScore {
				ids, activations = append(ids, n.id), append(activations, x)
			}
		}
		if err := d.read(ctx, append([]store.ID{c.ID}, ids...), said); err != nil {
			return err
		}
		for i, id := range ids {
			if p, ok := d.propose(PairOf(c.ID, id), activations[i], said); ok {
				found = append(found, p)
			}
		}
		d.step()
	}
	d.record.Sampled = len(seen)
	for _, p := range Best(found) {
		d.record.Links = append(d.record.Links, LinkChange{A: p.A, B: p.B, Kind: Proposed, After: float32(p.Score)})
	}
	return nil
}

// read adds the texts of memories to what was read before. Of one that was forgotten meanwhile there is none.
func (d *dreaming) read(ctx context.Context, ids []store.ID, said map[store.ID]*Said) error {
	ids = slices.DeleteFunc(ids, func(id store.ID) bool { return said[id] != nil })
	many, err := d.s.Store.Get(ctx, store.Parts{Content: true}, ids...)
	if err != nil {
		return fault.Storage("read memories", err)
	}
	for i, m := range many {
		if m != nil {
			said[ids[i]] = d.seen.rarity.Of(m.Content)
		}
	}
	return nil
}

// propose makes a proposal of two memories that belong together, if their texts say so: vectors tell something of both, and they share words that can be named.
func (d *dreaming) propose(p Pair, activation float64, said map[store.ID]*Said) (Proposal, bool) {
	a, b := said[p.A], said[p.B]
	if a == nil || b == nil {
		return Proposal{}, false
	}
	out := Proposal{A: p.A, B: p.B, Score: Score(d.seen.rarity.Agreement(a, b), activation)}
	if out.Score < leastScore || d.s.Comparable != nil && !d.s.Comparable(a.text, b.text) {
		return out, false
	}
	d.shared[p] = words.Telling(a.text, b.text, mostShared)
	return out, len(d.shared[p]) >= leastShared
}

// linkedTo adds the pairs of a memory and those it has a link of any kind with, but for a learned one that is too weak to lead anywhere: replays alone begin such links, and nobody has
// confirmed them.
func (d *dreaming) linkedTo(ctx context.Context, id store.ID, to map[Pair]bool) error {
	out, in, err := d.s.Store.Edges(ctx, id)
	if err != nil {
		return fault.Storage("read links", err)
	}
	for _, e := range append(out, in...) {
		if e.Kind != store.EdgeLearned || e.Weight >= store.LeastFollowed {
			to[PairOf(id, e.Other)] = true
		}
	}
	return nil
}

// isMerged reports whether one of a pair is merged into another memory.
func (d *dreaming) isMerged(p Pair) bool {
	_, a := d.into[p.A]
	_, b := d.into[p.B]
	return a || b
}
