// Package embedder answers: what do the shipped models make of a text? It is the engine's own way from text to fingerprint, without a
// store, for the targets of bench that need values and not an engine.
package embedder

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/engine/token"
	"asterism/models"
)

// Embedder embeds texts as the engine does: the same tokenizers, windows, scheduler and backends (engine/open.go), without
// a store. It is safe for concurrent use.
type Embedder struct {
	Manifest   *models.Manifest
	Tokenizers map[string]*token.Tokenizer

	backends []backend.Backend
	sched    *sched.Scheduler
}

// Open starts an embedder over a folder with a manifest of models, itself or in a sub-folder compact; "" looks in the usual
// places for the compact profile. A manifest may lack spaces: those are then absent from every fingerprint.
func Open(ctx context.Context, modelsDir string) (*Embedder, error) {
	return OpenWith(ctx, modelsDir, 0)
}

// OpenWith is Open that uses so many workers of one thread each; 0 leaves it to the device plan.
func OpenWith(ctx context.Context, modelsDir string, workers int) (*Embedder, error) {
	e := &Embedder{Tokenizers: map[string]*token.Tokenizer{}}
	if err := e.load(ctx, modelsDir); err != nil {
		return nil, fmt.Errorf("open models: %w", err)
	}
	if err := e.start(ctx, workers); err != nil {
		return nil, errors.Join(fmt.Errorf("start models: %w", err), e.closeBackends())
	}
	return e, nil
}

// load reads and verifies the files.
func (e *Embedder) load(ctx context.Context, modelsDir string) error {
	dir, err := models.FindDir("compact", modelsDir)
	if err != nil {
		return err
	}
	if e.Manifest, err = models.LoadManifest(dir); err != nil {
		return err
	}
	if err := e.Manifest.Verify(ctx, func(string, int64, int64) {}); err != nil {
		return err
	}
	for name, f := range e.Manifest.Tokenizers {
		if e.Tokenizers[name], err = token.Load(e.Manifest.Path(f)); err != nil {
			return fmt.Errorf("tokenizer %s: %w", name, err)
		}
	}
	for i := range e.Manifest.Models {
		m := &e.Manifest.Models[i]
		if m.QueryPrefix != "" || m.PassagePrefix != "" { // the engine refuses them as well
			return fmt.Errorf("%s has the prefixes %q and %q, which this version cannot put in front of texts: use models without prefixes", m.Space, m.QueryPrefix, m.PassagePrefix)
		}
	}
	return nil
}

// start opens the backends and a scheduler over them.
func (e *Embedder) start(ctx context.Context, workers int) error {
	plan, err := device.MakePlan(device.Discover(), device.WantAuto)
	if err != nil {
		return err
	}
	if workers > 0 {
		plan.Workers, plan.IntraThreads = workers, 1
	}
	learned, err := onnx.Open(ctx, onnx.Options{Manifest: e.Manifest, Threads: plan.IntraThreads})
	if err != nil {
		return err
	}
	e.backends = []backend.Backend{learned, arith.New()}
	e.sched, err = sched.New(sched.Config{
		Lanes: e.lanes(), Backends: e.backends, Workers: plan.Workers,
		Budget:  batch.Budget{Tokens: plan.TokenBudget, Rows: plan.MaxRows},
		MaxWait: maxWait, Log: slog.New(slog.DiscardHandler),
	})
	return err
}

// lanes is one a space that has a model or is arithmetic over the text; time has no part in these sets.
func (e *Embedder) lanes() (out []sched.Lane) {
	for _, s := range e.Spaces().Spaces() {
		lane := sched.Lane{Space: s}
		if m, ok := e.Manifest.Model(s); ok {
			lane.Tokenizer, lane.Window, lane.Overlap = m.Tokenizer, m.Window, m.Overlap
		}
		out = append(out, lane)
	}
	return out
}

// Spaces are those in which texts are embedded.
func (e *Embedder) Spaces() models.Set { return e.Manifest.Spaces() | models.OfOrigin(models.FromText) }

// Close ends the workers and frees the models.
func (e *Embedder) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	if err := e.sched.Close(ctx); err != nil {
		return err // a backend may still be at work and must not be closed
	}
	return e.closeBackends()
}

func (e *Embedder) closeBackends() (err error) {
	for _, b := range e.backends {
		err = errors.Join(err, b.Close())
	}
	return err
}
