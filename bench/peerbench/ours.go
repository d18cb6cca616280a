package peerbench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/engine/backend"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/engine/token"
	"asterism/models"
)

// embedder is the program's own side: a converted model behind its tokenizer and scheduler, set up as the engine sets up one space.
type embedder struct {
	tokenizer *token.Tokenizer
	name      string // of the tokenizer
	backend   *onnx.Backend
	sched     *sched.Scheduler
}

// Texts go to the scheduler in calls of callTexts, some at a time, as `asterism ingest` hands its notes over. A call that finds all places taken waits; maxWait only ends
// a run that hangs.
const (
	callTexts = 128
	callsOpen = 4
	maxWait   = 5 * time.Minute
)

// openEmbedder opens the one model of a profile as this machine's plan for its processor has it.
func openEmbedder(ctx context.Context, m *models.Manifest) (_ *embedder, err error) {
	plan, err := device.MakePlan(device.Discover(), device.WantCPU)
	if err != nil {
		return nil, err
	}
	d, ok := m.Model(measured)
	if !ok {
		return nil, fmt.Errorf("the profile in %s has no model of %v", m.Dir, measured)
	}
	e := &embedder{name: d.Tokenizer}
	if e.tokenizer, err = token.Load(m.Path(m.Tokenizers[d.Tokenizer])); err != nil {
		return nil, err
	}
	if e.backend, err = onnx.Open(ctx, onnx.Options{Manifest: m, Threads: plan.IntraThreads}); err != nil {
		return nil, err
	}
	e.sched, err = sched.New(sched.Config{
		Lanes: []sched.Lane{{Space: measured, Tokenizer: d.Tokenizer, Window: d.Window, Overlap: d.Overlap,
			Passage: batch.Frame(d.PassageFrame), Query: batch.Frame(d.QueryFrame)}},
		Backends: []backend.Backend{e.backend}, Workers: plan.Workers, Askers: plan.Askers, PerLane: plan.PerLane,
		Budget: batch.Budget{Tokens: plan.TokenBudget, Rows: plan.MaxRows}, MaxWait: maxWait, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, errors.Join(err, e.backend.Close())
	}
	return e, nil
}

// vectors embeds texts as they come: tokenised, scheduled, embedded, of length 1, in the order of the texts.
func (e *embedder) vectors(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(callsOpen)
	first := 0
	for part := range slices.Chunk(texts, callTexts) {
		at := first
		first += len(part)
		group.Go(func() error { return e.call(inner, out[at:at+len(part)], part) })
	}
	return out, group.Wait()
}

// call is one call of the scheduler.
func (e *embedder) call(ctx context.Context, out [][]float32, texts []string) error {
	jobs := make([]*sched.Job, len(texts))
	for i, t := range texts {
		jobs[i] = &sched.Job{Text: t, Role: batch.Passage, Spaces: models.SetOf(measured),
			Tokens: map[string][]int32{e.name: e.tokenizer.Encode([]int32{}, t)}}
	}
	results, err := e.sched.Embed(ctx, jobs...)
	if err != nil {
		return err
	}
	for i := range results {
		out[i] = results[i].Values[measured].Dense
	}
	return nil
}

func (e *embedder) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	if err := e.sched.Close(ctx); err != nil {
		return err // the backend may still be at work and must not be closed
	}
	return e.backend.Close()
}

// own is the same model in both precisions.
type own struct{ f32, int8 *embedder }

func (o *own) close() error { return errors.Join(o.f32.close(), o.int8.close()) }
