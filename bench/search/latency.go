package main

import (
	"context"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/engine/search"
)

// warmCalls are made before the first one that is measured.
const warmCalls = 20

// aloneCalls are what calls took that were made one after the other, in milliseconds, a list a round: by the clock, and of the process's processor
// time, which other programs on the machine disturb less.
type aloneCalls struct{ wall, cpu [][]float64 }

// oneByOne asks the questions one after the other, all of them in every round while the time lasts.
func (b *bench) oneByOne(ctx context.Context, ix *search.Index, questions []search.Question) (*aloneCalls, error) {
	for i := range min(warmCalls, len(questions)) {
		if _, err := timedSearch(ctx, ix, &questions[i]); err != nil {
			return nil, err
		}
	}
	out := &aloneCalls{wall: make([][]float64, b.rounds), cpu: make([][]float64, b.rounds)}
	for r := range b.rounds {
		until := time.Now().Add(b.calls / time.Duration(b.rounds))
		for i := range questions {
			used := processMs()
			ms, err := timedSearch(ctx, ix, &questions[(i+r*len(questions)/b.rounds)%len(questions)])
			if err != nil {
				return nil, err
			}
			out.cpu[r] = append(out.cpu[r], processMs()-used)
			if out.wall[r] = append(out.wall[r], ms); time.Now().After(until) {
				break
			}
		}
	}
	return out, nil
}

// together has so many callers ask at once, each its next question when it has its answer, and returns the milliseconds of all calls.
func (b *bench) together(ctx context.Context, ix *search.Index, questions []search.Question, callers int) ([]float64, error) {
	group, ctx := errgroup.WithContext(ctx)
	until := time.Now().Add(b.calls / 3)
	took := make([][]float64, callers)
	var next atomic.Int64
	for c := range callers {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if len(took[c]) > 0 && (i >= len(questions) || time.Now().After(until)) {
					return nil
				}
				ms, err := timedSearch(ctx, ix, &questions[i%len(questions)])
				if err != nil {
					return err
				}
				took[c] = append(took[c], ms)
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var all []float64
	for _, t := range took {
		all = append(all, t...)
	}
	return all, nil
}

// processMs is the processor time that this process has used, in milliseconds.
func processMs() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}

func timedSearch(ctx context.Context, ix *search.Index, q *search.Question) (float64, error) {
	start := time.Now()
	_, err := ix.Search(ctx, q)
	return time.Since(start).Seconds() * 1000, err
}
