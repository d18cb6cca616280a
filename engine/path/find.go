package path

import (
	"container/heap"
	"context"
	"fmt"
)

// Limits bound a search.
type Limits struct {
	Hops       int // the most hops of a path; at least 1
	Expansions int // the most nodes whose hops are requested; at least 0
	// Score is the least that a path must have; 0 accepts every path. It also stops the search from following chains that
	// can only become worse.
	Score float64
}

// Found is the result of a search.
type Found struct {
	Nodes    []Node    // from the first to the target; empty: no path was found
	Scores   []float64 // of the hops, one less than Nodes
	Score    float64   // their product, multiplied from the first on
	Expanded int       // nodes whose hops were requested
	Complete bool      // false: Limits.Expansions was reached, so there may be a better path, or a path although none was found
}

// Find returns the best path within the limits: the one with the greatest product of scores; of equal ones the one with
// fewer hops, and then the first by the ids along it. progress, which may be nil, is called with the number of expanded
// nodes. The error is ctx's, the graph's, or says what is wrong with the limits.
func Find(ctx context.Context, g Graph, from, to Node, limits Limits, progress func(expanded int)) (*Found, error) {
	if limits.Hops < 1 || limits.Expansions < 0 || !(limits.Score >= 0) {
		return nil, fmt.Errorf("find path: limits of %d hops, %d expansions and score %v; at least 1, 0 and 0 are needed", limits.Hops, limits.Expansions, limits.Score)
	}
	if from == to {
		return nil, fmt.Errorf("find path: %x is both ends", from)
	}
	s := &searcher{
		graph: g, to: to, limits: limits, progress: progress,
		known: map[Node][]Hop{}, settled: map[Node]int{}, queue: queue{{node: from, product: 1}},
	}
	if err := s.run(ctx); err != nil {
		return nil, fmt.Errorf("find path: %w", err)
	}
	return s.found(), nil
}

// searcher is one search in progress.
type searcher struct {
	graph    Graph
	to       Node
	limits   Limits
	progress func(int)
	queue    queue          // partial paths, best first
	settled  map[Node]int   // hops of the shortest partial path that was processed at a node
	known    map[Node][]Hop // hops that were requested
	cut      bool           // a node was not expanded because of the limit
	best     *partial       // path to the target
}

// run processes partial paths from the best to the worst. No path through one can be better than the partial path itself, so
// the search is over when the remaining ones are worse than the best path found. A node is processed again only for a path of
// fewer hops: any other later one is no better, and cannot go further.
func (s *searcher) run(ctx context.Context) error {
	for len(s.queue) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := heap.Pop(&s.queue).(*partial)
		if s.best != nil && p.product < s.best.product {
			return nil
		}
		if hops, ok := s.settled[p.node]; ok && hops <= p.hops {
			continue
		}
		s.settled[p.node] = p.hops
		if err := s.finish(ctx, p); err != nil {
			return err
		}
		if err := s.expand(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// finish takes the hop to the target, if there is one.
func (s *searcher) finish(ctx context.Context, p *partial) error {
	score, err := s.graph.Direct(ctx, p.node)
	if err != nil || score == 0 {
		return err
	}
	if err := checkScore(p.node, Hop{s.to, score}); err != nil {
		return err
	}
	if q := p.then(Hop{s.to, score}); q.product >= s.limits.Score && (s.best == nil || q.before(s.best)) {
		s.best = q
	}
	return nil
}

// expand adds the paths that are one hop longer to the queue, if they leave a hop for the target.
func (s *searcher) expand(ctx context.Context, p *partial) error {
	if p.hops+2 > s.limits.Hops {
		return nil
	}
	hops, err := s.hops(ctx, p.node)
	if err != nil {
		return err
	}
	for _, h := range hops {
		if known, ok := s.settled[h.To]; h.To == s.to || ok && known <= p.hops+1 {
			continue
		}
		if q := p.then(h); q.product >= s.limits.Score {
			heap.Push(&s.queue, q)
		}
	}
	return nil
}

// hops requests the hops of a node once, and none beyond the limit.
func (s *searcher) hops(ctx context.Context, from Node) ([]Hop, error) {
	if hops, ok := s.known[from]; ok {
		return hops, nil
	}
	if len(s.known) >= s.limits.Expansions {
		s.cut = true
		return nil, nil
	}
	hops, err := s.graph.Hops(ctx, from)
	if err != nil {
		return nil, err
	}
	for _, h := range hops {
		if err := checkScore(from, h); err != nil {
			return nil, err
		}
	}
	s.known[from] = hops
	if s.progress != nil {
		s.progress(len(s.known))
	}
	return hops, nil
}

func checkScore(from Node, h Hop) error {
	if !(h.Score > 0 && h.Score <= 1) { // also NaN
		return fmt.Errorf("hop from %x to %x has score %v, which is outside (0, 1]", from, h.To, h.Score)
	}
	return nil
}

func (s *searcher) found() *Found {
	out := &Found{Expanded: len(s.known), Complete: !s.cut}
	if s.best != nil {
		out.Nodes, out.Scores, out.Score = s.best.nodes(), s.best.scores(), s.best.product
	}
	return out
}
