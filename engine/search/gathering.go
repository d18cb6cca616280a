package search

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Gathering is where searches of several indexes exchange their statistics when they are searched as one. It is safe for concurrent use.
type Gathering struct {
	mu    sync.Mutex
	here  []int // the indexes that take part, ascending
	round *round
	err   error
	ended chan struct{} // closed when err is set
}

// round is one meeting.
type round struct {
	brings map[int]*Statistics
	sum    *Statistics
	met    chan struct{} // closed when sum is set
}

// NewGathering returns a gathering of n indexes, numbered from 0.
func NewGathering(n int) *Gathering {
	g := &Gathering{round: newRound(), ended: make(chan struct{})}
	for i := range n {
		g.here = append(g.here, i)
	}
	return g
}

func newRound() *round { return &round{brings: map[int]*Statistics{}, met: make(chan struct{})} }

// Of returns the [Together] of one index.
func (g *Gathering) Of(index int) Together { return seat{g, index} }

type seat struct {
	gathering *Gathering
	index     int
}

// Meet implements [Together].
func (s seat) Meet(ctx context.Context, mine *Statistics) (*Statistics, error) {
	return s.gathering.Meet(ctx, s.index, mine)
}

// Fail ends the gathering because an index failed; those that wait get the error. Only the first call counts.
func (g *Gathering) Fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = err
		close(g.ended)
	}
}

// ErrMet means that an index came to a stage that is not the next one: its search was restarted, and the other searches were not.
var ErrMet = errors.New("the search was started again and cannot be combined with searches that were not")

// Meet adds an index's statistics to a stage, and returns the sum when all have come. It adds in the order of the indexes, so the sum does not depend on who comes
// last.
func (g *Gathering) Meet(ctx context.Context, index int, mine *Statistics) (*Statistics, error) {
	r, err := g.bring(index, mine)
	if err != nil {
		g.Fail(err)
		return nil, err
	}
	select {
	case <-r.met:
		return r.sum, nil
	case <-g.ended:
		return nil, g.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// bring adds an index's statistics to the current round.
func (g *Gathering) bring(index int, mine *Statistics) (*round, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	r := g.round
	if g.err != nil {
		return nil, g.err
	}
	if !slices.Contains(g.here, index) || r.brings[index] != nil {
		return nil, fmt.Errorf("index %d at stage %d: %w", index, mine.Stage, ErrMet)
	}
	for _, other := range r.brings {
		if other.Stage != mine.Stage {
			return nil, fmt.Errorf("index %d at stage %d, where others are at %d: %w", index, mine.Stage, other.Stage, ErrMet)
		}
	}
	r.brings[index] = mine
	if len(r.brings) == len(g.here) {
		g.meet(r)
	}
	return r, nil
}

// meet ends a round: it computes the sum and drops indexes without rows. The caller holds mu.
func (g *Gathering) meet(r *round) {
	r.sum = &Statistics{}
	for _, index := range g.here {
		r.sum.Stage = r.brings[index].Stage
		r.sum.Add(r.brings[index])
	}
	if r.sum.Stage == StageTerms {
		g.here = slices.DeleteFunc(g.here, func(index int) bool { return r.brings[index].Rows == 0 })
	}
	g.round = newRound()
	close(r.met)
}

// Err returns why the gathering has ended; nil: it has not.
func (g *Gathering) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// Merge merges the rankings of searches that ran as one: the k best, equal scores by id.
func Merge(rankings []*Ranking, k int) *Ranking {
	out := &Ranking{}
	for _, r := range rankings {
		out.Hits = append(out.Hits, r.Hits...)
		out.Scanned += r.Scanned
		out.Near += r.Near
	}
	slices.SortFunc(out.Hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), bytes.Compare(a.ID[:], b.ID[:]))
	})
	out.Hits = out.Hits[:min(k, len(out.Hits))]
	return out
}
