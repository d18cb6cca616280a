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

// graph is documents and the links between them.
type graph struct {
	*proofSet
	pairs [][2]int
}

// linked: where half of the links are known, E8 finds the others by links and text better than E1 and E8 by text alone. All documents of a graph are compared, as
// [ties.Finder.Belonging] compares its candidates. Several graphs are searched one by one, and count by their documents.
func (b *prover) linked(ctx context.Context, title, name string, graphs ...graph) ([]proof, error) {
	var r linkResults
	for _, g := range graphs {
		for _, s := range []models.Space{models.Graph, models.Semantic} {
			if err := b.fill(ctx, g.proofSet, s); err != nil {
				return nil, err
			}
		}
		r.add(g)
	}
	gain := r.each.Interval(r.nodes...)
	what := title + ", half of the links hidden: nDCG@10"
	byText := proof{Space: models.Graph, Name: name + "_hidden_by_text_ndcg10", What: what + " by text alone", Unit: "ndcg", Value: mean(r.text).ndcg}
	byLinks := proof{Space: models.Graph, Name: name + "_hidden_ndcg10", What: what + " by links and text", Unit: "ndcg", Value: mean(r.ours).ndcg,
		Sentence: fmt.Sprintf("%d documents over %d draws, %s", len(r.ours), linkDraws, byNodes("E1", gain))}
	low := proof{Space: models.Graph, Name: name + "_hidden_gain_low_points", What: what + " by links and text above E1, low end of the 95 % interval", Unit: "points", Value: 100 * gain.Low,
		Verdict: informs, Quiet: true}
	return []proof{byLinks.against("E1", mean(r.theirs).ndcg, mean(r.ours).ndcg > max(mean(r.theirs).ndcg, mean(r.text).ndcg)), byText, low}, nil
}

// linkResults are what E8 by links and text, E8 by text and E1 found of the hidden links of some graphs.
type linkResults struct {
	ours, text, theirs []quality
	each               rank.Ties // E8 by links and text, compared with E1
	nodes              []int     // documents of each graph
}

// add hides half of a graph's links, several times, and searches them.
func (r *linkResults) add(g graph) {
	byGraph, plain := g.points(models.Graph), g.points(models.Semantic)
	for draw := range linkDraws {
		known, hidden := halfOf(g.pairs, len(g.docs), draw)
		linked, e1 := rankings(withLinks(byGraph, known), known, hidden), rankings(plain, known, hidden)
		for _, i := range slices.Sorted(maps.Keys(linked)) {
			r.each.Add(len(r.nodes), i, linked[i], e1[i], hidden[i], cut)
		}
		r.ours, r.text, r.theirs = append(r.ours, found(linked, hidden)...), append(r.text, found(rankings(byGraph, known, hidden), hidden)...), append(r.theirs, found(e1, hidden)...)
	}
	r.nodes = append(r.nodes, len(g.docs))
}

// byNodes returns by how much a system finds links better than another, with an interval over resampled documents.
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
