package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"asterism/bench/makemodel"
	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/engine/device"
)

// side is one way to embed the same rows.
type side struct {
	name string
	run  func(context.Context) error
}

// batching compares ways of cutting the same texts into batches, on a 6×384 encoder, in turn. Naive is what comes first to
// mind: batches of 32 in order of arrival, padded, through one session that has all threads. Sorted is one plan over
// all texts, run by as many one-thread sessions as the machine has cores. Scheduled is the product: the scheduler gets
// the texts as ingest gives them and can sort only what waits.
func (b *bench) batching(ctx context.Context) (rows []Row, err error) {
	plan, err := device.MakePlan(device.Discover(), device.WantCPU)
	if err != nil {
		return nil, err
	}
	lengths := drawLengths(b.rows, 1)
	naive, sorted := batch.Naive(len(lengths)), batch.Plan(lengths, budgetOf(plan))
	sides, encoders, err := b.sides(ctx, plan, lengths, naive, sorted)
	defer func() {
		for _, e := range encoders {
			err = errors.Join(err, e.Close())
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

func (b *bench) sides(ctx context.Context, plan device.Plan, lengths []int, naive, sorted [][]int) ([]side, []*encoder, error) {
	ids := drawRows(lengths, makemodel.MiniLM(makemodel.Float32).Vocabulary, 1)
	var open []*encoder
	load := func(p makemodel.Precision, threads int) (*encoder, error) {
		say("write and load a 6×384 encoder (%v, %d threads a run)", p, threads)
		e, err := openEncoder(ctx, b.newStore("encoder"), p, plan, threads)
		if err == nil {
			open = append(open, e)
		}
		return e, err
	}
	one, err := load(makemodel.Float32, max(plan.Workers*plan.IntraThreads, 1))
	if err != nil {
		return nil, open, err
	}
	sides := []side{{"naive", func(ctx context.Context) error { return one.run(ctx, ids, naive, 1) }}}
	for _, v := range []struct {
		prefix string
		p      makemodel.Precision
	}{{"", makemodel.Float32}, {"int8_", makemodel.DynamicInt8}, {"row_int8_", makemodel.RowInt8}} {
		e, err := load(v.p, plan.IntraThreads)
		if err != nil {
			return nil, open, err
		}
		sides = append(sides, side{v.prefix + "sorted", func(ctx context.Context) error { return e.run(ctx, ids, sorted, plan.Workers) }})
		if v.p != makemodel.DynamicInt8 { // the product cannot use it: a text's values would depend on its batch
			sides = append(sides, side{v.prefix + "scheduled", func(ctx context.Context) error { return e.schedule(ctx, ids) }})
		}
	}
	return sides, open, nil
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
	faster := func(side string) []float64 {
		var v []float64
		for i, d := range took[side] {
			v = append(v, took["naive"][i].Seconds()/d.Seconds())
		}
		return v
	}
	// The product keeps its promise that a text embeds the same in any batch with f32 and with a scale a token, and
	// would use the faster of the two.
	product := slices.MaxFunc([][]float64{faster("scheduled"), faster("row_int8_scheduled")}, func(a, b []float64) int {
		return int(report.Median(a)*1e6) - int(report.Median(b)*1e6)
	})
	return []Row{
		higher("ingest_vs_naive_batching", "x", 7, product...),
		higher("batching.sorted_vs_naive", "x", 7, faster("sorted")...),
		higher("batching.int8_sorted_vs_naive", "x", 13, faster("int8_sorted")...),
		higher("batching.row_int8_sorted_vs_naive", "x", noGoal, faster("row_int8_sorted")...),
		higher("batching.scheduled_vs_naive", "x", noGoal, faster("scheduled")...),
		perSecond("naive"), perSecond("sorted"), perSecond("int8_sorted"), perSecond("row_int8_sorted"),
		perSecond("scheduled"), perSecond("row_int8_scheduled"),
		lower("batching.naive_padding", "x", noGoal, padding(lengths, naive)),
		lower("batching.sorted_padding", "x", noGoal, padding(lengths, sorted)),
	}
}

// padding is the tokens computed for each token of text.
func padding(lengths []int, batches [][]int) float64 {
	tokens, padded := batch.Cost(lengths, batches)
	return float64(padded) / float64(tokens)
}
