package quality

import (
	"context"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// gainOver returns by how much a system ranks better than another on the same questions, set by set, with the paired interval.
func gainOver(label string, ours, theirs [][]float64) string {
	groups := make([][]float64, len(ours))
	for i := range ours {
		groups[i] = differences(ours[i], theirs[i])
	}
	d := bootstrap(groups...)
	return fmt.Sprintf("%+.1f points over %s, 95 %% interval %+.1f to %+.1f", d.mean, label, d.low, d.high)
}

// scored are the nDCG@10 of one system on all sets, in points, a question.
type scored struct{ ours, theirs [][]float64 }

func (s *scored) add(ours, theirs []quality) {
	s.ours, s.theirs = append(s.ours, ndcgs(ours)), append(s.theirs, ndcgs(theirs))
}

// mean compares the means over the sets, which decide.
func (s *scored) mean(p proof, label string) proof {
	p.Value, p.Unit = meanOfMeans(s.ours)/100, "ndcg"
	p.Sentence = fmt.Sprintf("%d sets, %s", len(s.ours), gainOver(label, s.ours, s.theirs))
	return p.above(label, meanOfMeans(s.theirs)/100)
}

// against is one set's figure next to BM25's, for information; the row of the set and space is that of the table of all spaces.
func (p *proofSet) against(s models.Space, ours []quality) proof {
	rival := p.bm25()
	what := p.name + " nDCG@10"
	return proof{Space: s, What: what, Value: mean(ours).ndcg, Unit: "ndcg", Card: what,
		Label: "BM25", Against: mean(rival.quality).ndcg,
		Sentence: gainOver("BM25 "+rival.name, [][]float64{ndcgs(ours)}, [][]float64{ndcgs(rival.quality)})}
}

// sparse: E6 ranks better than BM25 over all sets, and keeps within its share of terms.
func (b *prover) sparse(ctx context.Context) ([]proof, error) { return b.terms(ctx, models.Sparse) }

// splade: the same of E13.
func (b *prover) splade(ctx context.Context) ([]proof, error) { return b.terms(ctx, models.Splade) }

func (b *prover) terms(ctx context.Context, s models.Space) ([]proof, error) {
	sets, err := b.allSets()
	if err != nil {
		return nil, err
	}
	var out []proof
	all, most := scored{}, 0
	for _, p := range sets {
		ours, err := b.quality(ctx, p, s)
		if err != nil {
			return nil, err
		}
		all.add(ours, p.bm25().quality)
		stored, err := p.storedQuality(ctx, s)
		if err != nil {
			return nil, err
		}
		found := p.against(s, ours)
		found.Card = ""
		card := proof{Space: s, Name: p.name + "." + s.Code() + ".stored_ndcg10", What: p.name + " nDCG@10, stored weights alone", Value: mean(stored).ndcg, Unit: "ndcg",
			Card: p.name + " nDCG@10", Sentence: "the card's measurement"}
		out = append(out, found, card)
		for i := range p.kept {
			most = max(most, len(p.kept[i][s].Terms))
		}
		p.drop(s)
	}
	active := "most terms active in one document (part of 30,522)"
	return append([]proof{
		all.mean(proof{Space: s, Name: "proof." + s.Code() + ".mean_ndcg10", What: "nDCG@10, mean of the sets"}, "BM25"),
		proof{Space: s, Name: "proof." + s.Code() + ".active_share", What: active, Unit: "share", Value: float64(most) / float64(s.Info().Width), Card: active,
			Sentence: fmt.Sprintf("%d terms", most)}.atMost(fingerprint.ActiveShare),
	}, out...), nil
}

// retrieval: E1 promises nothing against BM25, but its card has figures that must be true.
func (b *prover) retrieval(ctx context.Context) (out []proof, err error) {
	sets, err := b.allSets()
	if err != nil {
		return nil, err
	}
	for _, p := range sets {
		ours, err := b.quality(ctx, p, models.Semantic)
		if err != nil {
			return nil, err
		}
		out = append(out, p.against(models.Semantic, ours))
	}
	return out, nil
}

// code: E7 finds the function that a question from the web asks for better than E1, by the mean reciprocal rank as on CoSQA's board.
func (b *prover) code(ctx context.Context) ([]proof, error) {
	p, err := b.set("cosqa-dev")
	if err != nil {
		return nil, err
	}
	rank, gain, err := b.overSemantic(ctx, p, models.Code, "CoSQA dev")
	rank.Name, gain.Verdict = "proof.E7.cosqa_mrr", informs
	return []proof{rank, gain}, err
}

// overSemantic compares a space's mean reciprocal rank and nDCG@10 on a set with E1's.
func (b *prover) overSemantic(ctx context.Context, p *proofSet, s models.Space, title string) (rank, gain proof, err error) {
	ours, err := b.quality(ctx, p, s)
	if err != nil {
		return rank, gain, err
	}
	plain, err := b.quality(ctx, p, models.Semantic)
	if err != nil {
		return rank, gain, err
	}
	rank = proof{Space: s, What: title + " MRR", Card: title + " MRR", Unit: "mrr", Value: mean(ours).mrr,
		Sentence: fmt.Sprintf("%d questions, %d documents", len(p.queries), len(p.docs))}
	gain = proof{Space: s, What: title + " nDCG@10", Card: title + " nDCG@10", Unit: "ndcg", Value: mean(ours).ndcg,
		Sentence: gainOver("E1", [][]float64{ndcgs(ours)}, [][]float64{ndcgs(plain)})}
	return rank.above("E1", mean(plain).mrr), gain.above("E1", mean(plain).ndcg), nil
}
