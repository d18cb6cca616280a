package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/bench/mix"
	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/engine/sched"
)

// growthGoal is how much memory may grow over the second half of a soak, in MiB: nothing that goes on.
const growthGoal = 16

// benchSoak embeds texts of mixed lengths, questions and images for some minutes and looks how memory grows, on the GPU and in the process, after the
// first half, in which rooms grow to the largest batch and Go's heap to its size.
func benchSoak(ctx context.Context, e *env) (rows []report.Row, err error) {
	l, err := openEmbedParts(ctx, e)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.close(context.WithoutCancel(ctx))) }()
	half := time.Duration(e.minutes * float64(time.Minute) / 2)
	var at [2]memoryUse
	total := 0
	for i := range at {
		n, err := l.soak(ctx, e, uint64(i), half)
		if err != nil {
			return nil, err
		}
		total += n
		if at[i], err = l.memory(); err != nil {
			return nil, err
		}
		say("half %d: %d texts, questions and images so far; %.1f MiB on the GPU, %.1f MiB in the process", i+1, total, at[i].gpu, at[i].process)
	}
	minutes := fmt.Sprintf("of_%g_minutes", e.minutes)
	return []report.Row{
		report.Lower("soak.card_growth_mib", "MiB", growthGoal, at[1].gpu-at[0].gpu),
		report.Lower("soak.process_growth_mib", "MiB", growthGoal, at[1].process-at[0].process),
		report.Higher("soak.embedded_"+minutes, "texts", report.NoGoal, float64(total)),
	}, nil
}

// memoryUse is in MiB.
type memoryUse struct{ gpu, process float64 }

func (l *embedParts) memory() (memoryUse, error) {
	runtime.GC()
	debug.FreeOSMemory()
	free, total, err := l.gpu.Memory()
	return memoryUse{float64(total-free) / (1 << 20), report.MemoryMiB(os.Getpid(), "RssAnon")}, err
}

// soak embeds for a time and returns how many texts and images it embedded. Passages come in calls, questions and images one by one in parallel.
func (l *embedParts) soak(ctx context.Context, e *env, seed uint64, long time.Duration) (int, error) {
	end := time.Now().Add(long)
	group, inner := errgroup.WithContext(ctx)
	counts := make([]int, allCallers+1)
	for i := range counts {
		group.Go(func() error {
			r := rand.New(rand.NewPCG(e.seed+seed, uint64(i)))
			lengths := mix.Lengths(4096, e.seed+uint64(i))
			for time.Now().Before(end) {
				jobs := l.soakJobs(r, e, lengths, i < allCallers)
				if _, err := l.sched.Embed(inner, jobs...); err != nil {
					return err
				}
				counts[i] += len(jobs)
			}
			return nil
		})
	}
	err := group.Wait()
	total := 0
	for _, n := range counts {
		total += n
	}
	return total, err
}

// soakJobs draws what one call embeds.
func (l *embedParts) soakJobs(r *rand.Rand, e *env, lengths []int, passages bool) (jobs []*sched.Job) {
	length := func() int {
		if e.small {
			return 1 + r.IntN(20)
		}
		return lengths[r.IntN(len(lengths))]
	}
	if !passages {
		if r.IntN(4) == 0 {
			return []*sched.Job{l.image(r)}
		}
		return []*sched.Job{l.job(r, batch.Query, length())}
	}
	n := 1 + r.IntN(allCall)
	if e.small {
		n = 1 + r.IntN(allCallSmall)
	}
	for range n {
		jobs = append(jobs, l.job(r, batch.Passage, length()))
	}
	return jobs
}
