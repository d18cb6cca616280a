package trial

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"asterism/bench/cluster/network"
)

// Fault is something that happens to a cluster, and is over when Run returns: nodes run again, and links are whole.
type Fault struct {
	Name string
	// Quorum: most of the nodes stay together, so writes go on.
	Quorum bool
	Run    func(ctx context.Context, c Cluster, t Timing, victim int, rng *rand.Rand) error
}

// Timing is how long faults last.
type Timing struct {
	Down, Paused, Cut time.Duration
}

// LongTiming is that of the whole trial: a pause of 20 s is longer than any lease, so a leader wakes up deposed.
var LongTiming = Timing{Down: 8 * time.Second, Paused: 20 * time.Second, Cut: 10 * time.Second}

// ShortTiming is that of the short form: just longer than a lease.
var ShortTiming = Timing{Down: 5 * time.Second, Paused: 6 * time.Second, Cut: 5 * time.Second}

// Faults are all that are tried, in turns.
var Faults = []Fault{
	{"a node is killed", true, func(ctx context.Context, c Cluster, t Timing, victim int, _ *rand.Rand) error {
		return errors.Join(c.Kill(victim), wait(ctx, t.Down), c.Start(ctx, victim))
	}},
	{"a node sleeps and wakes up", true, func(ctx context.Context, c Cluster, t Timing, victim int, _ *rand.Rand) error {
		return errors.Join(c.Pause(victim), wait(ctx, t.Paused), c.Resume(victim))
	}},
	{"a node is cut off", true, func(ctx context.Context, c Cluster, t Timing, victim int, _ *rand.Rand) error {
		c.Network().Isolate(victim)
		defer c.Network().Heal()
		return wait(ctx, t.Cut)
	}},
	{"a link between two nodes is cut", true, func(ctx context.Context, c Cluster, t Timing, victim int, rng *rand.Rand) error {
		c.Network().Both(victim, another(c, victim, rng), network.Rule{Cut: true})
		defer c.Network().Heal()
		return wait(ctx, t.Cut)
	}},
	{"packets are lost, late and doubled", true, func(ctx context.Context, c Cluster, t Timing, _ int, _ *rand.Rand) error {
		for a := range c.Nodes() {
			for b := range a {
				c.Network().Both(a, b, network.Rule{Loss: .05, Twice: .05, Delay: 30 * time.Millisecond})
			}
		}
		defer c.Network().Heal()
		return wait(ctx, t.Cut)
	}},
	{"packets go one way alone", true, func(ctx context.Context, c Cluster, t Timing, victim int, _ *rand.Rand) error {
		for other := range c.Nodes() {
			c.Network().Set(victim, other, network.Rule{Cut: true})
		}
		defer c.Network().Heal()
		return wait(ctx, t.Cut)
	}},
	{"two nodes are killed at once", false, func(ctx context.Context, c Cluster, t Timing, victim int, rng *rand.Rand) error {
		second := another(c, victim, rng)
		return errors.Join(c.Kill(victim), c.Kill(second), wait(ctx, t.Down), c.Start(ctx, victim), c.Start(ctx, second))
	}},
	{"every node is cut off", false, func(ctx context.Context, c Cluster, t Timing, _ int, _ *rand.Rand) error {
		for node := range c.Nodes() {
			c.Network().Isolate(node)
		}
		defer c.Network().Heal()
		return wait(ctx, t.Cut)
	}},
}

func another(c Cluster, node int, rng *rand.Rand) int {
	return (node + 1 + rng.IntN(c.Nodes()-1)) % c.Nodes()
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
