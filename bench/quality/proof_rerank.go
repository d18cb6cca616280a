package quality

import (
	"context"
	"fmt"
	"math"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// rerankDepth is how many of the first stage's documents are ordered again.
const rerankDepth = 100

// blend is the weights of the first stage's z-scores and of E12's.
type blend struct {
	first, second float64
	percent       string // of E12, for the names of rows
}

// blends: the first one is the claim.
var blends = []blend{{.8, .2, "20"}, {.5, .5, "50"}}

// rerank: BM25's first hundred documents, ordered by the sum of its z-scores and E12's, are a better ranking than BM25's own.
func (b *prover) rerank(ctx context.Context) ([]proof, error) {
	sets, err := b.allSets()
	if err != nil {
		return nil, err
	}
	all, perSet := make([]scored, len(blends)), make([][]proof, len(blends))
	var carded []proof
	for _, p := range sets {
		if err := b.fill(ctx, p, models.LateInteraction); err != nil {
			return nil, err
		}
		for i, w := range blends {
			ours, err := p.reranked(ctx, p.bm25(), w)
			if err != nil {
				return nil, err
			}
			all[i].add(ours, p.bm25().quality)
			perSet[i] = append(perSet[i], p.rerankProof(ours, w))
		}
		card, err := p.rerankOnCard(ctx)
		if err != nil {
			return nil, err
		}
		carded = append(carded, card)
		p.drop(models.LateInteraction)
	}
	var out []proof
	for i, w := range blends {
		m := all[i].mean(proof{Space: models.LateInteraction, Name: "proof.E12.rerank" + w.percent + "_ndcg10",
			What: fmt.Sprintf("nDCG@10, mean of the sets, reranked %g to %g", w.first, w.second)}, "BM25")
		if i > 0 {
			m.Verdict = informs
		}
		out = append(append(out, m), perSet[i]...)
	}
	return append(out, carded...), nil
}

// rerankProof is one set's figure.
func (p *proofSet) rerankProof(ours []quality, w blend) proof {
	one := p.against(models.LateInteraction, ours)
	one.Card, one.Name = "", fmt.Sprintf("%s.E12.rerank%s_ndcg10", p.name, w.percent)
	one.What = fmt.Sprintf("%s nDCG@10, reranked %g to %g", p.name, w.first, w.second)
	return one
}

// rerankOnCard is the measurement that the card has: half and half behind a BM25 that knows no stems.
func (p *proofSet) rerankOnCard(ctx context.Context) (proof, error) {
	plain := p.lexical[0]
	ours, err := p.reranked(ctx, plain, blend{first: .5, second: .5})
	if err != nil {
		return proof{}, err
	}
	return proof{Space: models.LateInteraction, Name: p.name + ".E12.rerank50_plain_ndcg10", What: p.name + " nDCG@10, reranked .5 to .5, plain words",
		Value: mean(ours).ndcg, Unit: "ndcg", Label: "BM25", Against: mean(plain.quality).ndcg, Sentence: "the card's measurement",
		Card: p.name + " nDCG@10, BM25's first 100 rescored (z-scores, half and half)"}, nil
}

// reranked is the quality of a first stage's ranking whose head has been ordered again; the rest stays.
func (p *proofSet) reranked(ctx context.Context, stage lexical, w blend) ([]quality, error) {
	out := make([]quality, len(p.queries))
	err := eachOf(ctx, len(out), func(i int) error {
		q := &p.queries[i]
		scores := stage.index.scores(q.text)
		ranking := best(scores, rankDepth, q.self)
		head := ranking[:min(rerankDepth, len(ranking))]
		similar, err := p.tokenScores(i, head)
		if err != nil {
			return err
		}
		words := make([]float64, len(head))
		for j, place := range head {
			words[j] = scores[place]
		}
		copy(head, reordered(head, blended(words, similar, w)))
		out[i] = q.judge(ranking)
		return nil
	})
	return out, err
}

// tokenScores is MaxSim of a question with some documents; a document without tokens scores like the worst, and all are equal
// when the question has none.
func (p *proofSet) tokenScores(question int, places []int) ([]float64, error) {
	some := make([]fingerprint.Record, len(places))
	for i, place := range places {
		some[i][models.LateInteraction] = p.kept[place][models.LateInteraction]
	}
	out, err := newSpaceRows(models.LateInteraction, some).similarities(&p.asked[question][models.LateInteraction])
	if err != nil {
		return nil, err
	}
	least := 0.0
	if some := present(out); len(some) > 0 {
		least = slices.Min(some)
	}
	for i, x := range out {
		if math.IsNaN(x) {
			out[i] = least
		}
	}
	return out, nil
}

// blended is the weighted sum of two lists' z-scores.
func blended(first, second []float64, w blend) []float64 {
	a, b := zScores(first), zScores(second)
	for i := range a {
		a[i] = w.first*a[i] + w.second*b[i]
	}
	return a
}

// reordered lists places from the greatest score to the least; equal ones stay in their order.
func reordered(places []int, scores []float64) []int {
	falling := make([]float64, len(scores))
	for i, s := range scores {
		falling[i] = -s
	}
	out := make([]int, len(places))
	for i, at := range ascending(falling) {
		out[i] = places[at]
	}
	return out
}
