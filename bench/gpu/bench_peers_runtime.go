package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/bench/report"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/models"
)

// runtimeBudgets are how many tokens a batch of ONNX Runtime's has: it is given what is faster.
var runtimeBudgets = []int{2048, 8192, 16384}

// besideRuntime compares with ONNX Runtime's CUDA provider on the graph that the product makes of the same repository, in 32-bit floats, where its libraries are installed.
func (s *loaded) besideRuntime(ctx context.Context, e *env, l *load) (rows []report.Row, err error) {
	if e.machine == emulation {
		return nil, nil
	}
	n, err := e.ordinal()
	if err != nil {
		return nil, err
	}
	lib, err := runtimeLibrary(ctx, e)
	if err != nil {
		return nil, err
	}
	other, err := onnx.Open(ctx, onnx.Options{Manifest: s.Manifest, Spaces: models.SetOf(s.task.space), Verified: true, LibPath: lib, Device: fmt.Sprintf("cuda:%d", n)})
	if err != nil {
		say("peers: ONNX Runtime's CUDA provider is left out: %v", err)
		return nil, nil
	}
	defer func() { err = errors.Join(err, other.Close()) }()
	batches, err := s.bestBatches(ctx, other, l)
	if err != nil {
		return nil, err
	}
	return s.turns(ctx, e, l, rounds, "ort_cuda", func() (float64, error) { return s.loadsPerSecond(ctx, other, batches, loadTime) })
}

// bestBatches cuts the rows in the way in which they are embedded fastest.
func (s *loaded) bestBatches(ctx context.Context, other *onnx.Backend, l *load) (best []*batch.Batch, err error) {
	fastest := 0.0
	for _, tokens := range runtimeBudgets {
		batches := cutRows(l.rows, tokens)
		_, err := s.loadsPerSecond(ctx, other, batches, 0)
		if err != nil && best != nil {
			say("peers: ONNX Runtime with %d tokens a batch: %v", tokens, err)
			break
		}
		rate := 0.0
		if err == nil {
			rate, err = s.loadsPerSecond(ctx, other, batches, loadTime)
		}
		if err != nil {
			return nil, err
		}
		say("peers: ONNX Runtime with %d tokens a batch: %.0f tokens/s", tokens, rate*l.tokens)
		if rate > fastest {
			best, fastest = batches, rate
		}
	}
	return best, nil
}

// cutRows makes batches of at most so many tokens; a longer row is a batch of its own.
func cutRows(rows [][]int32, tokens int) (out []*batch.Batch) {
	for from := 0; from < len(rows); {
		to, n := from, 0
		for to < len(rows) && (to == from || n+len(rows[to]) <= tokens) {
			n += len(rows[to])
			to++
		}
		out = append(out, batch.OfIDs(batch.Passage, batch.Frame{}, rows[from:to]))
		from = to
	}
	return out
}

// loadsPerSecond embeds all batches, two at a time as ours are, over and over until so much time is over.
func (s *loaded) loadsPerSecond(ctx context.Context, other *onnx.Backend, batches []*batch.Batch, least time.Duration) (float64, error) {
	start, loads := time.Now(), 0
	for loads == 0 || time.Since(start) < least {
		group, inner := errgroup.WithContext(ctx)
		group.SetLimit(side)
		for _, b := range batches {
			group.Go(func() error {
				_, err := other.Embed(inner, s.task.space, b)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return 0, err
		}
		loads++
	}
	return float64(loads) / time.Since(start).Seconds(), nil
}
