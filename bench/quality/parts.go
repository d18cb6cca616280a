package quality

import (
	"context"
	"fmt"
	"io"

	"asterism/bench/report"
	"asterism/engine/intent"
	"asterism/engine/search"
)

// parts are what a fused search has beside the spaces, each with the question that leaves it out. What context brings is told with the conversations, and what preferring a
// named time brings with the questions that name one.
var parts = []struct {
	column, row, what string
	leave             func(a *asked) *search.Question
}{
	{"fused_without_words", "whole_words", "whole words", func(a *asked) *search.Question {
		q := a.question(a.weights)
		q.Text = ""
		return q
	}},
	{"fused_linear", "drawn_in", "drawing large scores in", func(a *asked) *search.Question {
		q := a.question(a.weights)
		q.Linear = true
		return q
	}},
	{"fused_one_profile", "profiles", "weights by the question", func(a *asked) *search.Question { return a.question(intent.AutoMeaning()) }},
	{"fused_as_spelt", "spelling", "words that misspelt ones stand for", func(a *asked) *search.Question {
		if a.spelt != nil {
			a = a.spelt
		}
		return a.question(a.weights)
	}},
}

// withoutParts fills a column a part: all fused but that.
func (r *result) withoutParts(ctx context.Context, l *library, asks []asked) error {
	for _, p := range parts {
		err := r.fill(ctx, p.column, func(i int) ([]int, error) {
			return l.search(ctx, p.leave(&asks[i]), cut, r.set.queries[i].self)
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
