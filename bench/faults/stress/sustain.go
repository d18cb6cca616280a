package stress

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"asterism/bench/report"
)

// Load defines how long clients keep a server busy, and with how much.
type Load struct {
	Clients int
	Held    int           // memories that each client has at a time: for each that it adds, it forgets its oldest
	Warm    time.Duration // at first, in which nothing is measured: memory pools and caches fill
	Long    time.Duration // measured
	Every   time.Duration // between two measurements of the server's memory
}

// Sustained is what the load showed.
type Sustained struct {
	Clients int     `json:"clients"`
	Seconds float64 `json:"seconds"`
	// Inject and Search are the answers to inject_context and search_graph.
	Inject Answers `json:"inject"`
	Search Answers `json:"search"`
	// MemoryStart and MemoryEnd are resident memory in MiB: medians of the first and the last tenth of what was measured.
	MemoryStart float64  `json:"memory_start_mib"`
	MemoryEnd   float64  `json:"memory_end_mib"`
	Wrong       []string `json:"wrong"` // what failed; the first few
	Failed      int      `json:"failed"`
}

// Answers are how many there were, and how long they took.
type Answers struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50_ms"`
	P99   float64 `json:"p99_ms"`
	Most  float64 `json:"most_ms"`
}

// Ratio is how many times the middle answer's time the slowest hundredth takes.
func (a Answers) Ratio() float64 { return a.P99 / a.P50 }

func answers(ms []float64) Answers {
	if len(ms) == 0 {
		return Answers{}
	}
	return Answers{Count: len(ms), P50: report.Percentile(ms, 50), P99: report.Percentile(ms, 99), Most: report.Percentile(ms, 100)}
}

// Sustain keeps a server busy. Each client has its memories from the beginning on; it adds a memory with inject_context, searches, and forgets its oldest, one call after the
// other without a pause. So the number of memories stays the same, and what the server's memory does is its own doing.
func (o *Options) Sustain(ctx context.Context, l Load, say func(format string, args ...any)) (*Sustained, error) {
	data := filepath.Join(o.Dir, "sustain")
	s, err := o.Program.serve(ctx, data)
	if err != nil {
		return nil, err
	}
	defer s.kill()
	d := &driver{load: l, server: s}
	if err := d.run(ctx, say); err != nil {
		return nil, err
	}
	if d.injects.empty() || d.searches.empty() || len(d.memory) == 0 {
		return nil, errors.Join(fmt.Errorf("nothing was measured within %v", l.Long), d.first())
	}
	tenth := max(1, len(d.memory)/10)
	return &Sustained{Clients: l.Clients, Seconds: l.Long.Seconds(), Inject: answers(d.injects.ms), Search: answers(d.searches.ms),
		MemoryStart: report.Median(d.memory[:tenth]), MemoryEnd: report.Median(d.memory[len(d.memory)-tenth:]), Wrong: d.words, Failed: d.failed}, nil
}

// times are those of the answers that were measured. Safe for concurrent use.
type times struct {
	mu sync.Mutex
	ms []float64
}

func (t *times) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ms = append(t.ms, d.Seconds()*1e3)
}

func (t *times) empty() bool { return len(t.ms) == 0 }
