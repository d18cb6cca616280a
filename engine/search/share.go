package search

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// A search shares its rows with the mirror, if there is one: chunks of which it has a copy are looked at there, the others here, at the same time.

// mirrorError is a search's end because the mirror failed.
type mirrorError struct{ cause error }

func (e *mirrorError) Error() string { return fmt.Sprintf("look at the mirror: %v", e.cause) }

func (e *mirrorError) Unwrap() error { return e.cause }

// withMirror runs fn with the index's mirror, and once more without when that fails.
func (ix *Index) withMirror(ctx context.Context, fn func(m Mirror) error) error {
	err := caught.Run(func() error { return fn(ix.mirror) })
	if failed := (*mirrorError)(nil); !errors.As(err, &failed) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return caught.Run(func() error { return fn(nil) })
}

// share divides the chunks in which rows passed the filter: those that m has are its, the others are looked at here.
func (s *scan) share(m Mirror) error {
	s.mine, s.place = make([]int, 0, len(s.counts)), make([]int32, len(s.counts))
	if m != nil && s.total > 0 && s.probe.spaces != 0 {
		s.look = m.Look(s.state.full)
	}
	theirs := 0
	for c, n := range s.counts {
		switch s.place[c] = -1; {
		case n > 0 && s.look != nil && s.look.Has(c):
			theirs++
		case n > 0:
			s.place[c] = int32(len(s.mine))
			s.mine = append(s.mine, c)
		}
	}
	if s.look == nil {
		return nil
	}
	if theirs == 0 {
		s.look.Close()
		s.look = nil
		return nil
	}
	s.values = s.look.Values() | timeSpaces | models.SetOf(sparseSpaces...)
	if err := s.look.Allow(s.allowed); err != nil {
		return &mirrorError{err}
	}
	return nil
}

// theirs reports whether a chunk, which has allowed rows, is looked at by the mirror.
func (s *scan) theirs(c int) bool { return s.place[c] < 0 }

// here are a chunk's values in an array that has room for the chunks that are looked at here.
func (s *scan) here(values []float32, c int) []float32 {
	return values[int(s.place[c])*chunkRows:][:chunkRows]
}

// row is the number, over all chunks, of what stands at i in such an array.
func (s *scan) row(i int32) int32 { return int32(s.mine[i/chunkRows])*chunkRows + i%chunkRows }

// beside begins what the mirror does, if it has a share, and returns what waits for it. It must be waited for, since nothing else may be asked of the look meanwhile.
func (s *scan) beside(fn func(look Look) error) (wait func() error) {
	if s.look == nil {
		return func() error { return nil }
	}
	var err error
	ended := make(chan struct{})
	s.busy = ended
	go func() {
		defer close(ended)
		err = caught.Run(func() error { return fn(s.look) })
	}()
	return func() error {
		if <-ended; err != nil {
			return &mirrorError{err}
		}
		return nil
	}
}

// ask puts together what the mirror's rows are held against, and has them scored in the sparse spaces.
func (s *scan) ask() error {
	if s.look == nil {
		return nil
	}
	p := s.probe
	s.asked = &Asked{Spaces: p.spaces, Ref: p.ref, Turns: turnsOf(p.ref), Dense: p.dense, Causes: p.causes, Effects: p.effects, Likeness: p.likeness}
	if p.spaces.Has(models.HDC) {
		s.asked.Bits = p.values[models.HDC].Bits
	}
	var about [models.Count]float64
	for _, v := range sparseSpaces {
		if q := p.terms[v]; q != nil {
			s.asked.Terms[v], about[v] = q.list(), s.expected(v).mean
		}
	}
	if err := s.look.Score(s.asked, &about); err != nil {
		return &mirrorError{err}
	}
	return nil
}

// list are the terms with their weights, ids ascending.
func (q *termQuery) list() []fingerprint.TermWeight {
	out := make([]fingerprint.TermWeight, len(q.ids))
	for i, id := range q.ids {
		out[i] = fingerprint.TermWeight{ID: id, Weight: q.weights[id]}
	}
	return out
}

// readyCodes makes ready what the codes are held against, here and there.
func (s *scan) readyCodes() error {
	if err := s.probe.readyCodes(); err != nil {
		return err
	}
	if s.asked != nil {
		s.asked.Codes, s.asked.BitCode = s.probe.signs, s.probe.hdc
	}
	return nil
}
