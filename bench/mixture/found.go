package mixture

import (
	"context"

	"asterism/engine/search"
	"asterism/engine/store"
)

// Found are the ids that a search finds, best first.
func Found(ctx context.Context, ix *search.Index, q search.Question) ([]store.ID, error) {
	r, err := ix.Search(ctx, &q)
	if err != nil {
		return nil, err
	}
	return IDs(r), nil
}

// IDs are those of an answer, best first.
func IDs(r *search.Ranking) []store.ID {
	out := make([]store.ID, len(r.Hits))
	for i, h := range r.Hits {
		out[i] = h.ID
	}
	return out
}

// Overlap is the part of want that is in got; nothing wanted is all found.
func Overlap[T comparable](got, want []T) float64 {
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
