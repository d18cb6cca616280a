package dream

import (
	"context"
	"math/rand/v2"

	"asterism/engine/fault"
	"asterism/engine/store"
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

// planREM looks from each anchor at the memories that are near to it in any space, and proposes links to those that are distant in others.
func (d *dreaming) planREM(ctx context.Context, anchors []Candidate) error {
	linked := map[Pair]bool{}
	for _, l := range d.record.Links {
		linked[Pair{A: l.A, B: l.B}] = true
	}
	seen, texts := map[Pair]bool{}, map[store.ID]string{}
	var found []Proposal
	for _, c := range anchors {
		if err := d.linkedTo(ctx, c.ID, linked); err != nil {
			return err
		}
		values, near, err := d.around(ctx, c)
		if err != nil {
			return err
		}
		for _, n := range near {
			p := PairOf(c.ID, n.id)
			if linked[p] || seen[p] || d.isMerged(p) {
				continue
			}
			seen[p] = true
			proposal, ok := Propose(p, d.scale.Percentiles(values, &n.values))
			if ok {
				ok, err = d.tellable(ctx, p, texts)
			}
			if err != nil {
				return err
			}
			if ok {
				found = append(found, proposal)
			}
		}
		d.step()
	}
	d.record.Sampled = len(seen)
	for _, p := range Best(found) {
		d.record.Links = append(d.record.Links, LinkChange{A: p.A, B: p.B, Kind: Proposed, After: float32(p.Score), Agree: p.Agree, Differ: p.Differ})
	}
	return nil
}

// tellable reports whether vectors tell anything of a pair, and its texts mention the same, so that a person sees what the link would be about. texts are those that were read before.
func (d *dreaming) tellable(ctx context.Context, p Pair, texts map[store.ID]string) (bool, error) {
	for _, id := range []store.ID{p.A, p.B} {
		if _, ok := texts[id]; ok {
			continue
		}
		many, err := d.s.Store.Get(ctx, store.Parts{Content: true}, id)
		if err != nil {
			return false, fault.Storage("read a memory", err)
		}
		if len(many) == 0 || many[0] == nil {
			return false, nil // it was forgotten meanwhile
		}
		texts[id] = many[0].Content
	}
	a, b := texts[p.A], texts[p.B]
	return MentionTheSame(a, b) && (d.s.Comparable == nil || d.s.Comparable(a, b)), nil
}

// linkedTo adds the pairs of a memory and those it has a link of any kind with.
func (d *dreaming) linkedTo(ctx context.Context, id store.ID, to map[Pair]bool) error {
	out, in, err := d.s.Store.Edges(ctx, id)
	if err != nil {
		return fault.Storage("read links", err)
	}
	for _, e := range append(out, in...) {
		to[PairOf(id, e.Other)] = true
	}
	return nil
}

// isMerged reports whether one of a pair is merged into another memory.
func (d *dreaming) isMerged(p Pair) bool {
	_, a := d.into[p.A]
	_, b := d.into[p.B]
	return a || b
}
