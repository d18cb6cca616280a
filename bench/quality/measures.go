package quality

import "asterism/bench/rank"

// rankDepth is how far down a ranking is looked at; cut is where nDCG and recall are taken.
const (
	rankDepth = 500
	cut       = 10
)

// quality is how good the ranking of one question is, or the mean of many.
type quality struct{ ndcg, recall, mrr float64 }

// judge measures a ranking, which holds places of documents, best first, each at most once.
func (q *query) judge(ranking []int) quality {
	return quality{ndcg(ranking, q.relevant), recall(ranking, q.relevant), reciprocalRank(ranking, q.relevant)}
}

// ndcg is that of a ranking at cut.
func ndcg(ranking []int, relevant map[int]float64) float64 { return rank.NDCG(ranking, relevant, cut) }

// recall is the part of the relevant documents that stand among the first cut.
func recall(ranking []int, relevant map[int]float64) float64 {
	found := 0
	for _, doc := range ranking[:min(cut, len(ranking))] {
		if relevant[doc] > 0 {
			found++
		}
	}
	return float64(found) / float64(len(relevant))
}

// reciprocalRank is 1 divided by the rank of the first relevant document; 0 when there is none among the first rankDepth.
func reciprocalRank(ranking []int, relevant map[int]float64) float64 {
	for i, doc := range ranking[:min(rankDepth, len(ranking))] {
		if relevant[doc] > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// mean is the mean of the questions of a set, each counting the same.
func mean(all []quality) (m quality) {
	n := float64(len(all))
	for _, q := range all {
		m.ndcg += q.ndcg / n
		m.recall += q.recall / n
		m.mrr += q.mrr / n
	}
	return m
}

// ndcgs are the nDCG@10 of the questions, in points (hundredths).
func ndcgs(all []quality) []float64 {
	out := make([]float64, len(all))
	for i, q := range all {
		out[i] = 100 * q.ndcg
	}
	return out
}

// resamples is the number of draws behind an interval.
const resamples = rank.Resamples

// interval is where the mean of a difference is in 95 % of the resamples.
type interval struct{ mean, low, high float64 }

// bootstrap is [rank.Bootstrap].
func bootstrap(groups ...[]float64) interval {
	i := rank.Bootstrap(groups...)
	return interval{i.Mean, i.Low, i.High}
}

func meanOfMeans(groups [][]float64) float64 { return rank.MeanOfMeans(groups) }

// differences are those of two systems, question by question.
func differences(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}
