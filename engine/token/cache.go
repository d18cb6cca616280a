package token

import (
	"hash/maphash"
	"sync/atomic"
)

// The words of a text repeat. wordCache stores their ids; it holds a fixed number of
// words, and a new one replaces the word in its slot. An entry never changes once it is
// stored, so readers need no lock.
type wordCache struct {
	seed  maphash.Seed
	slots [cacheSlots]atomic.Pointer[cacheEntry]
}

const (
	cacheSlots   = 1 << 14
	maxCacheWord = 64 // bytes; longer words rarely repeat
)

type cacheEntry struct {
	word string
	ids  []int32
	cuts []cut
}

func newWordCache() *wordCache { return &wordCache{seed: maphash.MakeSeed()} }

// encode returns the ids from the cache, or computes them with the model and stores them.
func (c *wordCache) encode(s *scratch, word []byte, m model) {
	if len(word) > maxCacheWord {
		m.encode(s, word)
		return
	}
	slot := &c.slots[maphash.Bytes(c.seed, word)%cacheSlots]
	if e := slot.Load(); e != nil && e.word == string(word) {
		s.out.ids = append(s.out.ids, e.ids...)
		s.out.cuts = append(s.out.cuts, e.cuts...)
		return
	}
	ids, cuts := len(s.out.ids), len(s.out.cuts)
	m.encode(s, word)
	slot.Store(&cacheEntry{
		word: string(word),
		ids:  append([]int32(nil), s.out.ids[ids:]...),
		cuts: append([]cut(nil), s.out.cuts[cuts:]...),
	})
}
