package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"asterism/bench/mix"
	"asterism/bench/report"
	"asterism/engine"
	"asterism/models"
	"asterism/models/drawn/profile"

	"golang.org/x/sync/errgroup"
)

// injectGoal is what the issue allows for the median inject_context with the full profile, in milliseconds.
const injectGoal = 12

// injectSizes are how many memories are stored before the ingest that is timed, how many that brings, how many calls are timed, how many come before them, and how many
// memories the ingest beside them brings at a time, of so many tokens.
type injectSizes struct{ first, library, calls, warm, busy, short int }

func (e *env) injectSizes() injectSizes {
	if e.small {
		return injectSizes{library: 1, calls: 1, busy: 1, short: 1}
	}
	n := injectSizes{first: 512, library: 8192, calls: 300, warm: 20, busy: 4096, short: 12}
	if e.brief {
		n.library, n.calls = 4096, 100
	}
	return n
}

// benchInject measures the whole engine on the GPU: the rate of ingest, and how long one inject_context and one question take, idle and during an ingest. The
// GPU is first compared with the processor, as at a first start. A space that does not agree is a failure, and stays on the processor meanwhile.
func benchInject(ctx context.Context, e *env) (rows []report.Row, err error) {
	eng, end, err := openEngine(ctx, e)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	apart := agreed(ctx, eng)
	defer func() { err = errors.Join(apart, err) }()
	n, r := e.injectSizes(), rand.New(rand.NewPCG(e.seed, 12))
	lengths := mix.Lengths(n.first+n.library+2*(n.calls+n.warm)+1, 2)
	if e.small {
		for i := range lengths {
			lengths[i] = min(lengths[i], n.short)
		}
	}
	texts := make([]string, len(lengths))
	for i, l := range lengths {
		texts[i] = drawText(r, l)
	}
	if err := ingest(ctx, eng, texts[:n.first]); err != nil { // rooms grow, graphs are made
		return nil, err
	}
	if rows, err = ingestRows(ctx, eng, texts[n.first:][:n.library]); err != nil {
		return nil, err
	}
	texts = texts[n.first+n.library:]
	idle, err := latencies(ctx, eng, texts[:n.calls+n.warm], n.warm, e.small)
	if err != nil {
		return rows, err
	}
	rows = append(rows, idle.rows("gpu_inject", "gpu_recall", injectGoal)...)
	busy, err := busyLatencies(ctx, eng, texts[n.calls+n.warm:], n, r, e.small)
	if err != nil {
		return rows, err
	}
	return append(rows, busy.rows("gpu_inject_under_ingest", "gpu_recall_under_ingest", report.NoGoal)...), nil
}

// busyGoal is the share of an ingest's time for which the GPU must have work.
const busyGoal = 0.9

// ingestRows times an ingest, and reports for which share of it the GPU had work.
func ingestRows(ctx context.Context, eng *engine.Engine, texts []string) ([]report.Row, error) {
	busy, elapsed, ok := eng.GPUBusy()
	start := time.Now()
	if err := ingest(ctx, eng, texts); err != nil {
		return nil, err
	}
	took := time.Since(start)
	after, until, _ := eng.GPUBusy()
	if !ok || until <= elapsed {
		return nil, errors.New("the engine does not say how long the GPU had work: no GPU embeds")
	}
	return []report.Row{
		report.Higher("gpu_ingest_memories_per_s", "memories/s", report.NoGoal, float64(len(texts))/took.Seconds()),
		report.Higher("gpu_ingest_busy_share", "of time", busyGoal, (after-busy).Seconds()/(until-elapsed).Seconds()),
	}, nil
}

