package learning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/drift"
	"asterism/engine/secrets"
	"asterism/engine/store/rocks"
	"asterism/models"

	"github.com/google/uuid"
)

// How large the history is, over which time it was made, and how often each range is requested.
const (
	historyEntries = 1_000_000
	historySpan    = drift.Keep
	historyCalls   = 201
)

// historyGoal is whose history it is: a goal that is no longer set.
var historyGoal = uuid.MustParse("019e2f00-0000-7000-8000-000000000001")

// historyEnd is the time of the last entry, and of the clock when they are read.
var historyEnd = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// history measures what get_drift_history costs the engine with a million entries of ninety days: for each range the median of many calls;
// the row has the slowest range's; its spread is between the ranges.
func (b *bench) history(ctx context.Context) ([]report.Row, error) {
	dir, err := b.folder()
	if err != nil {
		return nil, err
	}
	if err := fillHistory(ctx, dir); err != nil {
		return nil, fmt.Errorf("fill a history: %w", err)
	}
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Allow, Data: dir, Models: b.models, Now: func() time.Time { return historyEnd }})
	if err != nil {
		return nil, err
	}
	defer e.Close(context.Background())
	var medians, all []float64
	for _, frame := range drift.Timeframes {
		took, err := readHistory(ctx, e, frame)
		if err != nil {
			return nil, fmt.Errorf("read the history of %s: %w", frame, err)
		}
		medians, all = append(medians, report.Median(took)), append(all, took...)
	}
	row := report.Lower("history_1m_ms", "ms", 10, medians...)
	row.Value, row.Runs = slices.Max(medians), len(all)
	p99 := report.Lower("history_1m_p99_ms", "ms", report.NoGoal, report.Percentile(all, 99))
	p99.Runs = len(all)
	return []report.Row{row, p99}, nil
}

// readHistory requests a range many times and returns the milliseconds of each. A wrong number of entries is an error.
func readHistory(ctx context.Context, e *engine.Engine, frame string) (took []float64, err error) {
	want := historyEntries
	if from, _ := drift.Since(frame, historyEnd); !from.IsZero() {
		want = int(historyEnd.Sub(from)/(historySpan/historyEntries)) + 1
	}
	for range historyCalls {
		start := time.Now()
		h, err := e.DriftHistory(ctx, engine.HistoryQuestion{Goal: historyGoal.String(), Range: frame, Limit: engine.MaxHistory})
		if err != nil {
			return nil, err
		}
		took = append(took, float64(time.Since(start).Nanoseconds())/1e6)
		if h.Total != want || len(h.Entries) != min(want, engine.MaxHistory) {
			return nil, fmt.Errorf("%d entries, %d of them told; want %d", h.Total, len(h.Entries), want)
		}
	}
	return took, nil
}

// fillHistory makes a store that contains only the history.
func fillHistory(ctx context.Context, dir string) (err error) {
	s, err := rocks.Open(ctx, rocks.Options{Dir: dir})
	if err != nil {
		return err
	}
	defer func() {
		if errClose := s.Close(); err == nil {
			err = errClose
		}
	}()
	h, rng := drift.NewHistory(s), rand.New(rand.NewPCG(1, 2))
	batch := make([]drift.Measurement, 1000)
	for n := 0; n < historyEntries; n += len(batch) {
		for i := range batch {
			batch[i] = historyEntry(rng, historyEnd.Add(-(historyEntries-1-time.Duration(n+i))*(historySpan/historyEntries)))
		}
		if err := h.Record(ctx, batch...); err != nil {
			return err
		}
	}
	return nil
}

// historyEntry is a measurement such as real ones are: ten spaces with random values, none of the time.
func historyEntry(rng *rand.Rand, at time.Time) drift.Measurement {
	m := drift.Measurement{
		Namespace: engine.DefaultNamespace, Reference: historyGoal, ReferenceType: drift.ToGoal, Strategy: drift.Cosine, Timeframe: "24h",
		Similarity: rng.Float64(), Analyzed: 1 + rng.IntN(1000), At: at,
	}
	m.Level = drift.DefaultThresholds.Level(m.Similarity)
	for _, s := range models.All.Without(models.OfOrigin(models.FromTime)).Spaces() {
		v := rng.Float64()
		m.Spaces[s] = drift.SpaceDrift{Similarity: v, Raw: rng.Float64(), Memories: m.Analyzed, Level: drift.DefaultThresholds.Level(v)}
	}
	return m
}
