package search

import (
	"cmp"
	"context"
	"math"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/words"
	"asterism/models"
)

// Words of a question are also looked for as a whole: the spaces see pieces, in which a rare name is broken up. A memory's cover is
//
//	Σ n·idf·f(tf) / Σ idf,  f(tf) = tf·(k1+1) / (tf + k1·(1 − b + b·length/wordLength)),  idf = ln(1 + (N − m + ½)/(m + ½))^wordRarity
//
// over the question's words: n and tf are how often question and memory say one, length is the memory's number of words, and m of the N memories
// that passed the filter say it. This is BM25 (Robertson, Zaragoza 2009), with rare words a little heavier, as a share of what the question's words weigh, so that it needs no scale. A
// short memory covers what those before it say, as in E13 (context.go). The cover adds [wordBonus] times itself to a score, as the time does that a
// question names.
//
// The words are made from the text when a memory is added, and only the index holds them: a column of terms beside those of the sparse spaces. They
// are hashes of 16 bits, so two words may count as one.
const (
	wordK1, wordB = 1.2, 0.75
	// wordLength is that of a usual memory. The mean of the store would change the weights of all memories with each that comes.
	wordLength = 60
	// wordBonus and wordRarity were chosen with knee, among values that held-out training text cannot tell apart (docs/decisions/039-fewer-words.md).
	wordBonus  = 1
	wordRarity = 1.1
)

// wordColumn is where a chunk holds the words, behind the sparse spaces' terms.
const wordColumn = models.Count

// termColumns are how many columns of terms a chunk can hold.
const termColumns = models.Count + 1

// saidWords are what a memory's text says.
type saidWords struct {
	terms []fingerprint.TermWeight
	odd   bool   // see lacking.go
	key   uint64 // see fold.go
}

func (ix *Index) saidBy(m *store.Memory) *saidWords {
	out := &saidWords{terms: wordTerms(m), odd: odd(m)}
	if ix.wordKey != nil && m.Deleted.IsZero() {
		out.key = cmp.Or(ix.wordKey(m), noWords)
	}
	return out
}

// wordTerms are a memory's words, each with its f(tf).
func wordTerms(m *store.Memory) []fingerprint.TermWeight {
	counts, length := words.Of(m.Content, m.Rationale)
	out := make([]fingerprint.TermWeight, len(counts))
	norm := wordK1 * (1 - wordB + wordB*float64(length)/wordLength)
	for i, c := range counts {
		tf := float64(c.N)
		out[i] = fingerprint.TermWeight{ID: c.ID, Weight: float32(tf * (wordK1 + 1) / (tf + norm))}
	}
	return out
}

// wordQuery are the words of a question, each with how often it says it; nil: it says none.
func wordQuery(text string) *termQuery {
	counts, _ := words.Of(text)
	if len(counts) == 0 {
		return nil
	}
	terms := make([]fingerprint.TermWeight, len(counts))
	for i, c := range counts {
		terms[i] = fingerprint.TermWeight{ID: c.ID, Weight: float32(c.N)}
	}
	return newTermQuery(terms, false)
}

// scoreWords fills in the cover of all rows that passed the filter, also of those that a replica searches.
func (s *scan) scoreWords(ctx context.Context) error {
	q := s.probe.words
	if q == nil {
		return nil
	}
	if err := s.weighWords(ctx, q); err != nil {
		return err
	}
	s.cover = newScores(len(s.counts) * chunkRows)
	return parallel(ctx, len(s.counts), func(_ *scratch, c int) error {
		out := (*[chunkRows]float32)(s.cover[c*chunkRows:])
		if col := s.words(c); col != nil {
			col.dot(q, false, s.state.rows(c), out)
		} else {
			clear(out[:])
		}
		return nil
	})
}

// words is the column of a chunk in which rows passed the filter; nil: there are none.
func (s *scan) words(c int) *termColumn {
	if s.counts[c] == 0 {
		return nil
	}
	return s.state.chunks[c].terms[wordColumn].Load()
}

// weighWords gives the question's words their weights: n·idf / Σ idf.
func (s *scan) weighWords(ctx context.Context, q *termQuery) error {
	held := frequencyPool.Get().(*frequencies)
	err := parallel(ctx, len(s.counts), func(w *scratch, c int) error {
		col := s.words(c)
		if col == nil {
			return nil
		}
		if _, p := col.content(); p != nil && s.allAllowed(c) {
			for _, id := range q.ids {
				(*held)[id].Add(int32(len(p.of(id))))
			}
			return nil
		}
		w.pick = s.rows(w.pick[:0], c)
		col.count(q, &s.allowed[c], w.pick, *held)
		return nil
	})
	if err != nil {
		return err // the counts are not all zero, so they do not return to the pool
	}
	counts := make([]int32, len(q.ids))
	for i, id := range q.ids {
		counts[i] = (*held)[id].Swap(0)
	}
	frequencyPool.Put(held)
	all, err := s.meet(ctx, &Statistics{Stage: StageWords, Words: counts})
	if err != nil {
		return err
	}
	idf, sum := make([]float64, len(q.ids)), 0.0
	for i := range q.ids {
		with := float64(all.Words[i])
		idf[i] = math.Pow(math.Log(1+(float64(s.all)-with+0.5)/(with+0.5)), wordRarity)
		sum += idf[i]
	}
	for i, id := range q.ids {
		q.weights[id] *= float32(s.probe.wordsGain * idf[i] / sum)
	}
	return nil
}

// wordGain is what the words that the row at a position says, with those before it or alone, add to its score.
func (f *fusion) wordGain(position int32, w *windows) float32 {
	if f.cover == nil {
		return 0
	}
	x := f.cover[f.rows[position]]
	if w != nil && w.words != nil && w.words[position] == w.words[position] {
		x = w.words[position]
	}
	return wordBonus * x
}

// addWords adds to a chunk's estimates what the words of its rows add to their scores. A row without an estimate stays without.
func (s *scan) addWords(c int, estimates []float32) {
	if s.cover == nil {
		return
	}
	for r, x := range s.cover[c*chunkRows:][:s.state.rows(c)] {
		estimates[r] += wordBonus * x
	}
}
