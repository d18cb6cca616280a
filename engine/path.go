package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/path"
	"asterism/engine/store"
	"asterism/models"
)

// The kinds of path. What a hop from a to b is:
//
//   - causal: a brought about b. Its similarity is that of a's cause vector with b's effect vector (E5); a stored link counts
//     from the memory that has it to the one it names. So a path runs along effects, and the way back is another question.
//   - semantic: a and b mean the same thing (E1). It has no direction, and stored links are followed both ways.
//   - any: for each hop the better of both, and stored links both ways.
const (
	PathCausal   = "causal"
	PathSemantic = "semantic"
	PathAny      = "any"
)

// PathTypes lists the kinds of path.
var PathTypes = []string{PathCausal, PathSemantic, PathAny}

// Limits and defaults of a path question.
const (
	MaxPathHops     = 6
	DefaultPathHops = 4
	// pathExpansions is how many memories' neighbours are looked up before the search gives up proving; each is a scan of the
	// index, or two. The way back is only a hint and gets fewer.
	pathExpansions     = 500
	pathExpansionsBack = 100
	// LeastPathScore is the score below which a chain is no path: it is nine times likelier that one of its hops is a
	// coincidence. Measured on 4,244 sentences of e-CARE dev, half causes and half effects, compact models, 200 pairs each: a
	// causal path of this score within four hops have 51 % of the causes to their own effects, 42 % of the effects to their
	// causes (what E5 knows of direction is not much), 7.5 % of random pairs. Without a bound 90 % of the random pairs have one.
	LeastPathScore = .1
)

// PathQuestion asks how one memory leads to another.
type PathQuestion struct {
	From, To store.ID
	MaxHops  int                       // 1…MaxPathHops; 0: DefaultPathHops
	Type     string                    // of PathTypes; "": PathCausal
	Progress func(searched, limit int) // told after each memory whose neighbours were looked up; may be nil
}

// Path is the answer to a PathQuestion. The best path is the one whose hop scores have the greatest product, then the one of
// fewer hops, then of lower ids. The hops out of a memory are its stored links, the pathNeighbours nearest to it in each space
// of the path's type, and the hop to the last memory; those less similar than the threshold do not exist. A
// chain whose score is below LeastPathScore is no path.
type Path struct {
	Route
	Reverse    *Route // of a causal or any path that was not found: one from To to From; nil: none, or none that a short look found
	Type       string
	MaxHops    int
	Searched   int                   // memories whose neighbours were looked up for Route, at most pathExpansions
	Complete   bool                  // false: that limit was reached, so a better path may exist, or one where none was found
	Namespaces []string              // searched for neighbours: those of From and To; stored links are followed anywhere
	Thresholds [models.Count]float64 // similarity below which no hop is part of a path, in the spaces of the type; 0 elsewhere
	Took       time.Duration
}

// Route is a chain of memories. The zero Route is no chain.
type Route struct {
	Memories []*store.Memory // with their text
	Hops     []PathHop       // one less
	Score    float64         // product of theirs, in (0, 1]
}

// FindPath finds the best path from a memory to another. No path is an answer without Memories. The error is an *Error: one
// memory twice, limits, an id that does not exist or was forgotten, the store's, or ctx's.
func (e *Engine) FindPath(ctx context.Context, q PathQuestion) (*Path, error) {
	start := time.Now()
	if err := q.check(); err != nil {
		return nil, err
	}
	out := &Path{Type: q.Type, MaxHops: q.MaxHops}
	if err := e.findPath(ctx, q, out); err != nil {
		return nil, pathError(ctx, err)
	}
	out.Took = time.Since(start)
	return out, nil
}

// check fills in the defaults and refuses what cannot be answered.
func (q *PathQuestion) check() error {
	if q.MaxHops == 0 {
		q.MaxHops = DefaultPathHops
	}
	if q.Type == "" {
		q.Type = PathCausal
	}
	switch {
	case q.MaxHops < 1 || q.MaxHops > MaxPathHops:
		return fault.Invalid("max_hops %d is outside 1…%d", "longer chains say little: ask for a path to a memory in between", q.MaxHops, MaxPathHops)
	case !slices.Contains(PathTypes, q.Type):
		return fault.Invalid("unknown path_type %q", "valid are causal, semantic and any", q.Type)
	case q.From == q.To:
		return fault.Invalid("from and to are both %s", "give two different memories; a path leads from one to another", q.From)
	}
	return nil
}

func (e *Engine) findPath(ctx context.Context, q PathQuestion, out *Path) error {
	g, err := e.pathGraph(ctx, q)
	if err != nil {
		return err
	}
	out.Namespaces, out.Thresholds = g.namespaces, g.thresholds()
	found, err := path.Find(ctx, g, path.Node(q.From), path.Node(q.To), path.Limits{Hops: q.MaxHops, Expansions: pathExpansions, Score: LeastPathScore}, func(n int) {
		if q.Progress != nil {
			q.Progress(n, pathExpansions)
		}
	})
	if err != nil {
		return err
	}
	out.Searched, out.Complete = found.Expanded, found.Complete
	if len(found.Nodes) == 0 {
		out.Reverse, err = g.back(ctx, q)
		return err
	}
	out.Route, err = g.route(ctx, found)
	return err
}

// back looks for a path the other way, which a caller who mixed up cause and effect wants to know of.
func (g *pathGraph) back(ctx context.Context, q PathQuestion) (*Route, error) {
	if q.Type == PathSemantic {
		return nil, nil
	}
	if err := g.aim(ctx, q.From); err != nil {
		return nil, err
	}
	found, err := path.Find(ctx, g, path.Node(q.To), path.Node(q.From), path.Limits{Hops: q.MaxHops, Expansions: pathExpansionsBack, Score: LeastPathScore}, nil)
	if err != nil || len(found.Nodes) == 0 {
		return nil, err
	}
	r, err := g.route(ctx, found)
	return &r, err
}

// pathError is the caller's error.
func pathError(ctx context.Context, err error) error {
	var known *Error
	switch {
	case ctx.Err() != nil:
		return &Error{Kind: KindInternal, Message: "find path", Err: ctx.Err(), Hint: "the call was cancelled or ran out of time; ask for fewer hops"}
	case errors.As(err, &known):
		return known
	}
	return &Error{Kind: KindInternal, Message: "find path", Err: err}
}
