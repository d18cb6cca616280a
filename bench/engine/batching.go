package engine

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"asterism/bench/mix"
	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/models"
)

// side is one way to embed the same rows.
type side struct {
	name string
	run  func(context.Context) error
}

// batching compares ways to embed the same texts with the same 6×384 encoder, in turn. One at a time and naive are raw
// ONNX Runtime on an export of it, with all cores in one run: every text alone, and batches of 32 in order of arrival,
// padded. Sorted is one plan over all texts on the converted model, run by as many one-thread sessions as the machine has
// cores. Scheduled is the product: the scheduler gets the texts as ingest gives them and can sort only what waits.
func (b *bench) batching(ctx context.Context) (rows []Row, err error) {
	plan, err := device.MakePlan(device.Discover(), device.WantCPU)
	if err != nil {
		return nil, err
	}
	lengths := mix.Lengths(b.rows, 1)
	naive, sorted := batch.Naive(len(lengths)), batch.Plan(lengths, budgetOf(plan))
	sides, open, err := b.sides(ctx, plan, lengths, naive, sorted)
	defer func() {
		for _, c := range open {
			err = errors.Join(err, c.Close())
		}
	}()
	if err != nil {
		return nil, err
	}
	took, err := inTurn(ctx, sides, b.rounds)
	if err != nil {
		return nil, err
	}
	return batchingRows(took, lengths, naive, sorted), nil
}

// sides opens what the ways need; it is the caller's to close, also after an error.
func (b *bench) sides(ctx context.Context, plan device.Plan, lengths []int, naive, sorted [][]int) (sides []side, open []io.Closer, err error) {
	spec, err := describeEncoder()
	if err != nil {
		return nil, nil, err
	}
	ids := drawRows(lengths, spec.Vocabulary, 1)
	for _, v := range []struct{ prefix, precision string }{{"", models.PrecisionF32}, {"int8_", models.PrecisionInt8}} {
		say("write, convert and load a 6×384 encoder (%s)", v.precision)
		e, err := openEncoder(ctx, b.newStore("encoder"), v.precision, plan)
		if err != nil {
			return nil, open, err
		}
		open = append(open, e)
		sides = append(sides,
			side{v.prefix + "sorted", func(ctx context.Context) error { return e.run(ctx, ids, sorted, plan.Workers) }},
			side{v.prefix + "scheduled", func(ctx context.Context) error { return e.schedule(ctx, ids) }})
	}
	dir := b.newStore("export")
	if err := spec.WriteONNX(dir, encoderSeed); err != nil {
		return nil, open, err
	}
	r, err := openRaw(filepath.Join(dir, "model.onnx"), spec.Hidden)
	if err != nil {
		return nil, open, err
	}
	alone := make([][]int, len(ids))
	for i := range alone {
		alone[i] = []int{i}
	}
	return append(sides,
		side{"one_at_a_time", func(ctx context.Context) error { return r.run(ctx, ids, alone) }},
		side{"naive", func(ctx context.Context) error { return r.run(ctx, ids, naive) }}), append(open, r), nil
}

// inTurn runs every side once unmeasured and then round after round.
func inTurn(ctx context.Context, sides []side, rounds int) (map[string][]time.Duration, error) {
	took := map[string][]time.Duration{}
	for round := range rounds + 1 {
		for _, s := range sides {
			start := time.Now()
			if err := s.run(ctx); err != nil {
				return nil, err
			}
			d := time.Since(start)
			say("batching round %d of %d: %s took %.2f s", round, rounds, s.name, d.Seconds())
			if round > 0 {
				took[s.name] = append(took[s.name], d)
			}
		}
	}
	return took, nil
}

func batchingRows(took map[string][]time.Duration, lengths []int, naive, sorted [][]int) []Row {
	perSecond := func(side string) Row {
		var v []float64
		for _, d := range took[side] {
			v = append(v, float64(len(lengths))/d.Seconds())
		}
		return higher("batching."+side+"_texts_per_s", "texts/s", noGoal, v...)
	}
	faster := func(side, than string) []float64 {
		var v []float64
		for i, d := range took[side] {
			v = append(v, took[than][i].Seconds()/d.Seconds())
		}
		return v
	}
	// A text embeds the same in any batch with either precision, so the product would use the faster one.
	product := slices.MaxFunc([][]float64{faster("scheduled", "naive"), faster("int8_scheduled", "naive")}, func(a, b []float64) int {
		return cmp.Compare(report.Median(a), report.Median(b))
	})
	return []Row{
		higher("embed_vs_one_at_a_time", "x", 1.09, faster("scheduled", "one_at_a_time")...),
		higher("embed_int8_vs_one_at_a_time", "x", 1.9, faster("int8_scheduled", "one_at_a_time")...),
		higher("batching.int8_vs_f32", "x", noGoal, faster("int8_scheduled", "scheduled")...),
		higher("ingest_vs_naive_batching", "x", 7, product...),
		higher("batching.sorted_vs_naive", "x", 7, faster("sorted", "naive")...),
		higher("batching.int8_sorted_vs_naive", "x", 13, faster("int8_sorted", "naive")...),
		higher("batching.scheduled_vs_naive", "x", noGoal, faster("scheduled", "naive")...),
		perSecond("one_at_a_time"), perSecond("naive"), perSecond("sorted"), perSecond("scheduled"),
		perSecond("int8_sorted"), perSecond("int8_scheduled"),
		lower("batching.naive_padding", "x", noGoal, padding(lengths, naive)),
		lower("batching.sorted_padding", "x", noGoal, padding(lengths, sorted)),
	}
}

// padding is the tokens computed for each token of text.
func padding(lengths []int, batches [][]int) float64 {
	tokens, padded := batch.Cost(lengths, batches)
	return float64(padded) / float64(tokens)
}
