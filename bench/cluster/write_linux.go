package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/bench/cluster/trial"
	"asterism/bench/report"
	"asterism/bench/toolcall"
)

// runWrite times one write after the other, in turn on a server of one machine and on the leader of a cluster of three, so that other work on the machine affects both equally.
func (o *options) runWrite(ctx context.Context) (err error) {
	c, err := o.start(ctx, "write")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	alone, err := c.Alone(ctx)
	if err != nil {
		return err
	}
	namespace := trial.Namespaces[0]
	leader, ok := c.Leader(ctx, namespace)
	if !ok {
		return errors.New("nobody leads")
	}
	sides := []*toolcall.Caller{alone.Caller(), c.Caller(leader)}
	times := make([][]float64, len(sides))
	for i := range o.writes {
		for side, caller := range sides {
			began := time.Now()
			err := caller.Call(ctx, "store_memory", map[string]any{"content": fmt.Sprintf("write %d: the %d barrels are counted in hall %d", i, 3*i, i%7), "rationale": "measuring", "namespace": namespace}, &struct{}{})
			if err != nil {
				return errors.Join(fmt.Errorf("write %d: %w", i, err), alone.Close())
			}
			times[side] = append(times[side], float64(time.Since(began).Microseconds())/1000)
		}
	}
	single, three := report.Median(times[0]), report.Median(times[1])
	o.res.put(report.Lower("cluster.write_p50_vs_single", "times", 3, three/single), report.Lower("cluster.write_p50_ms", "ms", report.NoGoal, three), report.Lower("cluster.write_single_p50_ms", "ms", report.NoGoal, single))
	say("a write takes %.1f ms on one machine and %.1f ms in the cluster, the middle of %d each", single, three, o.writes)
	return errors.Join(alone.Close(), o.write())
}
