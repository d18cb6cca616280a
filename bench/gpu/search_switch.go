package main

import (
	"sync/atomic"

	"asterism/engine/search"
)

// switched is a replica that can be switched off: while it is off every search is the processor's, over the very same index.
type switched struct {
	search.Replica
	off   atomic.Bool
	looks atomic.Int64 // that showed something
}

// NewSearcher implements [search.Replica].
func (s *switched) NewSearcher(chunks []uint64) search.Searcher {
	if s.off.Load() {
		return nil
	}
	l := s.Replica.NewSearcher(chunks)
	if l != nil {
		s.looks.Add(1)
	}
	return l
}
