package search

import (
	"cmp"
	"context"
	"math"
	"sync"
	"sync/atomic"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// The stored weights of the sparse spaces do not depend on the store. But a term that half of the memories contain
// carries little information in this store. So the question's weight of a term is multiplied by
//
//	rarity = (max(idf, 0.1) / 6)^¾,  idf = ln(1 + (N − n + ½)/(n + ½))
//
// with N memories that passed the filter, of which n contain the term (the idf of BM25: Robertson, Zaragoza 2009). The stored weights stay as
// they are. The power was chosen on held-out text (models/train/notesets.py, fitsets.py) out of 0, ½, ¾, 1 and 1½; with 0 the store has no
// effect.
const (
	rarityPower = 0.75
	leastIDF    = 0.1
	typicalIDF  = 6.0
)

// frequencies counts, for one sparse space, how many live memories hold each term. The writer counts; readers get the
// counts of their snapshot from [Index.stateWithCounts].
type frequencies []atomic.Int32

// newFrequencies has a count for every possible term id.
func newFrequencies() frequencies { return make(frequencies, 1<<16) }

func (f frequencies) add(terms []fingerprint.TermWeight) {
	for _, t := range terms {
		f[t.ID].Add(1)
	}
}

// rarity is the factor of a term that some of n memories contain.
func rarity(some int32, n int) float32 {
	all, held := float64(n), math.Min(float64(some), float64(n))
	idf := math.Log(1 + (all-held+0.5)/(held+0.5))
	return float32(math.Pow(math.Max(idf, leastIDF)/typicalIDF, rarityPower))
}

// countTerms adds a memory's terms to the counts.
func (ix *Index) countTerms(r *fingerprint.Record) {
	for _, s := range sparseSpaces {
		ix.terms[s].add(r[s].Terms)
	}
}

// forgetTerms subtracts the terms of a row from the counts.
func (ix *Index) forgetTerms(c *chunk, row int) {
	for _, s := range sparseSpaces {
		if col := c.terms[s].Load(); col != nil {
			col.eachTerm(row, func(id uint16) { ix.terms[s][id].Add(-1) })
		}
	}
}

// weighByRarity multiplies the question's weights by the rarity of their terms among the memories that passed the
// filter, so that other namespaces do not change the search of one. If all passed and seen has their counts, these are
// used; otherwise the terms are counted.
func (s *scan) weighByRarity(ctx context.Context, seen *termCounts) error {
	if seen == nil || s.total != s.state.live {
		var err error
		if seen, err = s.countTerms(ctx); err != nil {
			return err
		}
	}
	seen, err := s.meetTerms(ctx, seen)
	if err != nil {
		return err
	}
	for _, space := range sparseSpaces {
		if q := s.probe.terms[space]; q != nil {
			for i, id := range q.ids {
				q.weights[id] *= rarity(seen[space][i], s.all)
			}
		}
	}
	return nil
}

// countTerms counts how many allowed rows have each of the question's terms.
func (s *scan) countTerms(ctx context.Context) (*termCounts, error) {
	var ids [models.Count][]uint16
	var there *[models.Count][]int32
	asked := false
	for _, v := range sparseSpaces {
		if q := s.probe.terms[v]; q != nil {
			ids[v], asked = q.ids, true
		}
	}
	if !asked {
		return &termCounts{}, nil
	}
	wait := s.startOnReplica(func(searcher Searcher) (err error) {
		there, err = searcher.CountTerms(ctx, &ids)
		return err
	})
	out, err := s.countTermsLocal(ctx)
	if err := cmp.Or(wait(), err); err != nil || there == nil {
		return out, err
	}
	for v, counts := range there {
		for i, n := range counts {
			out[v][i] += n
		}
	}
	return out, nil
}

// countTermsLocal is [scan.countTerms] for the local rows.
func (s *scan) countTermsLocal(ctx context.Context) (*termCounts, error) {
	out := &termCounts{}
	for _, v := range sparseSpaces {
		if s.probe.terms[v] == nil {
			continue
		}
		var err error
		if out[v], err = s.countSpace(ctx, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *scan) countSpace(ctx context.Context, space models.Space) ([]int32, error) {
	held, q := frequencyPool.Get().(*frequencies), s.probe.terms[space]
	if err := s.count(ctx, space, *held); err != nil {
		return nil, err // the counts are not all zero, so they do not return to the pool
	}
	counts := make([]int32, len(q.ids))
	for i, id := range q.ids {
		counts[i] = (*held)[id].Swap(0)
	}
	frequencyPool.Put(held)
	return counts, nil
}

// count adds up, chunk by chunk, how many allowed rows have each of the question's terms.
func (s *scan) count(ctx context.Context, space models.Space, to frequencies) error {
	return parallel(ctx, len(s.local), func(w *scratch, i int) error {
		c := s.local[i]
		if col := s.state.chunks[c].terms[space].Load(); col != nil {
			w.pick = s.rows(w.pick[:0], c)
			col.count(s.probe.terms[space], &s.allowed[c], w.pick, to)
		}
		return nil
	})
}

// count counts the question's terms in the allowed rows of a chunk; rows lists the same rows.
func (c *termColumn) count(q *termQuery, allowed *[chunkRows / 64]uint64, rows []int32, to frequencies) {
	l, p := c.content()
	if p == nil {
		for _, r := range rows {
			for _, id := range l.ids[c.starts[r]:c.starts[r+1]] {
				if q.weights[id] != 0 {
					to[id].Add(1)
				}
			}
		}
		return
	}
	for _, id := range q.ids {
		n := int32(0)
		for _, posted := range p.of(id) {
			r := posting(posted).row()
			n += int32(allowed[r/64] >> (r % 64) & 1)
		}
		to[id].Add(n)
	}
}

// frequencyPool holds counts that are all zero.
var frequencyPool = sync.Pool{New: func() any {
	f := newFrequencies()
	return &f
}}

// sparseSpaces are those whose values are weighted terms.
var sparseSpaces = func() (out []models.Space) {
	for _, info := range models.Catalog {
		if info.Kind == models.Terms {
			out = append(out, info.Space)
		}
	}
	return out
}()
