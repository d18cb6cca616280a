package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/compare"
)

// leastCosine is the limit for each model against float64. leastCosineTerms is the bound for faults where a text has terms, which bf16 costs more
// (engine/backend/agree). The loss of int8 with random weights says little about trained ones, so it is reported, with a bound only for faults.
const leastCosine, leastCosineTerms, leastCosineInt8 = 0.999, 0.99, 0.9

// comparedLengths are the texts that are compared, in tokens with their frame: short ones, around a tile, and one of several. Each is embedded as a
// memory and, when short, as a question. None is longer than the model's window.
func comparedLengths(size drawn.Size, window int) (out []int) {
	lengths := []int{4, 9, 21, 64, 65, 200}
	if size == drawn.Tiny {
		lengths = []int{4, 21, 70}
	}
	for _, n := range lengths {
		out = append(out, min(n, window))
	}
	return slices.Compact(out)
}

// modelCheck compares the values of drawn texts and images with float64.
func modelCheck(ctx context.Context, e *env, s *loaded) ([]report.Row, error) {
	r := rand.New(rand.NewPCG(e.seed, uint64(s.task.space)))
	lengths := comparedLengths(e.size(), s.Model.Window)
	var cosines []float64
	for _, role := range []batch.Role{batch.Passage, batch.Query} {
		if role == batch.Query {
			lengths = lengths[:2]
		}
		c, err := s.compare(ctx, role, s.Draw(r, role, lengths...))
		if err != nil {
			return nil, err
		}
		cosines = append(cosines, c...)
	}
	rows, err := s.judge("cosine", cosines)
	if s.Spec.Image == nil {
		return rows, err
	}
	seen, imageErr := s.compareImages(ctx, r)
	if imageErr != nil {
		return rows, imageErr
	}
	more, imageErr := s.judge("image_cosine", seen)
	if err == nil {
		err = imageErr
	}
	return append(rows, more...), err
}

// judge makes the row of the least cosine, and an error when that is too little.
func (s *loaded) judge(what string, cosines []float64) ([]report.Row, error) {
	name, goal, bound := "model."+s.task.name()+"."+what, leastCosine, leastCosine
	switch {
	case s.task.precision == models.PrecisionInt8:
		goal, bound = report.NoGoal, leastCosineInt8
	case s.Kind() == models.Terms:
		bound = leastCosineTerms
	}
	least, mean := cosines[0], 0.0
	for i, c := range cosines {
		say("%s of text %d: 1 − %.3g", name, i, 1-c)
		least, mean = min(least, c), mean+c/float64(len(cosines))
	}
	if s.Kind() == models.Terms && s.task.precision != models.PrecisionInt8 && !(mean >= leastCosine) {
		return nil, fmt.Errorf("%s is %.6f in the mean, want at least %g", name, mean, leastCosine)
	}
	if !(least >= bound) {
		return nil, fmt.Errorf("%s is %.6f, want at least %g", name, least, bound)
	}
	return []report.Row{worst(report.Higher(name, "", goal, cosines...), cosines)}, nil
}

// compare embeds rows in one batch.
func (s *loaded) compare(ctx context.Context, role batch.Role, rows [][]int32) (cosines []float64, err error) {
	got, err := s.backend.Embed(ctx, s.task.space, batch.OfIDs(role, batch.Frame{}, rows))
	if err != nil {
		return nil, err
	}
	want, err := s.Expected(ctx, role, rows...)
	if err != nil {
		return nil, err
	}
	return s.cosines(got, want)
}

func (s *loaded) compareImages(ctx context.Context, r *rand.Rand) ([]float64, error) {
	images := s.DrawImages(r, 3)
	got, err := s.backend.Embed(ctx, s.task.space, batch.OfImages(batch.Passage, images))
	if err != nil {
		return nil, err
	}
	want, err := s.ExpectedImages(ctx, images...)
	if err != nil {
		return nil, err
	}
	return s.cosines(got, want)
}

func (s *loaded) cosines(got []fingerprint.Value, want [][]float64) (out []float64, err error) {
	if len(got) != len(want) {
		return nil, fmt.Errorf("%d values for %d rows", len(got), len(want))
	}
	for i := range got {
		c, err := compare.Cosine(s.task.space.Info(), got[i], want[i])
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		out = append(out, c)
	}
	return out, nil
}
