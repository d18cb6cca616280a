package engine

import (
	"context"
	"time"

	"asterism/engine"
)

// inject measures Inject, one call after the other, on an otherwise idle engine.
func (b *bench) inject(ctx context.Context) ([]Row, error) {
	e, err := b.openLibrary(ctx, b.sizes.library)
	if err != nil {
		return nil, err
	}
	_, spare, err := b.corpus(0)
	if err != nil {
		return nil, err
	}
	calls, err := callAll(ctx, spare[:b.injects+warmCalls], func(text string) (engine.Timings, error) {
		r, err := e.Inject(ctx, engine.Note{Content: text, Rationale: "kept to measure how long it takes", AllowDuplicate: true})
		if err != nil {
			return engine.Timings{}, err
		}
		return r.Timings, nil
	})
	if err != nil {
		return nil, err
	}
	return []Row{
		percentiles("inject_p50_ms", 50, 10, calls, whole),
		percentiles("inject_p99_ms", 99, noGoal, calls, whole),
		percentiles("inject.cpu_p50_ms", 50, noGoal, calls, processor),
		percentiles("inject.tokenise_p50_ms", 50, noGoal, calls, func(c timed) time.Duration { return c.inside.Tokenise }),
		percentiles("inject.embed_p50_ms", 50, noGoal, calls, func(c timed) time.Duration { return c.inside.Queue + c.inside.Infer }),
		percentiles("inject.measure_p50_ms", 50, noGoal, calls, func(c timed) time.Duration { return c.inside.Measure }),
		percentiles("inject.store_p50_ms", 50, noGoal, calls, func(c timed) time.Duration { return c.inside.Store }),
	}, nil
}
