package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/bench/mix"
	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/models"
)

// What a batch has at most, as the device plan gives a GPU; the emulation's is a few texts.
var (
	gpuBudget       = batch.Budget{Tokens: 16384, Rows: 512}
	emulationBudget = batch.Budget{Tokens: 40, Rows: 2}
)

// side is how many batches of one space are in work at once, as the scheduler has them: one is copied while the other is computed.
const side = 2

// modelSpeed returns tokens a second at several lengths, and the share of the dense rate that the useful arithmetic of mixed lengths has.
func modelSpeed(ctx context.Context, e *env, s *loaded) (rows []report.Row, err error) {
	name := "model." + s.task.name()
	rows = append(rows, report.Lower(name+".load_s", "s", report.NoGoal, s.took.Seconds()))
	for _, length := range []int{32, 128, 512, 0} {
		load := s.loadOf(e, length)
		seconds, err := s.timeLoad(ctx, e, load)
		if err != nil {
			return rows, err
		}
		what := "mixed"
		if length > 0 {
			what = strconv.Itoa(length)
		}
		rows = append(rows, report.Higher(name+".tokens_per_s_"+what, "tokens/s", report.NoGoal, over(load.tokens, seconds)...),
			report.Higher(name+".useful_tflops_"+what, "TFLOP/s", report.NoGoal, over(load.flops/1e12, seconds)...))
		if length == 0 {
			rows = append(rows, s.shares(e, load, seconds)...)
		}
	}
	return rows, nil
}

// shareGoal is what the issue demands of E1's shape on mixed lengths.
const shareGoal = 0.65

func (s *loaded) shares(e *env, l *load, seconds []float64) (rows []report.Row) {
	rates := over(l.flops/1e12, seconds)
	e1 := s.task == modelTask{models.Semantic, models.PrecisionF32}
	if e1 {
		rows = append(rows, report.Higher("e5_large_useful_tflops", "TFLOP/s", report.NoGoal, rates...))
	}
	if e.limits.FLOPs == 0 {
		return rows
	}
	goal := report.NoGoal
	if e1 {
		goal = shareGoal
	}
	return append(rows, report.Higher("model."+s.task.name()+".useful_share_of_matmul", "of dense rate", goal, scaled(rates, 1e12/e.limits.FLOPs)...))
}

// load is batches of one model's rows.
type load struct {
	rows          [][]int32
	batches       []*batch.Batch
	tokens, flops float64 // of all batches, frames included
}

// loadOf draws some batches of texts of a length in tokens, frame included, or of mixed lengths for 0. A model with a shorter window gets that.
func (s *loaded) loadOf(e *env, length int) *load {
	budget, many, l, r := gpuBudget, 4, &load{}, rand.New(rand.NewPCG(31, uint64(length)))
	if e.machine == emulation {
		budget, many = emulationBudget, 1
	}
	lengths := mix.Lengths(8192, 1)
	for at := 0; len(l.batches) < many; {
		var rows [][]int32
		for tokens := 0; len(rows) < budget.Rows; at++ {
			n := length
			if n == 0 {
				n = lengths[at%len(lengths)]
			}
			row := s.Draw(r, batch.Passage, min(n, s.Model.Window, budget.Tokens))[0]
			if tokens += len(row); tokens > budget.Tokens && len(rows) > 0 {
				break
			}
			rows = append(rows, row)
			l.count(s, len(row))
		}
		l.rows = append(l.rows, rows...)
		l.batches = append(l.batches, batch.OfIDs(batch.Passage, batch.Frame{}, rows))
	}
	return l
}

// count adds a row of so many tokens; a model of two directions computes it twice, behind a prefix each.
func (l *load) count(s *loaded, tokens int) {
	l.tokens += float64(tokens)
	for _, extra := range s.Passes() {
		l.flops += usefulFLOPs(&s.Spec, tokens+extra)
	}
}

// loadTime is how long a load is repeated for one figure.
const loadTime = 700 * time.Millisecond

// timeLoad is seconds a load, of several rounds.
func (s *loaded) timeLoad(ctx context.Context, e *env, l *load) (seconds []float64, err error) {
	turns := rounds
	if e.machine == emulation {
		turns = 1
	} else if _, err = s.runLoad(ctx, e, l, 0); err != nil { // rooms grow, graphs are made
		return nil, err
	}
	for range turns {
		v, err := s.runLoad(ctx, e, l, loadTime)
		if err != nil {
			return nil, err
		}
		seconds = append(seconds, v)
	}
	return seconds, nil
}

// runLoad embeds the batches once, and again until so much time is over; it returns the seconds of one time over.
func (s *loaded) runLoad(ctx context.Context, e *env, l *load, least time.Duration) (float64, error) {
	var next atomic.Int64
	group, inner := errgroup.WithContext(ctx)
	start := time.Now()
	for range side {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(l.batches) && (time.Since(start) >= least || e.machine == emulation) {
					return nil
				}
				b := l.batches[i%len(l.batches)]
				values, err := s.backend.Embed(inner, s.task.space, b)
				if err == nil && len(values) != b.Rows() {
					err = fmt.Errorf("%d values for %d rows", len(values), b.Rows())
				}
				if err != nil {
					return err
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	done := float64(next.Load()-side) / float64(len(l.batches)) // the last two found nothing left to do
	return time.Since(start).Seconds() / done, nil
}
