package learning

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/metautl"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// How many events the log of meta-learning has, in all and on a page, and how often each page is requested.
const (
	logEvents = 1_000_000
	logLimit  = 100
	logCalls  = 51
)

// metalog measures what get_meta_learning_log costs the engine with a million events of seven days: for each filter the median of many calls at
// the begin, in the middle and at the end; the row has the slowest; and what a status costs.
func (b *bench) metalog(ctx context.Context) (rows []report.Row, err error) {
	dir, err := b.folder()
	if err != nil {
		return nil, err
	}
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Allow, Data: dir, Models: b.models, Now: func() time.Time { return historyEnd }})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close(context.Background())) }()
	written, err := writeEvents(ctx)
	if err != nil {
		return nil, fmt.Errorf("fill a log: %w", err)
	}
	if err := e.ImportMeta(ctx, written); err != nil {
		return nil, fmt.Errorf("fill a log: %w", err)
	}
	var medians, all []float64
	for _, q := range logQueries() {
		m, took, err := readLog(ctx, e, q)
		if err != nil {
			return nil, fmt.Errorf("read the log by %+v: %w", q, err)
		}
		medians, all = append(medians, m...), append(all, took...)
	}
	status, err := timeStatus(ctx, e)
	if err != nil {
		return nil, err
	}
	row := report.Lower("meta_log_1m_ms", "ms", 10, medians...)
	row.Value, row.Runs = slices.Max(medians), len(all)
	p99 := report.Lower("meta_log_1m_p99_ms", "ms", report.NoGoal, report.Percentile(all, 99))
	p99.Runs = len(all)
	return []report.Row{row, p99, report.Lower("meta_status_ms", "ms", 1, status...)}, nil
}

// logQueries are the filters, and all of them together.
func logQueries() []metautl.Query {
	from, to := historyEnd.Add(-6*24*time.Hour), historyEnd.Add(-24*time.Hour)
	return []metautl.Query{{}, {Type: metautl.LambdaAdjustment}, {Domain: "legal"}, {From: from, To: to},
		{Type: metautl.LambdaAdjustment, Domain: "code", From: from, To: to}}
}

// readLog requests pages many times and returns the median of each place in milliseconds, and all times.
func readLog(ctx context.Context, e *engine.Engine, q metautl.Query) (medians, all []float64, err error) {
	q.Limit = logLimit
	first, err := e.MetaLog(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	if first.Total < logEvents/20 {
		return nil, nil, fmt.Errorf("only %d events pass", first.Total)
	}
	for _, q.Offset = range []int{0, first.Total / 2, first.Total - logLimit} {
		var took []float64
		for range logCalls {
			start := time.Now()
			page, err := e.MetaLog(ctx, q)
			if err != nil {
				return nil, nil, err
			}
			took = append(took, float64(time.Since(start).Nanoseconds())/1e6)
			if len(page.Events) != logLimit || page.Total != first.Total {
				return nil, nil, fmt.Errorf("%d events of %d, want %d of %d", len(page.Events), page.Total, logLimit, first.Total)
			}
		}
		medians, all = append(medians, report.Median(took)), append(all, took...)
	}
	return medians, all, nil
}

func timeStatus(ctx context.Context, e *engine.Engine) (took []float64, err error) {
	for range logCalls {
		start := time.Now()
		if _, err := e.MetaStatus(ctx); err != nil {
			return nil, err
		}
		took = append(took, float64(time.Since(start).Nanoseconds())/1e6)
	}
	return took, nil
}

// writeEvents makes an export with a million events. Three domains predict too much and three too little, so that recalibrating by one after the
// other moves λ to and fro, an event each.
func writeEvents(ctx context.Context) (io.Reader, error) {
	s, err := metautl.Open(ctx, store.NewInMemory(), metautl.Settings{})
	if err != nil {
		return nil, err
	}
	every := time.Duration(metautl.DefaultSettings().FullDays) * 24 * time.Hour / logEvents
	at := historyEnd.Add(-logEvents * every)
	for i, d := range metautl.Domains {
		c := metautl.Cycle{At: at, Domain: d, Base: utl.Lambdas{S: .5, C: .5}, ACh: metautl.MinACh}
		c.Predictions = []metautl.Prediction{{Space: models.Semantic, Predicted: .25 + .5*float64(i%2), Actual: .75 - .5*float64(i%2)}}
		if err := s.Record(ctx, c); err != nil {
			return nil, err
		}
	}
	for n := range logEvents {
		d := metautl.Domains[n%len(metautl.Domains)]
		got, err := s.Recalibrate(ctx, at.Add(time.Duration(n)*every), metautl.Request{Domain: d, ACh: metautl.MinACh})
		if err != nil {
			return nil, err
		}
		if got.Adjustment == nil {
			return nil, fmt.Errorf("event %d was none", n)
		}
	}
	var out bytes.Buffer
	return &out, s.Export(ctx, &out)
}

// lambda measures how near the optimiser of λ comes to known optima, over the whole range and for objectives of several shapes.
func (b *bench) lambda(context.Context) ([]report.Row, error) {
	shapes := []func(d float64) float64{
		func(d float64) float64 { return d * d },
		math.Abs,
		func(d float64) float64 { return 1 - math.Exp(-d*d/(2*.15*.15)) },
		func(d float64) float64 { return math.Exp(3*d) - 3*d },
	}
	const steps = 81
	var worst []float64
	for _, shape := range shapes {
		most := 0.0
		for i := range steps {
			optimum := metautl.DefaultSettings().MinLambda + (metautl.DefaultSettings().MaxLambda-metautl.DefaultSettings().MinLambda)*float64(i)/(steps-1)
			got, err := metautl.Minimise(metautl.DefaultSettings().MinLambda, metautl.DefaultSettings().MaxLambda, func(l float64) float64 { return shape(l - optimum) })
			if err != nil {
				return nil, err
			}
			most = max(most, math.Abs(got.Lambda-optimum))
		}
		worst = append(worst, most)
	}
	row := report.Lower("lambda_error_max", "1", .02, worst...)
	row.Value, row.Runs = slices.Max(worst), steps*len(shapes)
	return []report.Row{row}, nil
}
