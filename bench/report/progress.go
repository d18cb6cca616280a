package report

import (
	"sync"
	"time"
)

// Progress reports how far a long step is and how long it still takes. It is safe for concurrent use.
type Progress struct {
	say     func(format string, args ...any)
	mu      sync.Mutex
	what    string
	done    int
	total   int
	started time.Time
	told    time.Time
}

// tellEvery is how often it reports.
const tellEvery = 5 * time.Second

// NewProgress reports the begin of a step of a number of things through say.
func NewProgress(say func(format string, args ...any), what string, total int) *Progress {
	now := time.Now()
	say("%s: %d …", what, total)
	return &Progress{say: say, what: what, total: total, started: now, told: now}
}

// Add reports that n more are done.
func (p *Progress) Add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if time.Since(p.told) < tellEvery || p.done == 0 {
		return
	}
	p.told = time.Now()
	left := time.Duration(float64(time.Since(p.started)) / float64(p.done) * float64(p.total-p.done))
	p.say("%s: %d of %d, %v left", p.what, p.done, p.total, left.Round(time.Second))
}
