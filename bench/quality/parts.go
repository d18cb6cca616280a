package quality

import (
	"context"
	"fmt"
	"io"
	"slices"

	"asterism/bench/report"
	"asterism/engine/intent"
	"asterism/engine/search"
)

// parts are what a fused search has beside the spaces, each with the question that leaves it out. The gain of context is reported with the conversations, and that of
// preferring a named time with the questions that name one.
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

// tellParts prints the gain of each part: the mean of the sets, conversations as one.
func tellParts(results []*result, onlyLarge bool, w io.Writer) (rows []report.Row) {
	for _, p := range parts {
		gain := bootstrap(differencesOfSets(results, p.column, onlyLarge)...)
		fmt.Fprintf(w, "what %s brings, points of nDCG@10: %s\n", p.what, gain)
		rows = append(rows, rowOf(p.row+"_points", "points", higher, 0, gain.mean), rowOf(p.row+"_low_points", "points", higher, noGoal, gain.low))
	}
	return rows
}

// firsts are the questions of a set whose first document was right when fusion knew neither whole words nor drew large scores in, and of these the ones that have it below
// the first ten with both: an answer that was found must not be hidden by what finds others.
type firsts struct{ right, fell int }

// keepFirsts counts them.
func (r *result) keepFirsts(ctx context.Context, l *library, asks []asked) error {
	places := make([]int, len(asks)) // from 1, in the fused ranking; 0: the first one was not right
	err := eachOf(ctx, len(asks), func(i int) error {
		q := &r.set.queries[i]
		before := asks[i].question(asks[i].weights)
		before.Text, before.Linear = "", true
		was, err := l.search(ctx, before, 1, q.self)
		if err != nil || len(was) == 0 || q.relevant[was[0]] <= 0 {
			return err
		}
		is, err := l.find(ctx, &asks[i], asks[i].weights, rankDepth, q.self)
		if places[i] = 1 + slices.Index(is, was[0]); places[i] == 0 {
			places[i] = rankDepth + 1
		}
		return err
	})
	for _, at := range places {
		if at > 0 {
			r.firsts.right++
		}
		if at > cut {
			r.firsts.fell++
		}
	}
	return err
}

// tellFirsts prints how many fell, over all sets; if any did, a law is broken.
func tellFirsts(results []*result, w io.Writer) (rows []report.Row, missed []string) {
	all := firsts{}
	for _, r := range results {
		all.right, all.fell = all.right+r.firsts.right, all.fell+r.firsts.fell
		if r.firsts.fell > 0 {
			missed = append(missed, fmt.Sprintf("%d of %d questions of %s have what was first without whole words and drawn-in scores below the tenth place", r.firsts.fell, r.firsts.right, r.set.name))
		}
	}
	fmt.Fprintf(w, "of %d questions with a right document first without whole words and drawn-in scores, %d have it below the tenth place with them\n", all.right, all.fell)
	return []report.Row{rowOf("firsts_before", "questions", higher, noGoal, float64(all.right)), rowOf("firsts_below_tenth", "questions", lower, 0, float64(all.fell))}, missed
}
