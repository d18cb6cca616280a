package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/bench/cluster/trial"
	"asterism/bench/corpus"
	"asterism/bench/report"
	"asterism/bench/toolcall"
)

// storeAtOnce is how many memories one call stores.
const storeAtOnce = 64

// replicationRounds are the rounds, in turn on one machine and in the cluster: what the leader takes more is a small difference of two large numbers.
const replicationRounds = 3

// idle is how long the processes are measured without calls: what they use then is subtracted.
const idle = 10 * time.Second

// runReplication stores the same memories at a server of one machine and at the leader of a shard in a cluster of three, and reads the processor time of each process: what the leader
// takes more than the single server is its replication, and what a follower takes is all replication.
func (o *options) runReplication(ctx context.Context) (err error) {
	c, err := o.start(ctx, "replication")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	alone, err := c.Alone(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, alone.Close()) }()
	namespace := trial.Namespaces[0]
	leader, ok := c.Leader(ctx, namespace)
	if !ok {
		return errors.New("nobody leads")
	}
	last := replicationRounds * o.memories
	texts, err := corpus.Texts(last + storeAtOnce)
	if err != nil {
		return err
	}
	for _, caller := range []*toolcall.Caller{alone.Caller(), c.Caller(leader)} { // what is done once is done before
		if err := store(ctx, caller, namespace, texts[last:]); err != nil {
			return err
		}
	}
	processes := make([]func() (time.Duration, error), nodes)
	for i := range processes {
		processes[i] = func() (time.Duration, error) { return c.CPU(i) }
	}
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(o.memories) }
	var single, more, followers []float64
	for round := range replicationRounds {
		some := texts[round*o.memories : (round+1)*o.memories]
		alones, err := watched([]func() (time.Duration, error){alone.CPU}, func() error { return store(ctx, alone.Caller(), namespace, some) })
		if err != nil {
			return err
		}
		spent, err := watched(processes, func() error {
			if err := store(ctx, c.Caller(leader), namespace, some); err != nil {
				return err
			}
			return c.Settled(ctx) // until followers have it
		})
		if err != nil {
			return err
		}
		if now, ok := c.Leader(ctx, namespace); !ok || now != leader {
			return errors.New("the leader changed while it was measured")
		}
		single, more = append(single, each(alones[0])), append(more, each(spent[leader]-alones[0]))
		for i, d := range spent {
			if i != leader {
				followers = append(followers, each(d))
			}
		}
		say("round %d, %d memories: %.0f µs of processor time each on one machine, %.0f at the leader, %.0f at its followers", round+1, o.memories, each(alones[0]), each(spent[leader]), followers[len(followers)-nodes+1:])
	}
	o.res.put(report.Lower("cluster.cpu_us_per_memory_single", "µs", report.NoGoal, single...),
		report.Lower("cluster.cpu_us_per_memory_leader", "µs", report.NoGoal, more...),
		report.Lower("cluster.cpu_us_per_memory_follower", "µs", report.NoGoal, followers...))
	return o.write()
}

// store stores texts one call after the other.
func store(ctx context.Context, caller *toolcall.Caller, namespace string, texts []string) error {
	for at := 0; at < len(texts); at += storeAtOnce {
		var memories []map[string]any
		for _, text := range texts[at:min(at+storeAtOnce, len(texts))] {
			memories = append(memories, map[string]any{"content": text, "namespace": namespace})
		}
		if err := caller.Call(ctx, "store_memories", map[string]any{"memories": memories}, &struct{}{}); err != nil {
			return fmt.Errorf("store memories from %d on: %w", at, err)
		}
	}
	return nil
}

// watched is the processor time that processes spend on some work, less what they spend in as long a time without it.
func watched(processes []func() (time.Duration, error), work func() error) ([]time.Duration, error) {
	read := func() ([]time.Duration, error) {
		out := make([]time.Duration, len(processes))
		for i, cpu := range processes {
			var err error
			if out[i], err = cpu(); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	first, err := read()
	if err != nil {
		return nil, err
	}
	time.Sleep(idle)
	second, err := read()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if err := work(); err != nil {
		return nil, err
	}
	took := time.Since(began)
	third, err := read()
	if err != nil {
		return nil, err
	}
	out := make([]time.Duration, len(processes))
	for i := range out {
		out[i] = third[i] - second[i] - time.Duration(float64(second[i]-first[i])*float64(took)/float64(idle))
	}
	return out, nil
}
