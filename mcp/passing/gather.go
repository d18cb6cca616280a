package passing

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"

	"asterism/engine/search"

	"github.com/nats-io/nuid"
)

// gather makes a gathering of n shards at this node.
func (p *Passer) gather(n int) (id string, g *search.Gathering) {
	id, g = nuid.Next(), search.NewGathering(n)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gatherings[id] = g
	return id, g
}

// disperse ends a gathering.
func (p *Passer) disperse(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.gatherings, id)
}

// meeting is what a shard contributes to a gathering at another node.
type meeting struct {
	Gathering string
	Index     int
	Brings    search.Statistics
}

// seat is a shard's place at a gathering, here or at another node.
type seat struct {
	p *Passer
	r *recalled
}

// Meet implements [search.Together].
func (s seat) Meet(ctx context.Context, mine *search.Statistics) (*search.Statistics, error) {
	m := meeting{s.r.Gathering, s.r.Index, *mine}
	if s.r.Node == s.p.cluster.Name() {
		return s.p.meet(ctx, &m)
	}
	raw, err := encoded(&m)
	if err != nil {
		return nil, err
	}
	answer, err := s.p.ask(ctx, s.r.Node, question{Kind: kindMeet, Given: raw})
	if err != nil {
		return nil, err
	}
	var all search.Statistics
	if err := gob.NewDecoder(bytes.NewReader(answer)).Decode(&all); err != nil {
		return nil, fmt.Errorf("read what other shards have: %w", err)
	}
	return &all, nil
}

// meet takes what a shard contributes to a gathering at this node.
func (p *Passer) meet(ctx context.Context, m *meeting) (*search.Statistics, error) {
	p.mu.Lock()
	g := p.gatherings[m.Gathering]
	p.mu.Unlock()
	if g == nil {
		return nil, fmt.Errorf("nobody waits for this search any more: %w", search.ErrMet)
	}
	return g.Meet(ctx, m.Index, &m.Brings)
}

// receive is meet for a shard at another node.
func (p *Passer) receive(ctx context.Context, q *question) ([]byte, error) {
	var m meeting
	if err := gob.NewDecoder(bytes.NewReader(q.Given)).Decode(&m); err != nil {
		return nil, fmt.Errorf("read what a shard has: %w", err)
	}
	all, err := p.meet(ctx, &m)
	if err != nil {
		return nil, err
	}
	return encoded(all)
}
