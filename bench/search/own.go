package search

import (
	"context"
	"time"

	"asterism/bench/mixture"
	"asterism/bench/timed"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// ownResult is our search over E1 alone.
type ownResult struct {
	recall float64 // against the nearest in float32
	build  time.Duration
	bytes  float64 // a memory
	calls  *timed.Calls
}

// ownSearch indexes the vectors, quantised as the store keeps them, and asks the questions by E1 alone.
func (b *bench) ownSearch(ctx context.Context, m *mixture.Mixer, v *vectors) (*ownResult, error) {
	ix, took, err := b.buildIndex(ctx, v.n, nil, func(n int) (*store.Memory, error) {
		p, err := fingerprint.Pack(models.Semantic, fingerprint.Value{Dense: v.numbers[n*v.width : (n+1)*v.width]})
		out := &store.Memory{ID: mixture.IDOf(n, 0, mixture.AsOf), Version: 1, Namespace: "default", Modality: "text", Time: mixture.AsOf}
		out.Record[models.Semantic] = p
		return out, err
	})
	if err != nil {
		return nil, err
	}
	questions := prepared(m, weighing{prepare: func(q *mixture.Question) search.Question { return q.Ask(mixture.Alone(models.Semantic)) }})[:len(v.queries)]
	out := &ownResult{build: took, bytes: float64(ix.MemoryBytes()) / float64(ix.Len())}
	if out.calls, err = timed.OneByOne(ctx, ix, questions, b.rounds, b.calls); err != nil {
		return nil, err
	}
	for i, q := range questions {
		found, err := mixture.Found(ctx, ix, q)
		if err != nil {
			return nil, err
		}
		out.recall += mixture.Overlap(numbersOf(found), v.truth[i]) / float64(len(questions))
	}
	return out, nil
}

func numbersOf(all []store.ID) []int {
	out := make([]int, len(all))
	for i, id := range all {
		out[i] = mixture.NumberOf(id)
	}
	return out
}

func (o *ownResult) rows(name string) []Row {
	return []Row{
		higher(name+"_recall10", "1", noGoal, o.recall),
		percentileRow(name+"_p50_ms", 50, noGoal, o.calls.Wall),
		percentileRow(name+"_p99_ms", 99, noGoal, o.calls.Wall),
		percentileRow(name+"_cpu_p50_ms", 50, noGoal, o.calls.CPU),
		lower(name+"_build_s", "s", noGoal, o.build.Seconds()),
		lower(name+"_bytes_per_memory", "B", noGoal, o.bytes),
	}
}
