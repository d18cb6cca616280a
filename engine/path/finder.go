package path

import (
	"context"
	"errors"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"
)

// Finder finds paths between memories. It is safe for concurrent use, as its parts are.
type Finder struct {
	Store Store
	Index Index
	// Unread reports that models do not read a text: then vectors are no evidence for it, and only links are. nil: models read all texts.
	Unread func(text string) bool
	// Comparable reports that vectors can compare two texts that are not Unread: if both are lists of rare words, their languages may be unknown. nil: they always can.
	Comparable func(a, b string) bool
}

// Store is the part of [store.Store] that a Finder reads.
type Store interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Scan(ctx context.Context, r store.Range, parts store.Parts, fn func(*store.Memory) (bool, error)) error
	Edges(ctx context.Context, id store.ID) (out, in []store.Edge, err error)
	Info(ctx context.Context) (store.Info, error)
}

// Index returns the nearest memories; see [search.Index].
type Index interface {
	Search(ctx context.Context, q *search.Question) (*search.Ranking, error)
}

// Path finds the best path from a memory to another. If there is none, the answer has no Memories. The error is a
// [fault.Error]: both ends are the same memory, the limits are invalid, an id does not exist or was forgotten, or the error
// is the store's or ctx's.
func (f *Finder) Path(ctx context.Context, q Question) (*Answer, error) {
	start := time.Now()
	if err := q.check(); err != nil {
		return nil, err
	}
	out := &Answer{Type: q.Type, MaxHops: q.MaxHops}
	if err := f.find(ctx, q, out); err != nil {
		return nil, callerError(ctx, err)
	}
	out.Took = time.Since(start)
	return out, nil
}

func (f *Finder) find(ctx context.Context, q Question, out *Answer) error {
	g, err := f.graph(ctx, q)
	if err != nil {
		return err
	}
	out.Namespaces, out.Thresholds, out.Unread, out.Relation = g.namespaces, g.thresholds(), g.unread, g.relation
	found, err := Find(ctx, g, Node(q.From), Node(q.To), Limits{Hops: q.MaxHops, Expansions: expansions, Score: LeastScore}, func(n int) {
		if q.Progress != nil {
			q.Progress(n, expansions)
		}
	})
	if err != nil {
		return err
	}
	out.Searched, out.Complete = found.Expanded, found.Complete
	if len(found.Nodes) > 0 {
		if out.Route, err = g.route(ctx, found); err != nil {
			return err
		}
	}
	if out.Direction != Given && out.Direction != "" && mends(g.known[q.From].Content, g.known[q.To].Content) {
		out.Route = Route{} // a repair does not cause what it repairs, not through other memories either
	}
	if len(out.Memories) == 0 {
		other, err := g.back(ctx, q)
		if err != nil || other == nil {
			return err
		}
		if turned := other.turned(); turned != nil && other.Direction == Backward {
			out.Route = *turned // found from the other end, as a route from effects to causes
		} else {
			out.Reverse = other
		}
		return nil
	}
	if q.Type != Causal {
		return nil
	}
	return g.turn(ctx, q, out)
}

// turn returns the reverse path if the evidence says that the first memory is the effect rather than the cause.
func (g *memoryGraph) turn(ctx context.Context, q Question, out *Answer) error {
	if out.Direction != Backward && out.Direction != Unknown {
		return nil
	}
	other, err := g.back(ctx, q)
	if err != nil {
		return err
	}
	switch {
	case other != nil && (other.Direction == Forward || other.Direction == Given):
	case out.Direction == Unknown:
		return nil
	default:
		if turned := out.turned(); turned != nil {
			other = turned
		}
	}
	if other != nil {
		out.Route, out.Reverse = Route{}, other
	}
	return nil
}

// turned returns the reversed route, with the evidence of its hops reversed; nil if one hop follows a given link.
func (r *Route) turned() *Route {
	out := &Route{Memories: slices.Clone(r.Memories), Score: r.Score}
	slices.Reverse(out.Memories)
	for _, h := range slices.Backward(r.Hops) {
		if h.By == HopLink && h.Directed {
			return nil
		}
		h.Margin, h.Said, h.Later = -h.Margin, -h.Said, -h.Later
		out.Hops = append(out.Hops, h)
	}
	out.Direction, out.Chance = direction(out.Hops)
	return out
}

// back searches for a path in the other direction: the caller may have exchanged cause and effect.
func (g *memoryGraph) back(ctx context.Context, q Question) (*Route, error) {
	if q.Type == Semantic || mends(g.known[q.To].Content, g.known[q.From].Content) {
		return nil, nil
	}
	if err := g.aim(ctx, q.From); err != nil {
		return nil, err
	}
	found, err := Find(ctx, g, Node(q.To), Node(q.From), Limits{Hops: q.MaxHops, Expansions: expansionsBack, Score: LeastScore}, nil)
	if err != nil || len(found.Nodes) == 0 {
		return nil, err
	}
	r, err := g.route(ctx, found)
	return &r, err
}

// callerError returns the error for the caller.
func callerError(ctx context.Context, err error) error {
	var known *fault.Error
	switch {
	case ctx.Err() != nil:
		return &fault.Error{Kind: fault.KindInternal, Message: "find path", Err: ctx.Err(), Hint: "the call was cancelled or ran out of time; ask for fewer hops"}
	case errors.As(err, &known):
		return known
	}
	return &fault.Error{Kind: fault.KindInternal, Message: "find path", Err: err}
}
