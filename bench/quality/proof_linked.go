package quality

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"asterism/bench/rank"
	"asterism/engine/fingerprint"
	"asterism/engine/ties"
	"asterism/models"
)

// linked: where half of the links are known, E8 finds the others by links and text better than E1 and E8 by text alone. All documents are compared, as [ties.Finder.Belonging] compares its candidates.
func (b *prover) linked(ctx context.Context, p *proofSet, pairs [][2]int, title, name string) ([]proof, error) {
	for _, s := range []models.Space{models.Graph, models.Semantic} {
		if err := b.fill(ctx, p, s); err != nil {
			return nil, err
		}
	}
	graph, plain := p.points(models.Graph), p.points(models.Semantic)
	var ours, text, theirs []quality
	var each rank.Ties
	for draw := range linkDraws {
		known, hidden := halfOf(pairs, len(p.docs), draw)
		linked, e1 := rankings(withLinks(graph, known), known, hidden), rankings(plain, known, hidden)
		for _, i := range slices.Sorted(maps.Keys(linked)) {
			each.Add(i, linked[i], e1[i], hidden[i], cut)
		}
		ours, text, theirs = append(ours, found(linked, hidden)...), append(text, found(rankings(graph, known, hidden), hidden)...), append(theirs, found(e1, hidden)...)
	}
	what := title + ", half of the links hidden: nDCG@10"
	byText := proof{Space: models.Graph, Name: name + "_hidden_by_text_ndcg10", What: what + " by text alone", Unit: "ndcg", Value: mean(text).ndcg}
	byLinks := proof{Space: models.Graph, Name: name + "_hidden_ndcg10", What: what + " by links and text", Unit: "ndcg", Value: mean(ours).ndcg,
		Sentence: fmt.Sprintf("%d documents over %d draws, %s", len(ours), linkDraws, byNodes("E1", each.Interval(len(p.docs))))}
	return []proof{byLinks.against("E1", mean(theirs).ndcg, mean(ours).ndcg > max(mean(theirs).ndcg, mean(text).ndcg)), byText}, nil
}

// byNodes says by how much a system finds links better than another, with an interval of which documents there might have been.
func byNodes(label string, d rank.Interval) string {
	return fmt.Sprintf("%+.1f points over %s, 95 %% interval %+.1f to %+.1f by nodes", 100*d.Mean, label, 100*d.Low, 100*d.High)
}

// linkDraws is how often links are halved: what is found depends on which are known.
const linkDraws = 10

// halfOf draws half of the links to be known and leaves the others to be found: for each document, from both ends.
func halfOf(pairs [][2]int, n, draw int) (known, hidden []map[int]float64) {
	known, hidden = make([]map[int]float64, n), make([]map[int]float64, n)
	for i := range n {
		known[i], hidden[i] = map[int]float64{}, map[int]float64{}
	}
	random := rand.New(rand.NewPCG(5, uint64(draw)))
	for _, p := range pairs {
		to := known
		if random.IntN(2) == 0 {
			to = hidden
		}
		to[p[0]][p[1]], to[p[1]][p[0]] = 1, 1
	}
	return known, hidden
}

// withLinks are the vectors of documents by their links, or by their text where they have none.
func withLinks(text [][]float32, known []map[int]float64) [][]float32 {
	out := slices.Clone(text)
	for i, others := range known {
		var linked [][]float32
		var weights []float64
		for _, j := range slices.Sorted(maps.Keys(others)) {
			linked, weights = append(linked, text[j]), append(weights, 1)
		}
		if v := ties.LinkVector(text[i], linked, weights); v != nil {
			out[i] = v
		}
	}
	return out
}

// rankings are, for each document that has known links and hidden ones, the others by the likeness of vectors, without the known.
func rankings(points [][]float32, known, hidden []map[int]float64) map[int][]int {
	out := map[int][]int{}
	for i := range points {
		if len(known[i]) == 0 || len(hidden[i]) == 0 {
			continue
		}
		likeness := make([]float64, len(points))
		for j := range points {
			if likeness[j] = dot(points[i], points[j]); known[i][j] > 0 {
				likeness[j] = math.Inf(-1)
			}
		}
		out[i] = best(likeness, cut, i)
	}
	return out
}

// found is the nDCG@10 of each document that was ranked.
func found(ranked map[int][]int, hidden []map[int]float64) (out []quality) {
	for _, i := range slices.Sorted(maps.Keys(ranked)) {
		out = append(out, quality{ndcg: ndcg(ranked[i], hidden[i])})
	}
	return out
}

// points are the vectors of documents in a space.
func (p *proofSet) points(s models.Space) [][]float32 {
	out := make([][]float32, len(p.kept))
	for i := range p.kept {
		out[i] = fingerprint.Unpack(s, &p.kept[i][s]).Dense
	}
	return out
}
