package engine

import (
	"context"
	"time"

	"asterism/bench/report"
	"asterism/engine"
)

// warmCalls are made before the first one that is measured.
const warmCalls = 20

// latencyRounds is into how many rounds the calls are split, for the spread.
const latencyRounds = 3

// timed is one call as its caller measures it, and the engine's own times of its steps.
type timed struct {
	all    time.Duration
	cpu    time.Duration // of all threads of this process
	inside engine.Timings
}

// callAll makes calls one after the other, the first ones unmeasured.
func callAll(ctx context.Context, texts []string, call func(string) (engine.Timings, error)) ([]timed, error) {
	var out []timed
	for i, t := range texts {
		start, cpu := time.Now(), processTime()
		inside, err := call(t)
		took, used := time.Since(start), processTime()-cpu
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if i >= warmCalls {
			out = append(out, timed{took, used, inside})
		}
	}
	return out, nil
}

// percentiles are a row for one part of the calls: the percentile of all of them, its spread that of the rounds.
func percentiles(name string, p, goal float64, calls []timed, of func(timed) time.Duration) Row {
	ms := make([]float64, len(calls))
	for i, c := range calls {
		ms[i] = of(c).Seconds() * 1000
	}
	rounds := make([]float64, 0, latencyRounds)
	for i := range latencyRounds {
		if round := ms[i*len(ms)/latencyRounds : (i+1)*len(ms)/latencyRounds]; len(round) > 0 {
			rounds = append(rounds, report.Percentile(round, p))
		}
	}
	row := lower(name, "ms", goal, rounds...)
	row.Value = report.Percentile(ms, p)
	row.Spread = report.Spread(rounds, row.Value)
	return row
}

func whole(c timed) time.Duration { return c.all }

func processor(c timed) time.Duration { return c.cpu }
