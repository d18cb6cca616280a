package main

import (
	"context"
	"time"

	"asterism/engine/search"
	"asterism/engine/store"
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
		want, err := ids(ctx, ix, exactly(q))
		if err != nil {
			return 0, err
		}
		got, err := ids(ctx, ix, q)
		if err != nil {
			return 0, err
		}
		mean, n = mean+overlap(got, want), n+1
	}
	say("compared %d answers with the exact ones", n)
	return mean / float64(n), nil
}

func ids(ctx context.Context, ix *search.Index, q search.Question) (out []store.ID, err error) {
	r, err := ix.Search(ctx, &q)
	if err != nil {
		return nil, err
	}
	for _, h := range r.Hits {
		out = append(out, h.ID)
	}
	return out, nil
}

// overlap is the part of want that is in got; nothing wanted is all found.
func overlap[T comparable](got, want []T) float64 {
	if len(want) == 0 {
		return 1
	}
	in := make(map[T]bool, len(got))
	for _, x := range got {
		in[x] = true
	}
	n := 0
	for _, x := range want {
		if in[x] {
			n++
		}
	}
	return float64(n) / float64(len(want))
}
