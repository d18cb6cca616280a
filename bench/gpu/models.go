package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"asterism/bench/report"
	cudabackend "asterism/engine/backend/cuda"
	"asterism/engine/batch"
	"asterism/models"
	"asterism/models/drawn/compare"
)

// modelTask is one space's model in one precision.
type modelTask struct {
	space     models.Space
	precision string
}

// name is "E7" or "E7.int8".
func (t modelTask) name() string {
	if t.precision == models.PrecisionF32 {
		return t.space.Code()
	}
	return t.space.Code() + "." + t.precision
}

// modelTasks are in the order of what one wants to know first when time is short: a model of each family, the largest last.
var modelTasks = []modelTask{
	{models.Semantic, models.PrecisionF32}, {models.Sparse, models.PrecisionF32}, {models.LateInteraction, models.PrecisionF32},
	{models.Causal, models.PrecisionF32}, {models.Graph, models.PrecisionF32}, {models.Multimodal, models.PrecisionF32}, {models.Code, models.PrecisionF32},
	{models.Entity, models.PrecisionF32}, {models.Splade, models.PrecisionF32}, {models.Code, models.PrecisionInt8},
}

// onModel does something with a model on the GPU.
type onModel func(ctx context.Context, e *env, s *loaded) ([]report.Row, error)

// modelParts are one part a model.
func modelParts(do onModel) (out []part) {
	for _, t := range modelTasks {
		out = append(out, part{name: "model." + t.name(), limit: 9 * time.Minute, run: func(ctx context.Context, e *env) ([]report.Row, error) {
			return withModel(ctx, e, t, do)
		}})
	}
	return out
}

// loaded is a model on the GPU with its reference.
type loaded struct {
	*compare.Subject
	task    modelTask
	backend *cudabackend.Backend
	took    time.Duration // to load
}

// withModel draws the model if it is not there yet, brings it to the GPU, and does something with it.
func withModel(ctx context.Context, e *env, t modelTask, do onModel) (rows []report.Row, err error) {
	manifest, err := drawnProfile(ctx, e, t.space)
	if err != nil {
		return nil, err
	}
	manifest.Models[0].Precision = t.precision // the GPU reads the repository's weights and converts them to the precision
	s := &loaded{task: t}
	if s.Subject, err = compare.Of(manifest, t.space, e.size()); err != nil {
		return nil, err
	}
	start := time.Now()
	if s.backend, err = openBackend(ctx, e, manifest, batch.Budget{}); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.took = time.Since(start)
	say("%s: on the GPU after %v", t.name(), s.took.Round(10*time.Millisecond))
	defer func() { err = errors.Join(err, s.backend.Close(), s.Close()) }()
	rows, err = do(ctx, e, s)
	for _, c := range s.backend.Choices() {
		say("%s: %s", t.name(), c)
	}
	return rows, err
}

// openBackend brings the models of a manifest to the GPU, with room for batches of a budget; of an empty one it is the backend's own. A model that cannot be there is an error.
func openBackend(ctx context.Context, e *env, manifest *models.Manifest, most batch.Budget) (*cudabackend.Backend, error) {
	n, err := e.ordinal()
	if err != nil {
		return nil, err
	}
	b, err := cudabackend.Open(ctx, cudabackend.Options{Manifest: manifest, Ordinal: n, Tokens: most.Tokens, Rows: most.Rows, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, p := range b.Residency() {
		if !p.OnGPU && p.Space.Info().Origin == models.FromModel {
			errs = append(errs, fmt.Errorf("%v is not on the GPU: %s", p.Space, p.Why))
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(append(errs, b.Close())...)
	}
	return b, nil
}
