package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/engine/token"
	"asterism/models"
)

// embedParts is the embedding side of an engine in its parts, set up as engine.Open does it.
type embedParts struct {
	manifest   *models.Manifest
	tokenizers map[string]*token.Tokenizer
	plan       device.Plan
	backends   []backend.Backend
}

func openEmbedParts(ctx context.Context) (*embedParts, error) {
	l, err := openTokenizers()
	if err != nil {
		return nil, err
	}
	if l.plan, err = device.MakePlan(device.Discover(), device.WantAuto); err != nil {
		return nil, err
	}
	learned, err := onnx.Open(ctx, onnx.Options{Manifest: l.manifest, Threads: l.plan.IntraThreads})
	if err != nil {
		return nil, err
	}
	l.backends = []backend.Backend{learned, arith.New()}
	return l, nil
}

// openTokenizers opens the tokenizers only.
func openTokenizers() (*embedParts, error) {
	dir, err := models.FindDir("compact", "")
	if err != nil {
		return nil, err
	}
	l := &embedParts{tokenizers: map[string]*token.Tokenizer{}}
	if l.manifest, err = models.LoadManifest(dir); err != nil {
		return nil, err
	}
	for name, f := range l.manifest.Tokenizers {
		if l.tokenizers[name], err = token.Load(l.manifest.Path(f)); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *embedParts) close() error {
	var errs []error
	for _, b := range l.backends {
		errs = append(errs, b.Close())
	}
	return errors.Join(errs...)
}

// scheduler has a lane for each of the spaces.
func (l *embedParts) scheduler(spaces models.Set) (*sched.Scheduler, error) {
	var lanes []sched.Lane
	for _, s := range spaces.Spaces() {
		lane := sched.Lane{Space: s}
		if m, ok := l.manifest.Model(s); ok {
			lane.Tokenizer, lane.Window, lane.Overlap = m.Tokenizer, m.Window, m.Overlap
		}
		lanes = append(lanes, lane)
	}
	return schedulerOf(l.plan, l.backends, lanes...)
}

func schedulerOf(plan device.Plan, backends []backend.Backend, lanes ...sched.Lane) (*sched.Scheduler, error) {
	return sched.New(sched.Config{
		Lanes: lanes, Backends: backends, Workers: plan.Workers,
		Budget: budgetOf(plan), Log: slog.New(slog.DiscardHandler),
	})
}

func budgetOf(plan device.Plan) batch.Budget {
	return batch.Budget{Tokens: plan.TokenBudget, Rows: plan.MaxRows}
}

// tokenise makes the jobs of texts, as remembering does.
func (l *embedParts) tokenise(texts []string) []*sched.Job {
	now := time.Now()
	jobs := make([]*sched.Job, len(texts))
	for i, t := range texts {
		at := now.Add(-time.Duration(i) * time.Minute).UnixNano()
		jobs[i] = &sched.Job{Text: t, Time: at, Ref: now.UnixNano(), Role: batch.Passage, Tokens: map[string][]int32{}}
		for name, t9r := range l.tokenizers {
			jobs[i].Tokens[name] = t9r.Encode([]int32{}, t)
		}
	}
	return jobs
}

// embed embeds jobs in every space of the scheduler.
func embed(ctx context.Context, s *sched.Scheduler, jobs []*sched.Job) error {
	return inBatches(ctx, jobs, func(ctx context.Context, batch []*sched.Job) error {
		_, err := s.Embed(ctx, batch...)
		return err
	})
}

// withScheduler runs do with a scheduler of the spaces and closes it.
func (l *embedParts) withScheduler(ctx context.Context, spaces models.Set, do func(*sched.Scheduler) error) error {
	s, err := l.scheduler(spaces)
	if err != nil {
		return fmt.Errorf("start scheduler of %v: %w", spaces.Spaces(), err)
	}
	return errors.Join(do(s), s.Close(ctx))
}

// kept are the spaces that a memory is embedded in when it comes in; those of time are computed when read.
var kept = models.All.Without(models.OfOrigin(models.FromTime))
