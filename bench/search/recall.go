package search

import (
	"context"
	"time"

	"asterism/bench/mixture"
	"asterism/engine/search"
)

// leastTruths are compared with the exact answer however long that takes.
const leastTruths = 20

// recall is the mean part of the exact ten best that the normal search finds, over as many questions as there is time for.
func (b *bench) recall(ctx context.Context, ix *search.Index, questions []search.Question) (mean float64, err error) {
	until, n := time.Now().Add(2*b.calls), 0
	for _, q := range questions[:min(b.truths, len(questions))] {
		if n >= leastTruths && time.Now().After(until) {
			break
		}
		want, err := mixture.Found(ctx, ix, exactly(q))
		if err != nil {
			return 0, err
		}
		got, err := mixture.Found(ctx, ix, q)
		if err != nil {
			return 0, err
		}
		mean, n = mean+mixture.Overlap(got, want), n+1
	}
	say("compared %d answers with the exact ones", n)
	return mean / float64(n), nil
}
