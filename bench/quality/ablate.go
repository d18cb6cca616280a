package quality

import (
	"context"

	"asterism/bench/report"
	"asterism/models"
)

// ablation is what leaving out one space does to the fused ranking of some questions of a set.
type ablation struct {
	changes map[models.Space][]float64 // points of nDCG@10, question by question: without the space minus with it
}

// ablateSet searches up to n questions of a set, drawn once for all, without each of the spaces in turn.
func ablateSet(ctx context.Context, r *result, l *library, asks []asked, n int) (*ablation, error) {
	places := sample(n, len(asks))
	out := &ablation{changes: map[models.Space][]float64{}}
	for _, s := range r.spaces {
		change := make([]float64, len(places))
		out.changes[s] = change
		err := eachOf(ctx, len(places), func(i int) error {
			at := places[i]
			rest, some := without(asks[at].weights, s)
			if asks[at].weights[s] == 0 {
				return nil // it has no say already
			}
			q, got := &r.set.queries[at], 0.0
			if some {
				ranking, err := l.find(ctx, &asks[at], rest, cut, q.self)
				if err != nil {
					return err
				}
				got = ndcg(ranking, q.relevant)
			}
			change[i] = 100 * (got - r.columns[columnFused][at].ndcg)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ablationOf gathers the changes that leaving a space out makes, set by set.
func ablationOf(results []*result, s models.Space) (groups [][]float64) {
	for _, r := range results {
		if r.ablated != nil {
			groups = append(groups, r.ablated.changes[s])
		}
	}
	return groups
}

// addsRows say what each space adds to the fused ranking: with it less without it, set by set, and the interval of their mean,
// which is row ablation.* with the other sign.
func addsRows(results []*result) (rows []report.Row) {
	points := func(name string, value float64) { rows = append(rows, rowOf(name, "points", higher, noGoal, value)) }
	for _, s := range results[0].spaces {
		var groups [][]float64
		for _, r := range results {
			if r.ablated == nil {
				continue
			}
			adds := make([]float64, len(r.ablated.changes[s]))
			for i, change := range r.ablated.changes[s] {
				adds[i] = -change
			}
			groups = append(groups, adds)
			points(r.set.name+".adds."+s.Code()+"_points", meanOfMeans([][]float64{adds}))
		}
		if len(groups) == 0 {
			continue
		}
		all := bootstrap(groups...)
		points("adds."+s.Code()+"_low_points", all.low)
		points("adds."+s.Code()+"_high_points", all.high)
	}
	return rows
}
