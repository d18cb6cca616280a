package search

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"asterism/engine/store"
	"asterism/kernels"
	"asterism/models"
)

// Reference is a replica in plain Go, as simple as possible. It can be given little memory, made to fail, and closed.
type Reference struct {
	tokens TokenSource
	most   int        // how many chunks it has memory for; 0: any number
	lacks  models.Set // spaces whose values it does not hold

	mu     sync.Mutex
	chunks map[uint64]*FullChunk
	lost   bool
	left   atomic.Int64 // calls until all fail
}

// NewReference returns a reference replica.
func NewReference(tokens TokenSource, most int, lacks models.Set) *Reference {
	m := &Reference{tokens: tokens, most: most, lacks: lacks, chunks: map[uint64]*FullChunk{}}
	m.Fail(-1)
	return m
}

// Fail lets this many calls of searchers' methods succeed and lets later ones fail; −1: all succeed.
func (m *Reference) Fail(after int) {
	if after < 0 {
		after = math.MaxInt32
	}
	m.left.Store(int64(after))
}

// Lose ends it.
func (m *Reference) Lose() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lost = true
	m.left.Store(0)
}

// Add implements [Replica].
func (m *Reference) Add(c *FullChunk) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.most == 0 || len(m.chunks) < m.most {
		m.chunks[c.Number] = c
	}
}

// Remove implements [Replica].
func (m *Reference) Remove(number uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.chunks, number)
}

// NewSearcher implements [Replica].
func (m *Reference) NewSearcher(chunks []uint64) Searcher {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lost {
		return nil
	}
	l := &referenceSearcher{replica: m, chunks: make([]*FullChunk, len(chunks))}
	found := false
	for slot, number := range chunks {
		l.chunks[slot] = m.chunks[number] // none has number 0
		found = found || l.chunks[slot] != nil
	}
	if !found {
		return nil
	}
	return l
}

var errReference = errors.New("the reference was made to fail")

type referenceSearcher struct {
	replica *Reference
	chunks  []*FullChunk
	allowed [][chunkRows / 64]uint64
	asked   *Query
	about   [models.Count]float64
}

func (l *referenceSearcher) may(ctx context.Context) error {
	if l.replica.left.Add(-1) < 0 {
		return errReference
	}
	return ctx.Err()
}

func (l *referenceSearcher) Has(slot int) bool { return l.chunks[slot] != nil }

func (l *referenceSearcher) Spaces() models.Set { return models.All.Without(l.replica.lacks) }

func (l *referenceSearcher) SetAllowed(allowed [][chunkRows / 64]uint64) error {
	l.allowed = allowed
	return l.may(context.Background())
}

// rows returns the allowed rows.
func (l *referenceSearcher) rows() (out []int32) {
	for slot, c := range l.chunks {
		for r := range chunkRows {
			if c != nil && l.allowed[slot][r/64]>>(r%64)&1 != 0 {
				out = append(out, int32(slot*chunkRows+r))
			}
		}
	}
	return out
}

// weightOf returns a term's weight in a row; 0: the row does not contain it.
func (p *TermPostings) weightOf(id uint16, row int) float32 {
	at, found := slices.BinarySearch(p.Terms, id)
	if !found {
		return 0
	}
	for _, posted := range p.Postings[p.Starts[at]:p.Starts[at+1]] {
		if int(posted>>16) == row {
			return half(posted).weight()
		}
	}
	return 0
}

func (l *referenceSearcher) CountTerms(ctx context.Context, ids *[models.Count][]uint16) (*[models.Count][]int32, error) {
	out := &[models.Count][]int32{}
	for v := range ids {
		out[v] = make([]int32, len(ids[v]))
		for _, row := range l.rows() {
			p := l.chunks[row/chunkRows].Terms[v]
			for i, id := range ids[v] {
				if p != nil && p.weightOf(id, int(row%chunkRows)) != 0 {
					out[v][i]++
				}
			}
		}
	}
	return out, l.may(ctx)
}

func (l *referenceSearcher) ScoreTerms(a *Query, about *[models.Count]float64) error {
	l.asked, l.about = a, *about
	return l.may(context.Background())
}

func (l *referenceSearcher) Sums(ctx context.Context) (*[models.Count]Sums, error) {
	out := &[models.Count]Sums{}
	for v, terms := range l.asked.Terms {
		if terms == nil {
			continue
		}
		for _, row := range l.rows() {
			if x := float64(l.exact(l.asked, row, models.Space(v))) - l.about[v]; x == x {
				out[v].N++
				out[v].Sum += x
				out[v].Squares += x * x
			}
		}
	}
	return out, l.may(ctx)
}

func (l *referenceSearcher) Compare(ctx context.Context, a *Query, rows []int32, spaces models.Set, out *[models.Count][]float32) error {
	if !slices.IsSorted(rows) || spaces&(l.replica.lacks|models.SetOf(models.LateInteraction)) != 0 {
		return errors.New("rows out of order, or a space that is not here")
	}
	for _, v := range spaces.Spaces() {
		for i, row := range rows {
			out[v][i] = l.exact(a, row, v)
		}
	}
	return l.may(ctx)
}

func (l *referenceSearcher) CompareTokens(ctx context.Context, query []float32, rows []int32, out []float32) error {
	blank(out)
	var ids []store.ID
	for _, row := range rows {
		ids = append(ids, l.chunks[row/chunkRows].IDs[row%chunkRows])
	}
	values, err := l.replica.tokens.TokenVectors(ctx, ids)
	if err != nil {
		return err
	}
	positions := make([]int32, len(rows))
	for i := range positions {
		positions[i] = int32(i)
	}
	prepared, err := kernels.PrepareTokens(query)
	if err != nil {
		return err
	}
	if err := maxSim(prepared, positions, values, out); err != nil {
		return err
	}
	return l.may(ctx)
}

func (l *referenceSearcher) TopK(ctx context.Context, a *Query, r *Scoring, most, refine int) ([]int32, []float32, error) {
	if a.Codes[denseOf[models.Semantic]].Unit() == 0 && a.Spaces.Has(models.Semantic) || refine > 0 && a.Spaces&l.replica.lacks.Without(models.SetOf(models.LateInteraction)) != 0 {
		return nil, nil, errors.New("codes are not ready, or a space is not here")
	}
	best := l.best(l.rows(), max(most, refine), func(row int32) float32 { return l.estimatedScore(a, r, row) })
	if refine > most {
		best = l.best(best.rows, most, func(row int32) float32 { return l.exactScore(a, r, row) })
	}
	return best.rows, best.scores, l.may(ctx)
}

// best sorts all rows.
func (l *referenceSearcher) best(rows []int32, n int, score func(int32) float32) (out topRows) {
	var scores []float32
	for _, row := range rows {
		scores = append(scores, score(row))
	}
	id := func(row int32) store.ID { return l.chunks[row/chunkRows].IDs[row%chunkRows] }
	return topRowsOf(scores, func(i int32) int32 { return rows[i] }, n, id)
}

func (l *referenceSearcher) Close() { l.chunks = nil }