// openEngine opens the engine over a new store with all models on the GPU; end closes it and takes the store away.
func openEngine(ctx context.Context, e *env) (eng *engine.Engine, end func() error, err error) {
	manifest, err := drawnAll(ctx, e, models.OfOrigin(models.FromModel).Spaces())
	if err != nil {
		return nil, nil, err
	}
	n, err := e.ordinal()
	if err != nil {
		return nil, nil, err
	}
	lib, err := runtimeLibrary(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	data := filepath.Join(e.work, "store")
	if err := os.RemoveAll(data); err != nil {
		return nil, nil, err
	}
	eng, err = engine.Open(ctx, engine.Config{Data: data, Profile: profile.Name, Models: manifest.Dir, ORTLib: lib, Device: fmt.Sprintf("cuda:%d", n),
		MaxWait: 5 * time.Minute, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return nil, nil, err
	}
	return eng, func() error { return errors.Join(eng.Close(context.WithoutCancel(ctx)), os.RemoveAll(data)) }, nil
}

// agreed compares the GPU with the processor and wants every space to agree.
func agreed(ctx context.Context, eng *engine.Engine) error {
	checks, err := eng.CheckGPU(ctx)
	errs := []error{err}
	for _, c := range checks {
		say("%v: the GPU and the processor agree to %+v %s", c.Space, c.Figures, c.Why)
		if c.Why != "" {
			errs = append(errs, fmt.Errorf("%v: the GPU and the processor differ: %s", c.Space, c.Why))
		}
	}
	return errors.Join(errs...)
}

// ingestCall is how many memories one call of ingest brings.
const ingestCall = 128

// ingest stores texts as `asterism ingest` does: so many calls at a time as keep the GPU at work.
func ingest(ctx context.Context, eng *engine.Engine, texts []string) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(eng.Ahead())
	for at := 0; at < len(texts); at += ingestCall {
		var notes []engine.Note
		for _, t := range texts[at:min(at+ingestCall, len(texts))] {
			notes = append(notes, engine.Note{Content: t, AllowDuplicate: true})
		}
		group.Go(func() error {
			_, err := eng.RememberAll(inner, notes)
			return err
		})
	}
	return group.Wait()
}

// taken are times of calls in milliseconds.
type taken struct{ inject, recall []float64 }

// injected stores a text by inject_context. The small form only remembers it: a workspace embeds 32 texts about anything when the first memory is injected, which takes a
// GPU a moment and the emulation an hour.
func injected(ctx context.Context, eng *engine.Engine, text string, small bool) (err error) {
	n := engine.Note{Content: text, Rationale: "kept to measure how long it takes", AllowDuplicate: true}
	if small {
		_, err = eng.Remember(ctx, n)
	} else {
		_, err = eng.Inject(ctx, n)
	}
	return err
}

// latencies injects each text and asks for it, one call after the other; the first ones do not count.
func latencies(ctx context.Context, eng *engine.Engine, texts []string, warm int, small bool) (t taken, err error) {
	for i, text := range texts {
		start := time.Now()
		if err := injected(ctx, eng, text, small); err != nil {
			return t, err
		}
		between := time.Now()
		if _, err := eng.Recall(ctx, engine.Question{Text: text, TopK: 10}); err != nil {
			return t, err
		}
		if i >= warm {
			t.inject = append(t.inject, between.Sub(start).Seconds()*1000)
			t.recall = append(t.recall, time.Since(between).Seconds()*1000)
		}
	}
	return t, nil
}

// busyLatencies are those during an ingest that does not end before them.
func busyLatencies(ctx context.Context, eng *engine.Engine, texts []string, n injectSizes, r *rand.Rand, small bool) (t taken, err error) {
	group, inner := errgroup.WithContext(ctx)
	inner, stop := context.WithCancel(inner)
	group.Go(func() error {
		for inner.Err() == nil {
			var more []string
			for range n.busy {
				more = append(more, drawText(r, n.short))
			}
			if err := ingest(inner, eng, more); err != nil && inner.Err() == nil {
				return err
			}
		}
		return nil
	})
	t, err = latencies(inner, eng, texts, n.warm, small)
	stop()
	return t, errors.Join(err, group.Wait())
}

func (t taken) rows(inject, recall string, goal float64) []report.Row {
	return []report.Row{
		percentile(inject+"_p50_ms", 50, goal, t.inject), percentile(inject+"_p99_ms", 99, report.NoGoal, t.inject),
		percentile(recall+"_p50_ms", 50, report.NoGoal, t.recall), percentile(recall+"_p99_ms", 99, report.NoGoal, t.recall),
	}
}

// percentile is a row of all calls; its runs are the calls, and the spread is left out, since that of single calls is not the percentile's.
func percentile(name string, p, goal float64, ms []float64) report.Row {
	row := report.Lower(name, "ms", goal, report.Percentile(ms, p))
	row.Runs = len(ms)
	return row
}
