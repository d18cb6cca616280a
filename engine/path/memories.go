package path

import (
	"context"
	"slices"
	"time"

	"asterism/engine/contradict"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// neighbours is how many nearest memories a hop can lead to, in each space and namespace. More of them make the search
// slower, for hops that are worse than those sixteen.
const neighbours = 16

// memoryGraph is the memories as a [Graph], for one question.
type memoryGraph struct {
	finder     *Finder
	spaces     []models.Space // whose similarity gives hops
	bothWays   bool           // stored links are followed against their direction too
	namespaces []string
	scales     map[models.Space]hopScale
	known      map[store.ID]*store.Memory // memories read so far, with the values of the spaces; nil: purged or forgotten
	links      map[store.ID]map[store.ID]link
	target     *store.Memory
	toTarget   map[store.ID]link // the stored links to the target
	unread     bool              // models do not read one of the ends, or cannot compare the two
	pairs      contradict.Pairs
	facts      map[store.ID]bool   // see statesFact
	relation   contradict.Relation // of the ends, if they are about one thing: then similarity in cause gives no hop
}

// graph reads both ends and measures the scales. Its target is q.To.
func (f *Finder) graph(ctx context.Context, q Question) (*memoryGraph, error) {
	g := &memoryGraph{finder: f, bothWays: q.Type != Causal, known: map[store.ID]*store.Memory{}, links: map[store.ID]map[store.ID]link{}}
	if q.Type != Semantic {
		g.spaces = append(g.spaces, models.Causal)
	}
	if q.Type != Causal {
		g.spaces = append(g.spaces, models.Semantic)
	}
	for _, id := range []store.ID{q.From, q.To} {
		m, err := g.end(ctx, id)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(g.namespaces, m.Namespace) {
			g.namespaces = append(g.namespaces, m.Namespace)
		}
	}
	if from, to := g.known[q.From], g.known[q.To]; !g.unread {
		g.unread = !g.comparable(from, to)
	}
	if g.relation = g.between(g.known[q.From], g.known[q.To]); g.relation != "" {
		g.spaces = slices.DeleteFunc(g.spaces, func(s models.Space) bool { return s == models.Causal })
	}
	var err error
	if g.scales, err = f.scales(ctx, g.namespaces, g.spaces); err != nil {
		return nil, err
	}
	return g, g.aim(ctx, q.To)
}

// end reads a memory that must exist and must not be forgotten.
func (g *memoryGraph) end(ctx context.Context, id store.ID) (*store.Memory, error) {
	m, err := store.One(ctx, g.finder.Store, g.parts(), id)
	if err != nil {
		return nil, fault.NotFound("read memory", err)
	}
	if !m.Deleted.IsZero() {
		return nil, &fault.Error{Kind: fault.KindNotFound, Message: "memory " + id.String() + " was forgotten on " + m.Deleted.Format(time.RFC3339), Hint: "restore it first, or use an id that search_graph or list_memories returned"}
	}
	blind, unread := g.withoutUnread(m)
	g.known[id], g.unread = blind, g.unread || unread
	return m, nil
}

func (g *memoryGraph) parts() store.Parts {
	return store.Parts{Spaces: models.SetOf(g.spaces...), Content: true}
}

// withoutUnread returns a memory without its values if models do not read its text: such texts are all similar to them.
func (g *memoryGraph) withoutUnread(m *store.Memory) (out *store.Memory, unread bool) {
	if g.finder.Unread == nil || !g.finder.Unread(m.Content) {
		return m, false
	}
	blind := *m
	for _, s := range g.spaces {
		blind.Record[s] = fingerprint.Packed{}
	}
	return &blind, true
}

// comparable reports whether vectors can compare two memories.
func (g *memoryGraph) comparable(a, b *store.Memory) bool {
	return g.finder.Comparable == nil || g.finder.Comparable(a.Content, b.Content)
}

// aim sets the target, which must have been read before.
func (g *memoryGraph) aim(ctx context.Context, target store.ID) error {
	out, in, err := g.finder.Store.Edges(ctx, target)
	if err != nil {
		return fault.Storage("read links", err)
	}
	g.target, g.toTarget = g.known[target], weights(in)
	if g.bothWays {
		addWeights(g.toTarget, out)
	}
	return nil
}

// Hops implements [Graph].
func (g *memoryGraph) Hops(ctx context.Context, node Node) ([]Hop, error) {
	from := g.known[store.ID(node)]
	links, err := g.linksOf(ctx, from.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]store.ID, 0, len(links)+neighbours)
	for id := range links {
		ids = append(ids, id)
	}
	near, err := g.nearest(ctx, from)
	if err != nil {
		return nil, err
	}
	ids = store.Distinct(append(ids, near...), from.ID)
	if err := g.read(ctx, ids); err != nil {
		return nil, err
	}
	var hops []Hop
	for _, id := range ids {
		if to := g.known[id]; to != nil {
			if h := g.hop(from, to, links[id]); h.Score > 0 {
				hops = append(hops, Hop{To: Node(id), Score: h.Score})
			}
		}
	}
	return hops, nil
}

