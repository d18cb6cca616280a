package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/bench/cluster/processes"
	"asterism/bench/cluster/trial"
	"asterism/bench/report"
)

// runFailover kills the leader of a namespace's shard again and again, and measures each time how long it takes until another node has acknowledged a write to the namespace.
func (o *options) runFailover(ctx context.Context) (err error) {
	c, err := o.start(ctx, "failover")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	for i := range o.failovers {
		took, err := o.failover(ctx, c, i)
		if err != nil {
			return fmt.Errorf("failover %d: %w", i, err)
		}
		say("failover %d of %d: a write was acknowledged %.1f s after the leader was killed", i+1, o.failovers, took.Seconds())
		o.res.Failovers = append(o.res.Failovers, took.Seconds())
	}
	o.res.put(report.Lower("cluster.failover_p50_s", "s", 5, o.res.Failovers...), report.Lower("cluster.failover_max_s", "s", 15, report.Percentile(o.res.Failovers, 100)))
	return o.write()
}

func (o *options) failover(ctx context.Context, c *processes.Cluster, number int) (time.Duration, error) {
	namespace := trial.Namespaces[number%len(trial.Namespaces)]
	victim, ok := c.Leader(ctx, namespace)
	if !ok {
		return 0, errors.New("nobody leads before it")
	}
	caller := c.Caller((victim + 1) % nodes)
	if err := c.Kill(victim); err != nil {
		return 0, err
	}
	began := time.Now()
	for try := 0; ; try++ {
		err := caller.Call(ctx, "store_memory", map[string]any{"content": fmt.Sprintf("failover %d, try %d: the lantern hangs at gate %d", number, try, number*17), "rationale": "measuring", "namespace": namespace}, &struct{}{})
		if err == nil {
			break
		}
		if time.Since(began) > o.trial.Within {
			return 0, fmt.Errorf("no write after %v: %w", o.trial.Within, err)
		}
	}
	took := time.Since(began)
	if err := c.Start(ctx, victim); err != nil {
		return 0, err
	}
	within, stop := context.WithTimeoutCause(ctx, o.trial.Within, errors.New("the cluster is not whole after it"))
	defer stop()
	return took, c.Settled(within)
}
