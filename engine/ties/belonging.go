package ties

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// MaxBelonging is the most memories that Belonging tells.
const MaxBelonging = 20

const (
	// leastBelonging is the similarity below which nothing is told: two memories of which the texts have nothing in common, and the links all, have .31. Of the five best of each
	// memory of two sets 3 of 170 below .3 were links that had been held back, and one in fourteen above it.
	leastBelonging = .25
	// candidates is how many memories like the vector are looked at, besides those that are linked with what is linked, and mostCandidates how many in all.
	candidates     = 64
	mostCandidates = 256
)

// Belonging tells the k memories of a memory's namespace that belong with it most by links and text, without those that it has a link of any kind with: one may have been refused, or say that one takes the place of
// the other. Memories with links are compared by their [LinkVector], the others by their text; where vectors tell nothing of two texts, only what is linked with the same is told. A memory without links that are
// followed has none. The error is a [fault.Error].
func (f *Finder) Belonging(ctx context.Context, id store.ID, k int) ([]Near, error) {
	if k < 0 || k > MaxBelonging {
		return nil, fault.Invalid("%d memories that belong with one is outside 0…%d", "ask for fewer", k, MaxBelonging)
	}
	m, err := store.One(ctx, f.Store, store.Parts{Spaces: models.SetOf(models.Graph)}, id)
	if err != nil {
		return nil, fault.NotFound("read memory", err)
	}
	g := &ground{Finder: f, tied: map[store.ID][]store.Edge{}, vectors: map[store.ID][]float32{}, beyond: map[store.ID]bool{}}
	near, err := g.belonging(ctx, m, k)
	return near, fault.Storage("find what belongs with a memory", err)
}

// ground is what one question has read of links and vectors.
type ground struct {
	*Finder
	tied    map[store.ID][]store.Edge
	vectors map[store.ID][]float32 // of E8, by text; nil: there is none
	beyond  map[store.ID]bool      // linked with what the memory is linked with
}

func (g *ground) belonging(ctx context.Context, m *store.Memory, k int) ([]Near, error) {
	if m.Record[models.Graph].Absent() || k == 0 {
		return nil, nil
	}
	at, err := g.at(ctx, []store.ID{m.ID})
	if err != nil || at[0] == nil || len(g.tied[m.ID]) == 0 {
		return nil, err
	}
	others, err := g.candidates(ctx, m, at[0])
	if err != nil {
		return nil, err
	}
	vectors, err := g.at(ctx, others)
	if err != nil {
		return nil, err
	}
	var best []scored
	for i, v := range vectors {
		if v == nil {
			continue
		}
		if s := dot(at[0], v); s >= leastBelonging {
			best = append(best, scored{others[i], s})
		}
	}
	slices.SortFunc(best, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), bytes.Compare(a.id[:], b.id[:])) })
	return g.show(ctx, m, best, k)
}

// scored is a memory, and how like it is.
type scored struct {
	id    store.ID
	score float64
}

// show reads the first k that can be told. It reads a few texts at a time: they may be long.
func (g *ground) show(ctx context.Context, m *store.Memory, best []scored, k int) (out []Near, err error) {
	text, err := g.Store.Get(ctx, store.Parts{Content: true}, m.ID)
	if err != nil || text[0] == nil {
		return nil, err
	}
	for part := range slices.Chunk(best, 2*MaxBelonging) {
		var ids []store.ID
		for _, s := range part {
			ids = append(ids, s.id)
		}
		many, err := g.Store.Get(ctx, store.Parts{Content: true}, ids...)
		if err != nil {
			return nil, err
		}
		for i, o := range many {
			if o == nil || !o.Deleted.IsZero() || o.Namespace != m.Namespace || !g.beyond[o.ID] && g.Comparable != nil && !g.Comparable(text[0].Content, o.Content) {
				continue
			}
			if out = append(out, Near{min(1, part[i].score), g.Brief(o)}); len(out) == k {
				return out, nil
			}
		}
	}
	return out, nil
}

// candidates are the memories whose texts are most like a vector, and those that are linked with what a memory is linked with.
func (g *ground) candidates(ctx context.Context, m *store.Memory, like []float32) ([]store.ID, error) {
	var values fingerprint.Fingerprint
	values[models.Graph].Dense = like
	found, err := g.Index.Neighbours(ctx, m.Namespace, &values, m.Time, candidates+mostTied, models.SetOf(models.Graph))
	if err != nil {
		return nil, err
	}
	from, to, err := g.Store.Edges(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	skip := map[store.ID]bool{m.ID: true}
	for _, e := range slices.Concat(from, to) {
		skip[e.Other] = true
	}
	var out []store.ID
	add := func(id store.ID) {
		if !skip[id] && len(out) < mostCandidates {
			skip[id], out = true, append(out, id)
		}
	}
	for _, n := range found[models.Graph] {
		add(n.ID)
	}
	for _, e := range g.tied[m.ID] {
		further, err := g.links(ctx, e.Other)
		if err != nil {
			return nil, err
		}
		for _, e := range further {
			g.beyond[e.Other] = true
			add(e.Other)
		}
	}
	return out, nil
}
