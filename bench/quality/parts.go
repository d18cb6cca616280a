package quality

import (
	"context"
	"fmt"
	"io"

	"asterism/bench/report"
	"asterism/engine/search"
)

// parts are what a fused search has beside the spaces and their weights, each with what leaves it out. What context brings is told with the conversations.
var parts = []struct {
	column, row, what string
	leave             func(q *search.Question)
}{
	{"fused_without_words", "whole_words", "whole words", func(q *search.Question) { q.Text = "" }},
	{"fused_linear", "drawn_in", "drawing large scores in", func(q *search.Question) { q.Linear = true }},
}

// withoutParts fills a column a part: all fused but that.
func (r *result) withoutParts(ctx context.Context, l *library, asks []asked) error {
	for _, p := range parts {
		err := r.fill(ctx, p.column, func(i int) ([]int, error) {
			q := asks[i].question(asks[i].weights)
			p.leave(q)
			return l.search(ctx, q, cut, r.set.queries[i].self)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// tellParts shows what each part brings: the mean of the sets, conversations as one.
func tellParts(results []*result, onlyLarge bool, w io.Writer) (rows []report.Row) {
	for _, p := range parts {
		gain := bootstrap(differencesOfSets(results, p.column, onlyLarge)...)
		fmt.Fprintf(w, "what %s brings, points of nDCG@10: %s\n", p.what, gain)
		rows = append(rows, rowOf(p.row+"_points", "points", higher, 0, gain.mean), rowOf(p.row+"_low_points", "points", higher, noGoal, gain.low))
	}
	return rows
}
