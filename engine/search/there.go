package search

import (
	"context"
	"slices"

	"asterism/models"
)

// compareThere has the mirror compare its rows of the table in those of the spaces in which it can, and returns what waits for it.
func (t *table) compareThere(ctx context.Context, spaces models.Set) (wait func() error) {
	done := func() error { return nil }
	if spaces &= t.values; t.look == nil || spaces == 0 {
		return done
	}
	places := t.placesThere(t.places())
	if len(places) == 0 {
		return done
	}
	return t.beside(func(look Look) error {
		if len(places) == len(t.rows) {
			return look.Table(ctx, t.asked, t.rows, spaces, &t.scores)
		}
		var out [models.Count][]float32
		for _, v := range spaces.Spaces() {
			out[v] = newScores(len(places))
			defer recycle(out[v])
		}
		if err := look.Table(ctx, t.asked, t.rowsAt(places), spaces, &out); err != nil {
			return err
		}
		for _, v := range spaces.Spaces() {
			for i, place := range places {
				t.scores[v][place] = out[v][i]
			}
		}
		return nil
	})
}

// tokensThere has the mirror compare the rows at the given places, all of which it has, token by token, and returns what waits for it.
func (t *table) tokensThere(ctx context.Context, query []float32, places []int32, scores []float32) (wait func() error) {
	if len(places) == 0 {
		return func() error { return nil }
	}
	slices.Sort(places)
	return t.beside(func(look Look) error {
		out := newScores(len(places))
		defer recycle(out)
		if err := look.Tokens(ctx, query, t.rowsAt(places), out); err != nil {
			return err
		}
		for i, place := range places {
			scores[place] = out[i]
		}
		return nil
	})
}

// placesThere are those of the places whose rows are the mirror's.
func (t *table) placesThere(places []int32) (out []int32) {
	for _, place := range places {
		if t.theirs(int(t.rows[place]) / chunkRows) {
			out = append(out, place)
		}
	}
	return out
}

func (t *table) rowsAt(places []int32) []int32 {
	out := make([]int32, len(places))
	for i, place := range places {
		out[i] = t.rows[place]
	}
	return out
}