// Direct implements [Graph].
func (g *memoryGraph) Direct(_ context.Context, node Node) (float64, error) {
	id := store.ID(node)
	return g.hop(g.known[id], g.target, g.toTarget[id]).Score, nil
}

// linksOf reads, once, the stored links that can be followed from a memory.
func (g *memoryGraph) linksOf(ctx context.Context, id store.ID) (map[store.ID]link, error) {
	if links, ok := g.links[id]; ok {
		return links, nil
	}
	out, in, err := g.finder.Store.Edges(ctx, id)
	if err != nil {
		return nil, fault.Storage("read links", err)
	}
	links := weights(out)
	if g.bothWays {
		addWeights(links, in)
	}
	g.links[id] = links
	return links, nil
}

func weights(edges []store.Edge) map[store.ID]link {
	out := make(map[store.ID]link, len(edges))
	addWeights(out, edges)
	return out
}

// addWeights adds links that are followed. Of two with the same memory the heavier counts, and one with a direction before one
// without.
func addWeights(to map[store.ID]link, edges []store.Edge) {
	for _, e := range edges {
		if !e.Kind.Followed() {
			continue
		}
		if l, old := (link{float64(e.Weight), e.Kind.Directed()}), to[e.Other]; l.weight > old.weight || l.weight == old.weight && l.directed {
			to[e.Other] = l
		}
	}
}

// nearest returns the memories nearest to one in every space and namespace of the path.
func (g *memoryGraph) nearest(ctx context.Context, from *store.Memory) ([]store.ID, error) {
	var out []store.ID
	for _, space := range g.spaces {
		if from.Record[space].Absent() {
			continue
		}
		for _, ns := range g.namespaces {
			q := search.Question{TopK: neighbours + 1, Filter: search.Filter{Namespace: ns}} // + 1 because the memory itself is among them
			q.Values[space] = fingerprint.Unpack(space, &from.Record[space])
			q.Weights[space] = 1
			if space == models.Causal {
				q.Direction = search.FindEffects
			}
			r, err := g.finder.Index.Search(ctx, &q)
			if err != nil {
				return nil, err
			}
			for _, h := range r.Hits {
				out = append(out, h.ID)
			}
		}
	}
	return out, nil
}

// read reads the memories with these ids into known. Those purged since the index or a link named them, and forgotten ones, are
// nil.
func (g *memoryGraph) read(ctx context.Context, ids []store.ID) error {
	var unknown []store.ID
	for _, id := range ids {
		if _, ok := g.known[id]; !ok {
			unknown = append(unknown, id)
		}
	}
	many, err := g.finder.Store.Get(ctx, g.parts(), unknown...)
	if err != nil {
		return fault.Storage("read memories of a path", err)
	}
	for i, m := range many {
		if m != nil && !m.Deleted.IsZero() {
			m = nil
		}
		if m != nil {
			m, _ = g.withoutUnread(m)
		}
		g.known[unknown[i]] = m
	}
	return nil
}

// route returns the path that was found: the memories with their text, and the basis of each hop.
func (g *memoryGraph) route(ctx context.Context, f *Found) (Route, error) {
	ids := make([]store.ID, len(f.Nodes))
	for i, node := range f.Nodes {
		ids[i] = store.ID(node)
	}
	many, err := g.finder.Store.Get(ctx, store.Parts{Content: true}, ids...)
	if err != nil {
		return Route{}, fault.Storage("read memories of the path", err)
	}
	out := Route{Score: f.Score, Memories: many}
	for i, id := range ids {
		if many[i] == nil {
			return Route{}, fault.NotFound("read memory of the path", &store.NotFoundError{ID: id})
		}
		if i == 0 {
			continue
		}
		from := ids[i-1]
		weight := g.links[from][id]
		if id == g.target.ID {
			weight = g.toTarget[from]
		}
		h := g.hop(g.known[from], g.known[id], weight)
		h.Said = said(many[i-1].Content, many[i].Content)
		out.Hops = append(out.Hops, h)
	}
	if out.Direction, out.Chance = direction(out.Hops); g.relation != "" && (out.Direction == Forward || out.Direction == Backward) {
		out.Direction, out.Chance = Unknown, .5 // the two ends are about one thing: the direction of links through other memories is no evidence for them
	}
	return out, nil
}

// thresholds are the similarities below which no hop is part of a path, by space.
func (g *memoryGraph) thresholds() (out [models.Count]float64) {
	for s, scale := range g.scales {
		out[s] = scale.least()
	}
	return out
}
