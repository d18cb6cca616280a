package sched

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/queue"
	"asterism/models"
)

// Scheduler embeds jobs in all their spaces. It is safe for concurrent use. It does not own its backends: close them
// after the scheduler.
type Scheduler struct {
	cfg       Config
	log       *slog.Logger
	backends  []backend.Backend
	packs     bool // one of them can return packed values
	embedders []*embedder
	sides     [roles]*side // by role
	patience  patience
	spaces    models.Set            // that have a lane
	families  map[string]models.Set // tokenizer family → lanes that read it
	lost      []atomic.Bool         // by index in backends, see lose
	losing    sync.Mutex
	ready     *queue.Bell  // rings when a slot is filled; workers sleep here
	asked     *queue.Bell  // rings when a question's slot is filled; askers sleep here
	polls     atomic.Int64 // times a worker looked for work; does not change when idle
	start     time.Time
	names     sync.Map // set of backends → their names, for results

	calls   atomic.Int64 // twice the running calls, plus one once closed
	idle    chan struct{}
	idled   sync.Once
	stop    chan struct{} // closed: workers end when nothing is ready
	stopped sync.Once
	workers sync.WaitGroup

	ctx   context.Context // of the backends; ends when Close stops waiting
	abort context.CancelFunc

	latency histogram // of whole calls
}

// New checks cfg and starts its workers.
func New(cfg Config) (*Scheduler, error) {
	cfg = cfg.withDefaults()
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("start scheduler: %w", err)
	}
	s := &Scheduler{
		cfg: cfg, log: cfg.Log, backends: cfg.Backends,
		families: map[string]models.Set{},
		patience: patience{limit: int64(cfg.Patience)},
		lost:     make([]atomic.Bool, len(cfg.Backends)),
		ready:    queue.NewBell(cfg.Workers),
		asked:    queue.NewBell(cfg.Askers),
		start:    time.Now(),
		idle:     make(chan struct{}),
		stop:     make(chan struct{}),
	}
	s.ctx, s.abort = context.WithCancel(context.Background())
	s.packs = slices.ContainsFunc(s.backends, canPack)
	for i, l := range cfg.Lanes {
		s.embedders = append(s.embedders, newEmbedder(s, i, l))
		s.spaces = s.spaces.With(l.Space)
		if l.Tokenizer != "" {
			s.families[l.Tokenizer] = s.families[l.Tokenizer].With(l.Space)
		}
	}
	s.sides[batch.Passage] = newSide(batch.Passage, cfg.QueueCap, s.embedders)
	s.sides[batch.Query] = newSide(batch.Query, cfg.QuestionCap, s.embedders)
	for range cfg.Workers {
		s.workers.Go(func() { s.keepRunning(s.work) })
	}
	for range cfg.Askers {
		s.workers.Go(func() { s.keepRunning(s.answer) })
	}
	return s, nil
}

// now is the monotonic time since the start in nanoseconds.
func (s *Scheduler) now() int64 { return int64(time.Since(s.start)) }

// wants returns the spaces in which a job is to be embedded.
func (s *Scheduler) wants(j *Job) models.Set {
	if j.Spaces == 0 {
		return s.spaces
	}
	return j.Spaces
}
