package quality

import (
	"context"
	"fmt"
	"io"
	"slices"

	"asterism/bench/report"
)

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

// tellFirsts shows how many fell, over all sets, and whether that is a law broken: none may.
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
