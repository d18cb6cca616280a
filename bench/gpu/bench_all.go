package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/engine/sched"
	"asterism/models"
)

// What all spaces together are measured with: texts of so many tokens, in calls as ingest makes them.
const (
	allTokens      = 128
	allTokensSmall = 9
	allCall        = 128
	allCallSmall   = 2
	allCallers     = 4
	allGoal        = 950 // memories a second
)

// benchAll embeds texts in all thirteen spaces through the scheduler.
func benchAll(ctx context.Context, e *env) (rows []report.Row, err error) {
	l, err := openEmbedParts(ctx, e)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.close(context.WithoutCancel(ctx))) }()
	tokens, call, turns := l.bare(allTokens), allCall, rounds
	if e.small {
		tokens, call, turns = allTokensSmall, allCallSmall, 1
	}
	r := rand.New(rand.NewPCG(e.seed, 13))
	var jobs []*sched.Job
	for range 2 * allCallers * call {
		jobs = append(jobs, l.job(r, batch.Passage, tokens))
	}
	least := 3 * time.Second
	if e.small {
		least = 0
	} else if _, err := l.rate(ctx, jobs, call, 0); err != nil { // rooms grow, products are chosen
		return nil, err
	}
	var rates []float64
	for range turns {
		rate, err := l.rate(ctx, jobs, call, least)
		if err != nil {
			return nil, err
		}
		rates = append(rates, rate)
	}
	return []report.Row{report.Higher("all13_memories_per_s_128", "memories/s", allGoal, rates...)}, nil
}

// bare is how many tokens a text has that has so many with E1's frame.
func (l *embedParts) bare(tokens int) int {
	if m, ok := l.manifest.Model(models.Semantic); ok {
		tokens -= m.PassageFrame.Len()
	}
	return tokens
}

// rate embeds the jobs in calls, over and over until so much time is over, and returns jobs a second.
func (l *embedParts) rate(ctx context.Context, jobs []*sched.Job, call int, least time.Duration) (float64, error) {
	var next, done atomic.Int64
	calls := len(jobs) / call
	group, inner := errgroup.WithContext(ctx)
	start := time.Now()
	for range allCallers {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= calls && time.Since(start) >= least {
					return nil
				}
				part := jobs[i%calls*call:][:call]
				if _, err := l.sched.Embed(inner, part...); err != nil {
					return err
				}
				done.Add(int64(call))
			}
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	return float64(done.Load()) / time.Since(start).Seconds(), nil
}
