package node

import (
	"context"
	"fmt"
	"slices"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster"
)

// balancer moves replicas to the nodes that keep fewer, one at a time. Of all nodes the one does so that leads the first shard; what is under way stands in the cluster's table, so another goes on with it.
type balancer struct {
	n      *Node
	every  time.Duration
	before string               // who kept and led what at the last look
	silent map[string]time.Time // since when a node has not answered
}

// movingLooks is how many times as often it is looked at nodes while a replica moves.
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

// look does one step, if there is one, and reports whether a replica is on its way.
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
	if now := calm(p, b.n.cluster); s.Begin && (now != b.before || fixedBy(states) != "") { // it is not calm, or nobody wants it
		b.before = now
		return false, nil
	}
	return len(p.Leaving) > 0 || s.Begin, b.do(ctx, mover, s, p)
}

// do carries a step out. Before a node keeps a shard no more, all others that keep it have what the leader had at that moment.
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
	b.n.cfg.Log.Info("a node keeps a shard no more", "shard", s.Shard, "node", s.Drop, "because", s.Why)
	if err := b.n.part(ctx, s.Shard, s.Drop); err != nil {
		return err
	}
	p.Of[s.Shard] = slices.DeleteFunc(p.Of[s.Shard], func(node string) bool { return node == s.Drop })
	b.before = calm(p, b.n.cluster) // what it did itself disturbs nothing
	return nil
}

// calm says in one word who keeps and leads what.
func calm(p *cluster.Places, c cluster.Node) string { return fmt.Sprint(p.Of, whoLeads(c)) }

// sight is what was told, as it is asked for step by step.
func (b *balancer) sight(states map[string]*told) cluster.Look {
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
	most := map[int]uint64{} // what a replica has that leads: a follower knows of it since it last heard something
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

// nearlyAll is by how many records a replica may be behind and still count as one that has everything: while a shard is written, its nodes are never asked at one moment.
const nearlyAll = 256

// fixedBy is a node that wants replicas to stay where they are; empty: none does.
func fixedBy(states map[string]*told) string {
	for _, name := range sortedKeys(states) {
		if t := states[name]; t.err == nil && t.state.Fixed {
			return name
		}
	}
	return ""
}

// placesOf is who keeps what, within the time that looking at members takes.
func placesOf(ctx context.Context, mover cluster.Mover) (*cluster.Places, error) {
	ctx, stop := context.WithTimeout(ctx, lookWait)
	defer stop()
	return mover.Places(ctx)
}
