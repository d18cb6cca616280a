package engine

import (
	"context"
	"syscall"
	"time"
)

const (
	rateRuns = 3
	rateLong = 400 * time.Millisecond // a run lasts at least so long
)

// rate is how fast something gets done, in several runs.
type rate struct {
	perSecond []float64
	cpuUs     []float64 // processor time for each, of all threads of this process: other processes do not disturb it
}

// rates is how many of n things a second do gets done, in runs of as many passes as it takes.
func rates(ctx context.Context, n int, do func() error) (r rate, err error) {
	if err := do(); err != nil { // memory and caches are made here
		return r, err
	}
	for range rateRuns {
		start, cpu, done := time.Now(), processTime(), 0
		for time.Since(start) < rateLong {
			if err := do(); err != nil {
				return r, err
			}
			if err := ctx.Err(); err != nil {
				return r, err
			}
			done += n
		}
		r.perSecond = append(r.perSecond, float64(done)/time.Since(start).Seconds())
		r.cpuUs = append(r.cpuUs, (processTime()-cpu).Seconds()*1e6/float64(done))
	}
	return r, nil
}

// processTime is the processor time that this process has used.
func processTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// rows are the two figures of something done to memories.
func (r rate) rows(name string) []Row {
	return []Row{
		higher(name+".memories_per_s", "memories/s", noGoal, r.perSecond...),
		lower(name+".cpu_us_per_memory", "µs", noGoal, r.cpuUs...),
	}
}
