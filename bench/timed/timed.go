// Package timed answers: how long does an index take to answer? It asks questions one after the other, and from several callers at once.
package timed

import (
	"context"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/engine/search"
)

// WarmCalls are made before the first one that is measured.
const WarmCalls = 20

// Calls are what calls took that were made one after the other, in milliseconds, a list a round: by the clock, and of the process's processor
// time, which other programs on the machine disturb less.
type Calls struct{ Wall, CPU [][]float64 }

// OneByOne asks the questions one after the other, all of them in every round while the time lasts, which is for all rounds together.
func OneByOne(ctx context.Context, ix *search.Index, questions []search.Question, rounds int, long time.Duration) (*Calls, error) {
	for i := range min(WarmCalls, len(questions)) {
		if _, err := once(ctx, ix, &questions[i]); err != nil {
			return nil, err
		}
	}
	out := &Calls{Wall: make([][]float64, rounds), CPU: make([][]float64, rounds)}
	for r := range rounds {
		until := time.Now().Add(long / time.Duration(rounds))
		for i := range questions {
			used := processMs()
			ms, err := once(ctx, ix, &questions[(i+r*len(questions)/rounds)%len(questions)])
			if err != nil {
				return nil, err
			}
			out.CPU[r] = append(out.CPU[r], processMs()-used)
			if out.Wall[r] = append(out.Wall[r], ms); time.Now().After(until) {
				break
			}
		}
	}
	return out, nil
}

// Together has so many callers ask at once, each its next question when it has its answer, until each question was asked or the time is over. It returns the
// milliseconds of all calls, and how many were answered a second.
func Together(ctx context.Context, ix *search.Index, questions []search.Question, callers int, long time.Duration) (ms []float64, perSecond float64, err error) {
	group, ctx := errgroup.WithContext(ctx)
	start := time.Now()
	until := start.Add(long)
	took := make([][]float64, callers)
	var next atomic.Int64
	for c := range callers {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if len(took[c]) > 0 && (i >= len(questions) || time.Now().After(until)) {
					return nil
				}
				ms, err := once(ctx, ix, &questions[i%len(questions)])
				if err != nil {
					return err
				}
				took[c] = append(took[c], ms)
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, 0, err
	}
	over := time.Since(start).Seconds()
	for _, t := range took {
		ms = append(ms, t...)
	}
	return ms, float64(len(ms)) / over, nil
}

// processMs is the processor time that this process has used, in milliseconds.
func processMs() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}

// once is one call, in milliseconds.
func once(ctx context.Context, ix *search.Index, q *search.Question) (float64, error) {
	start := time.Now()
	_, err := ix.Search(ctx, q)
	return time.Since(start).Seconds() * 1000, err
}
