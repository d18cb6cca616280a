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

// The whole words of a question are looked for too: the models see pieces of words, into which a rare name is split. A memory's cover is
//
//	Σ n·idf·f(tf) / Σ idf,  f(tf) = tf·(k1+1) / (tf + k1·(1 − b + b·length/wordLength)),  idf = ln(1 + (N − m + ½)/(m + ½))^wordRarity
//
// over the question's words: n and tf are how often the question and the memory contain a word, length is the memory's number of words, and m of the N memories that passed the filter
// contain it. This is BM25 (Robertson, Zaragoza 2009), with slightly more weight for rare words, divided by the total weight of the question's words, so that it needs no scale. A
// short memory's cover includes the memories before it, as in E13 (context.go). The cover times [wordBonus] is added to the score, like the bonus for a time that the question names.
//
// The words are taken from the text when a memory is added, and only the index holds them, in a column of terms like those of the sparse spaces.
// They are hashes of 16 bits, so two words may count as one.
const (
	wordK1, wordB = 1.2, 0.75
	// wordLength is that of a typical memory. If it were the mean of the store, each new memory would change the weights of all.
	wordLength = 60
	// wordBonus and wordRarity were chosen together with knee, among values that perform equally on held-out training text
	// (docs/decisions/039-fewer-words.md).
	wordBonus  = 1
	wordRarity = 1.1
)

// wordColumn is the index of the words' column in a chunk, after those of the sparse spaces.
const wordColumn = models.Count

// termColumns are how many columns of terms a chunk can hold.
const termColumns = models.Count + 1

// saidWords holds what the index keeps of a memory's text.
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

// wordQuery returns the words of a question, weighted by how often each occurs; nil: it has none.
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

// scoreWords fills in the cover of all rows that passed the filter, including those that a replica searches.
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

// words returns the word column of a chunk; nil if no row of it passed the filter or it has none.
func (s *scan) words(c int) *termColumn {
	if s.counts[c] == 0 {
		return nil
	}
	return s.state.chunks[c].terms[wordColumn].Load()
}

// weighWords sets the weights of the question's words: n·idf / Σ idf.
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

// wordGain is what the words of the row at a position, together with those before it or alone, add to its score.
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

// addWords adds the bonuses for words to a chunk's estimates. A row without an estimate stays without.
func (s *scan) addWords(c int, estimates []float32) {
	if s.cover == nil {
		return
	}
	for r, x := range s.cover[c*chunkRows:][:s.state.rows(c)] {
		estimates[r] += wordBonus * x
	}
}
