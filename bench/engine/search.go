package engine

import (
	"context"
	"fmt"
	"strings"
	"time"

	"asterism/engine"
)

// search measures Recall with automatic weights for ten hits, one call after the other, on an otherwise idle engine.
func (b *bench) search(ctx context.Context) ([]Row, error) {
	e, err := b.openLibrary(ctx, b.sizes.library)
	if err != nil {
		return nil, err
	}
	_, spare, err := b.corpus(0)
	if err != nil {
		return nil, err
	}
	calls, err := callAll(ctx, questions(spare[b.injects+warmCalls:]), func(q string) (engine.Timings, error) {
		f, err := e.Recall(ctx, engine.Question{Text: q, TopK: 10})
		if err != nil {
			return engine.Timings{}, err
		}
		return f.Timings, nil
	})
	if err != nil {
		return nil, err
	}
	return []Row{
		percentiles("search_p50_ms", 50, noGoal, calls, whole),
		percentiles("search_p99_ms", 99, noGoal, calls, whole),
		percentiles("search.cpu_p50_ms", 50, noGoal, calls, processor),
		percentiles("search.embed_p50_ms", 50, noGoal, calls, func(c timed) time.Duration { return c.inside.Queue + c.inside.Infer }),
		percentiles("search.rank_p50_ms", 50, noGoal, calls, func(c timed) time.Duration { return c.inside.Search }),
		percentiles("search.read_p50_ms", 50, noGoal, calls, func(c timed) time.Duration { return c.inside.Store }),
	}, nil
}

// askings turn some words into questions that the automatic weights take for meaning, cause, exact words, time and code.
var askings = []string{"%s", "why did %s", "%q", "%s last week", "func that %s() {"}

// questions makes one of each text: its first words, asked in one of the ways in turn.
func questions(texts []string) []string {
	const words = 7
	out := make([]string, len(texts))
	for i, t := range texts {
		w := strings.Fields(t)
		out[i] = fmt.Sprintf(askings[i%len(askings)], strings.Join(w[:min(words, len(w))], " "))
	}
	return out
}
