package main

import (
	"context"
	"errors"
	"os"
	"strconv"

	"asterism/bench/makemodel"
	"asterism/engine/backend"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/models"

	"golang.org/x/sync/errgroup"
)

// encoderSpace is the space in whose place the random encoder stands: dense and as wide as it.
const encoderSpace = models.Graph

// encoder is one random 6×384 BERT graph in the backend that the product uses.
type encoder struct {
	*onnx.Backend
	plan device.Plan
}

// openEncoder writes the graph below dir and loads it, with so many threads inside one run.
func openEncoder(ctx context.Context, dir string, p makemodel.Precision, plan device.Plan, threads int) (*encoder, error) {
	dir += strconv.Itoa(int(p)) + "-" + strconv.Itoa(threads)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	manifest, err := makemodel.WriteProfile(dir, encoderSpace, makemodel.MiniLM(p))
	if err != nil {
		return nil, err
	}
	b, err := onnx.Open(ctx, onnx.Options{Manifest: manifest, Threads: threads})
	if err != nil {
		return nil, err
	}
	return &encoder{b, plan}, nil
}

// run embeds the batches that rows were cut into, so many at a time.
func (e *encoder) run(ctx context.Context, rows [][]int32, batches [][]int, atATime int) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(atATime)
	for _, members := range batches {
		if inner.Err() != nil {
			break
		}
		group.Go(func() error {
			picked := make([][]int32, len(members))
			for i, m := range members {
				picked[i] = rows[m]
			}
			_, err := e.Embed(inner, encoderSpace, batch.OfIDs(batch.Passage, batch.Frame{}, picked))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// schedule embeds the rows as the product does: handed to a scheduler in the batches and the order that ingest has.
func (e *encoder) schedule(ctx context.Context, rows [][]int32) (err error) {
	s, err := schedulerOf(e.plan, []backend.Backend{e}, sched.Lane{Space: encoderSpace, Tokenizer: "none", Window: mostTokens})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(context.WithoutCancel(ctx))) }()
	jobs := make([]*sched.Job, len(rows))
	for i, ids := range rows {
		jobs[i] = &sched.Job{Role: batch.Passage, Tokens: map[string][]int32{"none": ids}}
	}
	return embed(ctx, s, jobs)
}
