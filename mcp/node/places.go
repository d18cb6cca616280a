package node

import (
	"context"
	"fmt"
	"slices"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster"
)

// balancer moves replicas to the nodes that keep fewer, one at a time. Only the leader of shard 0 does so. The moves under way are stored in the cluster's table, so another node
// can continue them.
type balancer struct {
	n      *Node
	every  time.Duration
	before string               // who kept and led each shard at the last look
	silent map[string]time.Time // since when each node has not answered
}

// movingLooks is the factor by which looks are more frequent while a replica moves.
const movingLooks = 10

// keepBalanced moves replicas until ctx ends.
func keepBalanced(ctx context.Context, n *Node, every time.Duration) {
	b := &balancer{n: n, every: every, silent: map[string]time.Time{}}
	wait := every
	for {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		moving := false
		n.note("spread replicas over the nodes", caught.Run(func() (err error) { moving, err = b.look(ctx); return err }))
		if wait = every; moving {
			wait = every / movingLooks
		}
	}
}

// look does the next step, if there is one, and reports whether a replica is being moved.
func (b *balancer) look(ctx context.Context) (moving bool, err error) {
	first, ok := b.n.cluster.LeaderOf(0)
	mover, can := b.n.cluster.(cluster.Mover)
	if !ok || !can || first.Node != b.n.cluster.Name() {
		b.before = ""
		clear(b.silent)
		return false, nil
	}
	p, err := placesOf(ctx, mover)
	if err != nil {
		return false, err
	}
	nodes, err := b.n.look(ctx)
	if err != nil {
		return false, err
	}
	states := b.n.states(ctx, nodes)
	s := cluster.NextStep(p, b.sight(states))
	if now := calm(p, b.n.cluster); s.Begin && (now != b.before || fixedBy(states) != "") { // something changed since the last look, or a node wants no moves
		b.before = now
		return false, nil
	}
	return len(p.Leaving) > 0 || s.Begin, b.do(ctx, mover, s, p)
}

// do carries out a step. Before a node drops a shard, all other nodes that keep it must have what the leader has at that moment.
func (b *balancer) do(ctx context.Context, mover cluster.Mover, s cluster.Step, p *cluster.Places) error {
	switch {
	case s.Shard < 0:
		return nil
	case s.Begin:
		b.n.cfg.Log.Info("a shard moves to another node, which keeps fewer", "shard", s.Shard, "from", s.From, "to", s.To)
		return mover.BeginMove(ctx, s.Shard, s.From, s.To)
	}
	within, stop := context.WithTimeout(ctx, joinWait)
	defer stop()
	for _, node := range p.Of[s.Shard] {
		if node == s.Drop {
			continue
		}
		if err := b.n.catchUp(within, s.Shard, node); err != nil {
			return err
		}
	}
	b.n.cfg.Log.Info("a node no longer keeps a shard", "shard", s.Shard, "node", s.Drop, "because", s.Why)
	if err := b.n.part(ctx, s.Shard, s.Drop); err != nil {
		return err
	}
	p.Of[s.Shard] = slices.DeleteFunc(p.Of[s.Shard], func(node string) bool { return node == s.Drop })
	b.before = calm(p, b.n.cluster) // its own change does not count
	return nil
}

// calm returns one string of all placements and leaders, to be compared.
func calm(p *cluster.Places, c cluster.Node) string { return fmt.Sprint(p.Of, whoLeads(c)) }

// sight turns the nodes' reports into a [cluster.Look].
func (b *balancer) sight(states map[string]*report) cluster.Look {
	now := time.Now()
	for name, t := range states {
		if t.err == nil {
			delete(b.silent, name)
		} else if b.silent[name].IsZero() {
			b.silent[name] = now
		}
	}
	replica := func(node string, shard int) (ReplicaState, bool) {
		t := states[node]
		if t == nil || t.err != nil {
			return ReplicaState{}, false
		}
		at := slices.IndexFunc(t.state.Replicas, func(r ReplicaState) bool { return r.Shard == shard })
		if at < 0 {
			return ReplicaState{}, false
		}
		return t.state.Replicas[at], true
	}
	most := map[int]uint64{} // by shard: what the leader has applied; a follower only knows it from its last message
	for _, t := range states {
		for _, r := range t.state.Replicas {
			if t.err == nil && r.Role == leading {
				most[r.Shard] = r.Applied
			}
		}
	}
	return cluster.Look{
		Answers: func(node string) bool { return states[node] != nil && states[node].err == nil },
		Gone: func(node string) bool {
			since, silent := b.silent[node]
			return silent && now.Sub(since) >= b.every
		},
		Ready: func(node string, shard int) bool {
			r, there := replica(node, shard)
			goal, led := most[shard]
			return there && led && r.Trouble == "" && r.Applied+nearlyAll >= goal
		},
		Leads: func(node string, shard int) bool { r, there := replica(node, shard); return there && r.Role == leading },
	}
}

// nearlyAll is by how many records a replica may be behind and still count as complete: while a shard is written, its nodes cannot be asked at exactly the same moment.
const nearlyAll = 256

// fixedBy returns a node that wants replicas to stay where they are; empty: none does.
func fixedBy(states map[string]*report) string {
	for _, name := range sortedKeys(states) {
		if t := states[name]; t.err == nil && t.state.Fixed {
			return name
		}
	}
	return ""
}

// placesOf returns who keeps what, within the time limit lookWait.
func placesOf(ctx context.Context, mover cluster.Mover) (*cluster.Places, error) {
	ctx, stop := context.WithTimeout(ctx, lookWait)
	defer stop()
	return mover.Places(ctx)
}
