package main

import (
	"context"
	"fmt"
	"time"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// How long a round of launches lasts at least, so that starting and waiting do not count, and how many rounds there are.
const (
	roundTime = 60 * time.Millisecond
	rounds    = 5
)

// timeKernel runs a check at a shape, so that what is timed is known to be right, and then times its last launch: seconds a launch, of several rounds.
func timeKernel(ctx context.Context, e *env, m cuda.Machine, c *check.Check, s check.Shape) (seconds []float64, err error) {
	b := c.Bench(m, s, e.seed)
	got, limit, err := c.Run(b, s)
	if err == nil && !(got <= limit) {
		err = fmt.Errorf("%s at %v: off by %.3g, want at most %.3g: a wrong kernel is not timed", c.Name, s, got, limit)
	}
	if err == nil {
		seconds, err = timeAgain(ctx, e, b.Again)
	}
	if closed := b.Close(); err == nil {
		err = closed
	}
	return seconds, err
}

// timeAgain finds how many repetitions last a round, and times rounds of them. The emulation does each once.
func timeAgain(ctx context.Context, e *env, again func(n int) error) (seconds []float64, err error) {
	n, turns := 1, rounds
	if e.machine == emulation {
		turns = 1
	}
	timed := func() (time.Duration, error) {
		start := time.Now()
		err := again(n)
		return time.Since(start), err
	}
	_, err = timed() // the first is slow: it loads the kernel
	for err == nil && e.machine != emulation {
		var took time.Duration
		if took, err = timed(); took >= roundTime {
			break
		}
		n *= 2
	}
	for range turns {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		var took time.Duration
		took, err = timed()
		seconds = append(seconds, took.Seconds()/float64(n))
	}
	return seconds, err
}

// over is work divided by each of the times.
func over(work float64, seconds []float64) []float64 {
	out := make([]float64, len(seconds))
	for i, s := range seconds {
		out[i] = work / s
	}
	return out
}
