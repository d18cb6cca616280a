package engine

import (
	"context"
	"errors"

	"asterism/bench/mix"
	"asterism/engine/backend"
	"asterism/engine/backend/onnx"
	"asterism/engine/backend/onnx/convert"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/models"
	"asterism/models/drawn"

	"golang.org/x/sync/errgroup"
)

// encoderSpace is the space whose model is measured: MiniLM, 6 layers of 384.
const encoderSpace = models.Graph

const encoderSeed = 1 // of its weights, the same on all sides

// describeEncoder is that model with room for the longest text of the benchmark.
func describeEncoder() (drawn.Spec, error) {
	spec, err := drawn.Describe(encoderSpace, drawn.Full)
	spec.MaxSeq = mix.Most
	return spec, err
}

// encoder is the model as the product runs it: converted, in its backend.
type encoder struct {
	*onnx.Backend
	plan device.Plan
}

// openEncoder writes the model's repository into dir, with random weights, converts it and loads it.
func openEncoder(ctx context.Context, dir, precision string, plan device.Plan) (*encoder, error) {
	spec, err := describeEncoder()
	if err != nil {
		return nil, err
	}
	if err := spec.Write(dir, encoderSeed); err != nil {
		return nil, err
	}
	m, err := convert.Convert(ctx, convert.Options{Space: encoderSpace, Dir: dir, Root: dir, Precision: precision})
	if err != nil {
		return nil, err
	}
	b, err := onnx.Open(ctx, onnx.Options{Threads: plan.IntraThreads,
		Manifest: &models.Manifest{Dir: dir, Profile: "random", Models: []models.Model{*m}}})
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
	s, err := schedulerOf(e.plan, []backend.Backend{e}, sched.Lane{Space: encoderSpace, Tokenizer: "none", Window: mix.Most})
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
