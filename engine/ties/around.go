package ties

import (
	"cmp"
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// MaxLinks and MaxNearest are the most links, and the most nearest memories, that Around tells.
const (
	MaxLinks   = 100
	MaxNearest = 20
)

// Link is a link as the memory that was asked about sees it.
type Link struct {
	Kind   string // "given", "learned", "proposed", "supersedes", "accepted" or "refused"
	From   bool   // it leads from the other to this memory; a link without direction does not
	Weight float64
	Other  Brief
}

// Near is a memory near in meaning. Similarity is a cosine.
type Near struct {
	Similarity float64
	Other      Brief
}

// Around is what a memory is tied to.
type Around struct {
	Links   []Link // those with a direction first, from this memory and then to it, then the others, the heaviest first; a link without direction once
	More    int    // links that were left out
	Nearest []Near // live memories of its namespace, most similar first; none for a memory without a value in E1
}

// Around tells the links of a memory and the k memories nearest to it. The error is a [fault.Error].
func (f *Finder) Around(ctx context.Context, id store.ID, k int) (*Around, error) {
	if k < 0 || k > MaxNearest {
		return nil, fault.Invalid("%d nearest memories is outside 0…%d", "ask for fewer", k, MaxNearest)
	}
	m, err := store.One(ctx, f.Store, store.Parts{Spaces: models.SetOf(models.Semantic)}, id)
	if err != nil {
		return nil, fault.NotFound("read memory", err)
	}
	out := &Around{}
	if err := f.links(ctx, id, out); err != nil {
		return nil, fault.Storage("read the links of a memory", err)
	}
	out.Nearest, err = f.nearest(ctx, m, k)
	return out, fault.Storage("find the memories nearest to one", err)
}

func (f *Finder) links(ctx context.Context, id store.ID, into *Around) error {
	from, to, err := f.Store.Edges(ctx, id)
	if err != nil {
		return err
	}
	all, ids := []Link{}, []store.ID{}
	add := func(e store.Edge, in bool) {
		all, ids = append(all, Link{Kind: kinds[e.Kind], From: in, Weight: float64(e.Weight)}), append(ids, e.Other)
	}
	for _, e := range from {
		add(e, false)
	}
	for _, e := range to {
		if e.Kind.Directed() { // the others are among those that lead from here
			add(e, true)
		}
	}
	all, ids = heaviest(all, ids)
	if len(all) > MaxLinks {
		into.More = len(all) - MaxLinks
		all, ids = all[:MaxLinks], ids[:MaxLinks]
	}
	many, err := f.Store.Get(ctx, store.Parts{Content: true}, ids...)
	for i, m := range many {
		if m != nil {
			all[i].Other = f.Brief(m)
			into.Links = append(into.Links, all[i])
		}
	}
	return err
}

// heaviest puts links in the order of [Around], and the ids of their other ends with them. What a reader has no room for is then what matters least. A proposal has a score and no weight, so proposals come last.
func heaviest(all []Link, ids []store.ID) ([]Link, []store.ID) {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	rank := func(l *Link) float64 {
		switch l.Kind {
		case kinds[store.EdgeGiven], kinds[store.EdgeSupersedes]:
			return 3
		case kinds[store.EdgeAccepted]:
			return 2
		case kinds[store.EdgeLearned]:
			return l.Weight
		}
		return l.Weight - 1
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(rank(&all[j]), rank(&all[i])) })
	links, others := make([]Link, len(all)), make([]store.ID, len(all))
	for i, at := range order {
		links[i], others[i] = all[at], ids[at]
	}
	return links, others
}

var kinds = map[store.EdgeKind]string{store.EdgeGiven: "given", store.EdgeLearned: "learned", store.EdgeProposed: "proposed", store.EdgeSupersedes: "supersedes",
	store.EdgeAccepted: "accepted", store.EdgeRefused: "refused"}

// nearest asks for one more, which is the memory itself.
func (f *Finder) nearest(ctx context.Context, m *store.Memory, k int) ([]Near, error) {
	if k == 0 || m.Record[models.Semantic].Absent() {
		return nil, nil
	}
	var values fingerprint.Fingerprint
	values[models.Semantic] = fingerprint.Unpack(models.Semantic, &m.Record[models.Semantic])
	found, err := f.Index.Neighbours(ctx, m.Namespace, &values, m.Time, k+1, models.SetOf(models.Semantic))
	if err != nil {
		return nil, err
	}
	var near []search.Neighbour
	var ids []store.ID
	for _, n := range found[models.Semantic] {
		if n.ID != m.ID && len(near) < k {
			near, ids = append(near, n), append(ids, n.ID)
		}
	}
	many, err := f.Store.Get(ctx, store.Parts{Content: true}, ids...)
	var out []Near
	for i, o := range many {
		if o != nil && o.Deleted.IsZero() { // it may have gone meanwhile
			out = append(out, Near{near[i].Similarity, f.Brief(o)})
		}
	}
	return out, err
}
