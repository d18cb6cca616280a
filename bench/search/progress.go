package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// progress tells on stderr how far a long step is and how long it still takes. It is safe for concurrent use.
type progress struct {
	mu      sync.Mutex
	what    string
	done    int
	total   int
	started time.Time
	told    time.Time
}

// tellEvery is how often.
const tellEvery = 5 * time.Second

func newProgress(what string, total int) *progress {
	now := time.Now()
	say("%s: %d …", what, total)
	return &progress{what: what, total: total, started: now, told: now}
}

func (p *progress) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if time.Since(p.told) < tellEvery || p.done == 0 {
		return
	}
	p.told = time.Now()
	left := time.Duration(float64(time.Since(p.started)) / float64(p.done) * float64(p.total-p.done))
	say("%s: %d of %d, %v left", p.what, p.done, p.total, left.Round(time.Second))
}

// say tells of the progress; stdout belongs to the table.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench-search: "+format+"\n", args...)
}
