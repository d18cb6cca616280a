package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/bench/cluster/trial"
	"asterism/bench/corpus"
	"asterism/bench/report"
)

// runCatchUp kills a follower and starts it again, once without anything happening meanwhile, and once after memories were stored: what the second start takes longer is what it takes to
// fetch them from the log.
func (o *options) runCatchUp(ctx context.Context) (err error) {
	c, err := o.start(ctx, "catchup")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	namespace := trial.Namespaces[0]
	leader, ok := c.Leader(ctx, namespace)
	if !ok {
		return errors.New("nobody leads")
	}
	texts, err := corpus.Texts(o.missed)
	if err != nil {
		return err
	}
	away := (leader + 1) % nodes
	restarted := func(meanwhile []string) (seconds float64, err error) {
		if err := c.Kill(away); err != nil {
			return 0, err
		}
		if err := store(ctx, c.Caller(leader), namespace, meanwhile); err != nil {
			return 0, err
		}
		began := time.Now()
		if err := c.Start(ctx, away); err != nil {
			return 0, err
		}
		err = c.Settled(ctx)
		return time.Since(began).Seconds(), err
	}
	idle, err := restarted(nil)
	if err != nil {
		return err
	}
	behind, err := restarted(texts)
	if err != nil {
		return err
	}
	return o.tellCatchUp(idle, behind)
}

func (o *options) tellCatchUp(idle, missed float64) error {
	say("a node is whole %.1f s after it was started, and %.1f s after, when it has missed %d memories", idle, missed, o.missed)
	o.res.put(report.Lower("cluster.restart_s", "s", report.NoGoal, idle), report.Lower("cluster.restart_behind_s", "s", report.NoGoal, missed))
	if missed <= idle {
		return fmt.Errorf("catching up took no longer than starting (%.1f s and %.1f s): measure it with more than %d memories", missed, idle, o.missed)
	}
	o.res.put(report.Higher("cluster.catch_up_memories_per_s", "memories/s", report.NoGoal, float64(o.missed)/(missed-idle)))
	return o.write()
}
