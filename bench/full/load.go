package full

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/fingerprint"
	"asterism/models"
	"asterism/models/drawn"

	"golang.org/x/sync/errgroup"
)

// found is what one process measured of a model: each figure has a new process, since memory and start-up are a
// process's.
type found struct {
	Open         time.Duration // from the manifest to the answer of the first short text
	Values       []fingerprint.Value
	Images       [][]float32
	TokensPerS   float64
	PeakMiB      float64 // largest resident memory, the mapped weights included
	AnonymousMiB float64 // of it at the end, what is no file's: the runtime's copies of weights, and working memory
}

// The texts that are compared, in tokens with their frame, and those that speed is measured on: batches of 480 tokens, since
// larger ones are no faster a token on a processor.
var comparedLengths = []int{4, 9, 21}

const (
	speedTokens = 60
	speedRows   = 8
	speedLong   = 8 * time.Second
)

// comparedRows are the same in every process.
func (s *converted) comparedRows() [][]int32 {
	return s.Draw(rand.New(rand.NewPCG(21, 22)), batch.Passage, comparedLengths...)
}

// comparedImages is one image for a model that sees images.
func (s *converted) comparedImages() [][]float32 {
	if s.Spec.Image == nil {
		return nil
	}
	return s.DrawImages(rand.New(rand.NewPCG(23, 24)), 1)
}

// load opens the profile below root and uses it.
func load(ctx context.Context, root string, space models.Space, size drawn.Size) (f *found, err error) {
	plan, err := device.MakePlan(device.Discover(), device.WantCPU)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	manifest, err := models.LoadManifest(root)
	if err != nil {
		return nil, err
	}
	s, err := find(manifest, space, size)
	if err != nil {
		return nil, err
	}
	if err := s.open(ctx, plan.IntraThreads); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.backend.Close()) }()
	f = &found{}
	loaded := time.Since(start)
	rows := s.comparedRows()
	if _, err := s.embed(ctx, batch.Passage, rows[0]); err != nil {
		return nil, err
	}
	f.Open = time.Since(start)
	say("%v: start took %.2f s: %.2f s to load, %.2f s for the first text", space, f.Open.Seconds(), loaded.Seconds(), (f.Open - loaded).Seconds())
	if f.Values, err = s.embed(ctx, batch.Passage, rows...); err != nil {
		return nil, err
	}
	if images := s.comparedImages(); images != nil {
		if f.Images, err = s.embedImages(ctx, images...); err != nil {
			return nil, err
		}
	}
	if f.TokensPerS, err = s.speed(ctx, plan.Workers); err != nil {
		return nil, err
	}
	f.PeakMiB, f.AnonymousMiB = report.MemoryMiB(os.Getpid(), "VmHWM"), report.MemoryMiB(os.Getpid(), "RssAnon")
	return f, nil
}

// speed is how many tokens a second so many runs side by side embed.
func (s *converted) speed(ctx context.Context, workers int) (float64, error) {
	rows := s.Draw(rand.New(rand.NewPCG(25, 26)), batch.Passage, slices.Repeat([]int{speedTokens}, speedRows)...)
	var done float64
	start := time.Now()
	for time.Since(start) < speedLong {
		group, inner := errgroup.WithContext(ctx)
		for range workers {
			group.Go(func() error {
				_, err := s.embed(inner, batch.Passage, rows...)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return 0, err
		}
		done += float64(workers * speedRows * speedTokens)
	}
	return done / time.Since(start).Seconds(), nil
}
