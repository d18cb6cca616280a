package main

import (
	"sync/atomic"

	"asterism/engine/search"
)

// switched is a mirror that can be looked away from: while it is off every search is the processor's, over the very same index.
type switched struct {
	search.Mirror
	off   atomic.Bool
	looks atomic.Int64 // that showed something
}

// Look implements [search.Mirror].
func (s *switched) Look(chunks []uint64) (search.Look, error) {
	if s.off.Load() {
		return nil, nil
	}
	l, err := s.Mirror.Look(chunks)
	if l != nil && err == nil {
		s.looks.Add(1)
	}
	return l, err
}
