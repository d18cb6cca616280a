package dream

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// linkBatch is how many links one write changes.
const linkBatch = 256

// links are the learned ones of some memories: weight and when it was set.
type links struct {
	weights map[Pair]float64
	set     map[Pair]time.Time
	of      map[store.ID][]Pair // of each memory that was read
	refused map[Pair]bool
	given   map[store.ID][]store.ID // who names it in its own links, and with whom a link of it was accepted
}

// planLinks decides how learned links change: those of merged memories go over to the ones they are merged into, then what came to mind
// together is linked more strongly, and the other links of replayed memories decay.
func (d *dreaming) planLinks(ctx context.Context, replays []Candidate, learning *Learning) error {
	l := &links{weights: map[Pair]float64{}, set: map[Pair]time.Time{}, of: map[store.ID][]Pair{}, refused: map[Pair]bool{}, given: map[store.ID][]store.ID{}}
	touched := learning.Pairs()
	for _, p := range touched {
		if err := d.readLinks(ctx, l, p.A); err != nil {
			return err
		}
	}
	for _, c := range replays {
		if err := d.readLinks(ctx, l, c.ID); err != nil {
			return err
		}
		touched = append(touched, l.of[c.ID]...)
	}
	for _, m := range d.record.Merges {
		if err := errors.Join(d.readLinks(ctx, l, m.Older), d.readLinks(ctx, l, m.Younger)); err != nil {
			return err
		}
	}
	after := d.moveLinks(l)
	before := map[Pair]float64{}
	for _, p := range touched {
		if w := l.weight(p, after); w > 0 {
			before[p] = w
		}
	}
	for _, e := range learning.Edges(before) {
		if p := (Pair{A: e.A, B: e.B}); !l.refused[p] {
			after[p] = e.After
		}
	}
	d.recordLinks(l, after)
	d.met = learning.met(func(p Pair) bool { return l.refused[p] || l.weight(p, after) > 0 })
	return nil
}

// weight is that of a link after moveLinks.
func (l *links) weight(p Pair, moved map[Pair]float64) float64 {
	if w, ok := moved[p]; ok {
		return w
	}
	return l.weights[p]
}

// recordLinks adds the changed links to the record.
func (d *dreaming) recordLinks(l *links, after map[Pair]float64) {
	for _, p := range slices.SortedFunc(maps.Keys(after), Pair.Compare) {
		if before := l.weights[p]; after[p] != before {
			d.record.Links = append(d.record.Links, LinkChange{A: p.A, B: p.B, Kind: Learned, Before: float32(before), BeforeAt: l.set[p], After: float32(after[p])})
		}
	}
}

// readLinks reads, once, the learned links of a memory and the memories that link to it.
func (d *dreaming) readLinks(ctx context.Context, l *links, id store.ID) error {
	if _, read := l.of[id]; read {
		return nil
	}
	l.of[id] = nil
	out, in, err := d.s.Store.Edges(ctx, id)
	if err != nil {
		return fault.Storage("read links", err)
	}
	for _, e := range out {
		switch e.Kind {
		case store.EdgeLearned:
			p := PairOf(id, e.Other)
			l.weights[p], l.set[p] = float64(e.Weight), e.At
			l.of[id] = append(l.of[id], p)
		case store.EdgeRefused:
			l.refused[PairOf(id, e.Other)] = true
		case store.EdgeAccepted:
			l.given[id] = append(l.given[id], e.Other)
		}
	}
	for _, e := range in {
		if e.Kind == store.EdgeGiven {
			l.given[id] = append(l.given[id], e.Other)
		}
	}
	return nil
}

// moveLinks moves the learned links of merged memories to those they are merged into; where both have one, the stronger
// stays. A memory that names the merged one in its own links keeps them, as they belong to its text, and is linked to
// the other with weight 1. It returns the new weights; 0: removed.
func (d *dreaming) moveLinks(l *links) map[Pair]float64 {
	moved := map[Pair]float64{}
	join := func(a, b store.ID, w float64) {
		if older, merged := d.into[b]; merged {
			b = older
		}
		if p := PairOf(a, b); a != b && !l.refused[p] && w > l.weight(p, moved) && d.seen.has(b) {
			moved[p] = w
		}
	}
	for _, m := range d.record.Merges {
		for _, p := range l.of[m.Younger] {
			w := l.weight(p, moved)
			if w == 0 { // moved with its other end
				continue
			}
			moved[p] = 0
			join(m.Older, p.Other(m.Younger), w)
		}
		for _, from := range l.given[m.Younger] {
			if !slices.Contains(l.given[m.Older], from) {
				join(m.Older, from, 1)
			}
		}
	}
	return moved
}

// changeLinks applies the next changes of links in one write. Changes that belong to a skipped merge are left out. It
// returns what was done.
func (d *dreaming) changeLinks(ctx context.Context, changes []LinkChange, left map[store.ID]bool) ([]LinkChange, error) {
	var cmds []store.Command
	var done []LinkChange
	for _, c := range changes {
		if left[c.A] || left[c.B] {
			continue
		}
		cmds = append(cmds, store.Command{Op: store.OpLink, ID: c.A, Other: c.B, Kind: edgeKind(c.Kind), Weight: c.After, At: d.record.Started})
		done = append(done, c)
	}
	if len(cmds) == 0 {
		return nil, nil
	}
	return done, fault.Storage("change links", d.s.Store.Apply(ctx, cmds...))
}

func edgeKind(k Kind) store.EdgeKind {
	if k == Proposed {
		return store.EdgeProposed
	}
	return store.EdgeLearned
}
