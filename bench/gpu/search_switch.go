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
func (s *switched) Look(chunks []uint64) search.Look {
	if s.off.Load() {
		return nil
	}
	l := s.Mirror.Look(chunks)
	if l != nil {
		s.looks.Add(1)
	}
	return l
}
