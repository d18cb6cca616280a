package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/bench/cluster/processes"
	"asterism/bench/cluster/trial"
	"asterism/bench/report"
	"asterism/bench/toolcall"
)

// runFailover kills the leader of a namespace's shard again and again, and measures each time how long it takes until another node has acknowledged a write to the namespace. Then it does the same with the machine whose
// server leads the shard's log, where that is another.
func (o *options) runFailover(ctx context.Context) (err error) {
	c, err := o.start(ctx, "failover")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	for i := range o.failovers {
		took, err := o.failover(ctx, c, i, "leader", func(leader, _ int) int { return leader })
		if err != nil {
			return fmt.Errorf("failover %d: %w", i, err)
		}
		o.res.Failovers = append(o.res.Failovers, took.Seconds())
	}
	for i := range o.failovers {
		took, err := o.failover(ctx, c, i, "machine whose server leads the log", func(leader, log int) int {
			if log < 0 {
				return leader
			}
			return log
		})
		if err != nil {
			return fmt.Errorf("failover %d of a log: %w", i, err)
		}
		o.res.LogFailovers = append(o.res.LogFailovers, took.Seconds())
	}
	o.res.put(report.Lower("cluster.failover_p50_s", "s", 5, o.res.Failovers...), report.Lower("cluster.failover_max_s", "s", 15, report.Percentile(o.res.Failovers, 100)),
		report.Lower("cluster.failover_log_p50_s", "s", report.NoGoal, o.res.LogFailovers...), report.Lower("cluster.failover_log_max_s", "s", 15, report.Percentile(o.res.LogFailovers, 100)))
	return o.write()
}

// failover kills a node, which is chosen from the leader of a namespace's shard and that of its log, and starts it again.
func (o *options) failover(ctx context.Context, c *processes.Cluster, number int, what string, choose func(leader, log int) int) (time.Duration, error) {
	namespace := trial.Namespaces[number%len(trial.Namespaces)]
	leader, log, ok := c.Leads(ctx, namespace)
	if !ok {
		return 0, errors.New("nobody leads before it")
	}
	victim := choose(leader, log)
	caller := c.Caller((victim + 1) % nodes)
	if err := c.Kill(victim); err != nil {
		return 0, err
	}
	took, err := o.firstWrite(ctx, caller, namespace, fmt.Sprintf("failover %d of a %s", number, what))
	if err != nil {
		return 0, err
	}
	say("failover %d of %d: a write was acknowledged %.1f s after the %s was killed", number+1, o.failovers, took.Seconds(), what)
	if err := c.Start(ctx, victim); err != nil {
		return 0, err
	}
	within, stop := context.WithTimeoutCause(ctx, o.trial.Within, errors.New("the cluster is not whole after it"))
	defer stop()
	return took, c.Settled(within)
}

// firstWrite writes until a write is acknowledged, and returns how long that took.
func (o *options) firstWrite(ctx context.Context, caller *toolcall.Caller, namespace, why string) (time.Duration, error) {
	began := time.Now()
	for try := 0; ; try++ {
		err := caller.Call(ctx, "store_memory", map[string]any{"content": fmt.Sprintf("%s, try %d: the lantern hangs at gate %d", why, try, try*17), "rationale": "measuring", "namespace": namespace}, &struct{}{})
		if err == nil {
			return time.Since(began), nil
		}
		if time.Since(began) > o.trial.Within {
			return 0, fmt.Errorf("no write after %v: %w", o.trial.Within, err)
		}
	}
}
