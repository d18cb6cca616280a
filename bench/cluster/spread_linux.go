package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"asterism/bench/cluster/standin"
	"asterism/bench/report"
)

// spreadOver are the nodes over which the same notes are spread; the others are compared with the first.
var spreadOver = []int{1, 2, 3, 5}

// spreadGoal is the part of its nodes that a spread ingest is to be faster than one node.
const spreadGoal = .8

// runSpread ingests the same notes over one node and over several, each with a mock device that takes a fixed time a token.
func (o *options) runSpread(ctx context.Context) (err error) {
	dir := filepath.Join(o.dir, "spread")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	w, err := standin.NewWork(ctx, dir, o.notes)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	var alone float64
	var cpu []float64
	for _, nodes := range spreadOver {
		before, err := ownCPU()
		if err != nil {
			return err
		}
		took, err := w.Spread(ctx, dir, nodes, o.perToken)
		if err != nil {
			return fmt.Errorf("spread over %d nodes: %w", nodes, err)
		}
		after, err := ownCPU()
		if err != nil {
			return err
		}
		rate := float64(o.notes) / took.Seconds()
		cpu = append(cpu, float64((after-before).Microseconds())/float64(o.notes))
		say("%d notes, %d tokens, over %d stand-in devices of %v a token: %.1f s, %.0f memories/s, %.0f µs of processor time each", o.notes, w.Tokens, nodes, o.perToken, took.Seconds(), rate, cpu[len(cpu)-1])
		o.res.put(report.Higher(fmt.Sprintf("cluster.spread_memories_per_s.nodes_%d", nodes), "memories/s", report.NoGoal, rate))
		if nodes == spreadOver[0] {
			alone = rate
			continue
		}
		o.res.put(report.Higher(fmt.Sprintf("cluster.spread_vs_1.nodes_%d", nodes), "times", spreadGoal*float64(nodes), rate/alone))
	}
	o.res.put(report.Lower("cluster.spread_cpu_us_per_memory", "µs", report.NoGoal, cpu...))
	return o.write()
}

// ownCPU is the processor time that this process has used, in which all nodes run.
func ownCPU() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("read processor time: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
