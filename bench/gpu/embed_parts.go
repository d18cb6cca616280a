package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	cudabackend "asterism/engine/backend/cuda"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/models"
	"asterism/models/drawn/compare"
)

// embedParts is all models on the GPU behind the scheduler, without a store: what embeds when the engine does.
type embedParts struct {
	manifest *models.Manifest
	gpu      *cudabackend.Backend
	sched    *sched.Scheduler
	subjects map[string]*compare.Subject // a model of each family of tokenizers, to draw ids for
	images   *compare.Subject
}

// spacesEmbedded are all, and with small shapes two models beside those of arithmetic: loading all nine takes the emulation minutes.
func (e *env) spacesEmbedded() models.Set {
	if !e.small {
		return models.All
	}
	return models.All.Without(models.OfOrigin(models.FromModel)).With(models.Graph).With(models.Multimodal)
}

// modelsEmbedded are those of them that have a model.
func (e *env) modelsEmbedded() []models.Space {
	return e.spacesEmbedded().Without(models.All.Without(models.OfOrigin(models.FromModel))).Spaces()
}

func openEmbedParts(ctx context.Context, e *env) (l *embedParts, err error) {
	l = &embedParts{subjects: map[string]*compare.Subject{}}
	spaces := e.spacesEmbedded()
	if l.manifest, err = drawnAll(ctx, e, e.modelsEmbedded()); err != nil {
		return nil, err
	}
	var lanes []sched.Lane
	for _, s := range spaces.Spaces() {
		lane := sched.Lane{Space: s}
		if m, ok := l.manifest.Model(s); ok {
			lane.Tokenizer, lane.Window, lane.Overlap = m.Tokenizer, m.Window, m.Overlap
			lane.Passage, lane.Query, lane.Filled = batch.Frame(m.PassageFrame), batch.Frame(m.QueryFrame), m.QueryLength
			drawn, err := compare.Of(l.manifest, s, e.size())
			if err != nil {
				return nil, err
			}
			l.subjects[m.Tokenizer] = drawn
			if m.Image != nil {
				lane.Image, l.images = 1, drawn
			}
		}
		lanes = append(lanes, lane)
	}
	plan, err := gpuPlan(e)
	if err != nil {
		return nil, err
	}
	budget := batch.Budget{Tokens: plan.TokenBudget, Rows: plan.MaxRows}
	if l.gpu, err = openBackend(ctx, e, l.manifest, budget); err != nil { // room for less would halve every full batch
		return nil, err
	}
	l.sched, err = sched.New(sched.Config{Lanes: lanes, Backends: []backend.Backend{l.gpu, arith.New()}, Workers: plan.Workers, Askers: plan.Askers, PerLane: plan.PerLane,
		Budget: budget, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return nil, errors.Join(err, l.gpu.Close())
	}
	return l, nil
}

// gpuPlan is the engine's for the GPU; the emulation gets batches that it can do.
func gpuPlan(e *env) (device.Plan, error) {
	n, err := e.ordinal()
	if err != nil {
		return device.Plan{}, err
	}
	hw := device.Discover()
	hw.Kernels = "the program's kernels"
	plan, err := device.MakePlan(hw, fmt.Sprintf("cuda:%d", n))
	if e.machine == emulation {
		plan.TokenBudget, plan.MaxRows = emulationBudget.Tokens, emulationBudget.Rows
	}
	return plan, err
}

func (l *embedParts) close(ctx context.Context) error {
	return errors.Join(l.sched.Close(ctx), l.gpu.Close())
}

// job draws a text of so many tokens in every family of tokenizers, and as many characters as such a text has.
func (l *embedParts) job(r *rand.Rand, role batch.Role, tokens int) *sched.Job {
	j := &sched.Job{Role: role, Tokens: map[string][]int32{}, Time: r.Int64N(1 << 60), Ref: 1 << 60, Text: drawText(r, tokens)}
	for family, s := range l.subjects {
		frame := s.Frame(role)
		row := s.Draw(r, role, tokens+frame.Len())[0]
		j.Tokens[family] = row[len(frame.Before) : len(row)-len(frame.After)]
	}
	return j
}

// image draws an image.
func (l *embedParts) image(r *rand.Rand) *sched.Job {
	return &sched.Job{Role: batch.Passage, Image: l.images.DrawImages(r, 1)[0], Time: r.Int64N(1 << 60), Ref: 1 << 60}
}
