package quality

import (
	"cmp"
	"math"
	"slices"
)

// constants are BM25's parameters.
type constants struct{ k1, b float64 }

// usual are those of Lucene and SQLite, flat those of Anserini (Yang, Fang, Lin 2017), which serve some collections better: less for a word's count and for length.
var (
	usual = constants{1.2, 0.75}
	flat  = constants{0.9, 0.4}
)

// bm25 ranks documents by the words that they share with a question (Robertson, Walker, Jones, Hancock-Beaulieu, Gatford 1994):
//
//	Σ over the question's words  idf · tf·(k1+1) / (tf + k1·(1 − b + b·length/mean length))
//
// A word that is in the question twice counts twice. Nothing is rounded, not even lengths.
type bm25 struct {
	constants
	analyse  func(text string) []string
	idf      func(documents, with int) float64
	postings map[string][]posting
	norms    []float64 // k1·(1 − b + b·length/mean length) of each document
}

type posting struct {
	doc int32
	tf  float64
}

// newBM25 indexes documents, which analyse cuts into words.
func newBM25(docs []entry, c constants, analyse func(string) []string) *bm25 {
	b := &bm25{constants: c, analyse: analyse, idf: luceneIDF, postings: map[string][]posting{}, norms: make([]float64, len(docs))}
	total := 0.0
	for i, d := range docs {
		words := analyse(d.text)
		counts := map[string]float64{}
		for _, w := range words {
			counts[w]++
		}
		for w, n := range counts {
			b.postings[w] = append(b.postings[w], posting{int32(i), n})
		}
		b.norms[i] = float64(len(words))
		total += b.norms[i]
	}
	if total == 0 { // no document has a word: nothing will match
		return b
	}
	average := total / float64(len(docs))
	for i, length := range b.norms {
		b.norms[i] = c.k1 * (1 - c.b + c.b*length/average)
	}
	return b
}

// luceneIDF is never negative, not even for a word that is in most documents.
func luceneIDF(documents, with int) float64 {
	return math.Log(1 + (float64(documents-with)+0.5)/(float64(with)+0.5))
}

// scores gives every document that shares a word with the question its score; the others have 0.
func (b *bm25) scores(question string) []float64 {
	out := make([]float64, len(b.norms))
	for _, w := range b.analyse(question) {
		list := b.postings[w]
		idf := b.idf(len(b.norms), len(list))
		for _, p := range list {
			out[p.doc] += idf * p.tf * (b.k1 + 1) / (p.tf + b.norms[p.doc])
		}
	}
	return out
}

// rank lists the n best documents that share a word with the question, without the question itself.
func (b *bm25) rank(question string, n, self int) []int { return best(b.scores(question), n, self) }

// best lists the places of the n greatest scores above 0, greatest first, ties by place, without self.
func best(scores []float64, n, self int) []int {
	var places []int
	for i, s := range scores {
		if s > 0 && i != self {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return places[:min(n, len(places))]
}
