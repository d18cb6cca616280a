package search

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// A search splits its chunks between the replica, if there is one, and the processor. Both work at the same time.

// replicaError ends a search because the replica failed.
type replicaError struct{ cause error }

func (e *replicaError) Error() string { return fmt.Sprintf("search on the replica: %v", e.cause) }

func (e *replicaError) Unwrap() error { return e.cause }

// withReplica runs fn with the index's replica, and again without it if that fails.
func (ix *Index) withReplica(ctx context.Context, fn func(m Replica) error) error {
	err := caught.Run(func() error { return fn(ix.replica) })
	if failed := (*replicaError)(nil); !errors.As(err, &failed) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return caught.Run(func() error { return fn(nil) })
}

// splitChunks assigns the chunks in which rows passed the filter to m if it has them, and the others to the processor.
func (s *scan) splitChunks(m Replica) error {
	s.local, s.localPosition = make([]int, 0, len(s.counts)), make([]int32, len(s.counts))
	if m != nil && s.total > 0 && s.probe.spaces != 0 {
		s.searcher = m.NewSearcher(s.state.full)
	}
	theirs := 0
	for c, n := range s.counts {
		switch s.localPosition[c] = -1; {
		case n > 0 && s.searcher != nil && s.searcher.Has(c):
			theirs++
		case n > 0:
			s.localPosition[c] = int32(len(s.local))
			s.local = append(s.local, c)
		}
	}
	if s.searcher == nil {
		return nil
	}
	if theirs == 0 {
		s.searcher.Close()
		s.searcher = nil
		return nil
	}
	s.replicaSpaces = s.searcher.Spaces() | timeSpaces | models.SetOf(sparseSpaces...)
	if err := s.searcher.SetAllowed(s.allowed); err != nil {
		return &replicaError{err}
	}
	return nil
}

// onReplica reports whether the replica searches a chunk. The chunk must have allowed rows.
func (s *scan) onReplica(c int) bool { return s.localPosition[c] < 0 }

// chunkValues returns a chunk's part of an array that covers the local chunks.
func (s *scan) chunkValues(values []float32, c int) []float32 {
	return values[int(s.localPosition[c])*chunkRows:][:chunkRows]
}

// row returns the row number, over all chunks, of index i in such an array.
func (s *scan) row(i int32) int32 { return int32(s.local[i/chunkRows])*chunkRows + i%chunkRows }

// startOnReplica starts fn on the replica, if it has chunks, and returns a function that waits for it. The caller must
// wait before it uses the searcher again.
func (s *scan) startOnReplica(fn func(searcher Searcher) error) (wait func() error) {
	if s.searcher == nil {
		return func() error { return nil }
	}
	var err error
	ended := make(chan struct{})
	s.busy = ended
	go func() {
		defer close(ended)
		err = caught.Run(func() error { return fn(s.searcher) })
	}()
	return func() error {
		if <-ended; err != nil {
			return &replicaError{err}
		}
		return nil
	}
}

// buildQuery builds the query for the replica, and starts its scoring in the sparse spaces.
func (s *scan) buildQuery() error {
	if s.searcher == nil {
		return nil
	}
	p := s.probe
	s.query = &Query{Spaces: p.spaces, Ref: p.ref, Turns: turnsOf(p.ref), Dense: p.dense, Causes: p.causes, Effects: p.effects, Likeness: p.likeness}
	if p.spaces.Has(models.HDC) {
		s.query.Bits = p.values[models.HDC].Bits
	}
	var about [models.Count]float64
	for _, v := range sparseSpaces {
		if q := p.terms[v]; q != nil {
			s.query.Terms[v], about[v] = q.list(), s.expected(v).mean
		}
	}
	if err := s.searcher.ScoreTerms(s.query, &about); err != nil {
		return &replicaError{err}
	}
	return nil
}

// list returns the terms with their weights, ids ascending.
func (q *termQuery) list() []fingerprint.TermWeight {
	out := make([]fingerprint.TermWeight, len(q.ids))
	for i, id := range q.ids {
		out[i] = fingerprint.TermWeight{ID: id, Weight: q.weights[id]}
	}
	return out
}

// prepareCodes prepares the codes of the question, for both sides.
func (s *scan) prepareCodes() error {
	if err := s.probe.prepareCodes(); err != nil {
		return err
	}
	if s.query != nil {
		s.query.Codes, s.query.BitCode = s.probe.signs, s.probe.hdc
	}
	return nil
}
