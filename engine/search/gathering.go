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

// Gathering is where the searches of several indexes meet, when they are one. It is safe for concurrent use.
type Gathering struct {
	mu    sync.Mutex
	here  []int // the indexes that meet, ascending
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

// NewGathering is one of n indexes, which are numbered from 0 on.
func NewGathering(n int) *Gathering {
	g := &Gathering{round: newRound(), ended: make(chan struct{})}
	for i := range n {
		g.here = append(g.here, i)
	}
	return g
}

func newRound() *round { return &round{brings: map[int]*Statistics{}, met: make(chan struct{})} }

// Of is the place of one index.
func (g *Gathering) Of(index int) Together { return seat{g, index} }

type seat struct {
	gathering *Gathering
	index     int
}

// Meet implements [Together].
func (s seat) Meet(ctx context.Context, mine *Statistics) (*Statistics, error) {
	return s.gathering.Meet(ctx, s.index, mine)
}

// Fail ends the gathering, since an index does not come any more; those that wait get the error. Only the first counts.
func (g *Gathering) Fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = err
		close(g.ended)
	}
}

// ErrMet says that an index came to a meeting that is not the next one: its search was restarted, and those of the others were not.
var ErrMet = errors.New("the search was begun again, and cannot meet those that were not")

// Meet takes what an index brings to a stage, and returns the sum when all have come. It is made in the order of the indexes, so it is the same whoever comes last.
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

// bring puts what an index has into the round that is due.
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

// meet ends a round: the sum is made, and indexes without rows meet no more. The caller holds mu.
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

// Err is why the gathering has ended; nil: it has not.
func (g *Gathering) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// Merge puts the rankings of searches that were one together: the k best, equal scores by id.
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
