package ties

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/words"
)

// MaxProposals is the most proposals that are told at once.
const MaxProposals = 100

// Proposal is a link that a dream has proposed between two memories, and on which nobody has decided.
type Proposal struct {
	A, B   Brief
	Weight float64 // how much speaks for it, see dream.Score
	At     time.Time
	Shared []string // up to [mostShared] words of both, see [words.Telling]
}

// mostShared is how many words of both memories a proposal names.
const mostShared = 5

// Proposals are those of a namespace, the best first; Total counts also those that were left out.
type Proposals struct {
	Shown []Proposal
	Total int
}

// Proposals tells the n best links that dreams have proposed between live memories of a namespace, at most [MaxProposals]. The error is a [fault.Error].
func (f *Finder) Proposals(ctx context.Context, namespace string, n int) (*Proposals, error) {
	if n < 1 || n > MaxProposals {
		return nil, fault.Invalid("%d proposals is outside 1…%d", "ask for fewer", n, MaxProposals)
	}
	var all []pair
	err := f.Store.LearnedEdges(ctx, func(a, b store.ID, kind store.EdgeKind, weight float32, at time.Time) (bool, error) {
		if kind == store.EdgeProposed {
			all = append(all, pair{a, b, weight, at})
		}
		return true, ctx.Err()
	})
	if err != nil {
		return nil, fault.Storage("read the proposed links", err)
	}
	slices.SortFunc(all, pair.compare)
	out := &Proposals{}
	for part := range slices.Chunk(all, MaxProposals) {
		if err := f.tell(ctx, namespace, part, n, out); err != nil {
			return nil, fault.Storage("read the memories of proposed links", err)
		}
	}
	return out, nil
}

// pair is a proposal before its memories are read.
type pair struct {
	a, b   store.ID
	weight float32
	at     time.Time
}

// compare is the order in which proposals are told: the best first, ties by id.
func (p pair) compare(o pair) int {
	return cmp.Or(cmp.Compare(o.weight, p.weight), bytes.Compare(p.a[:], o.a[:]), bytes.Compare(p.b[:], o.b[:]))
}

// tell counts the pairs of a namespace whose memories are live, and adds them while there is room.
func (f *Finder) tell(ctx context.Context, namespace string, part []pair, n int, into *Proposals) error {
	ids := make([]store.ID, 0, 2*len(part))
	for _, p := range part {
		ids = append(ids, p.a, p.b)
	}
	many, err := f.Store.Get(ctx, store.Parts{Content: len(into.Shown) < n}, ids...)
	if err != nil {
		return err
	}
	for i, p := range part {
		a, b := many[2*i], many[2*i+1]
		if !live(a, namespace) || !live(b, namespace) {
			continue
		}
		if into.Total++; len(into.Shown) < n {
			into.Shown = append(into.Shown, Proposal{f.Brief(a), f.Brief(b), float64(p.weight), p.at, words.Telling(f.Show(a), f.Show(b), mostShared)})
		}
	}
	return nil
}

func live(m *store.Memory, namespace string) bool {
	return m != nil && m.Deleted.IsZero() && m.Namespace == namespace
}
