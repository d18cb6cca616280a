package token

import (
	"hash/maphash"
	"sync/atomic"
)

// The words of a text repeat. wordCache remembers what they became; it holds a
// fixed number of words, a new one takes the place of whichever had its slot.
// An entry never changes once it is stored, so readers need no lock.
type wordCache struct {
	seed  maphash.Seed
	slots [cacheSlots]atomic.Pointer[cacheEntry]
}

const (
	cacheSlots   = 1 << 14
	maxCacheWord = 64 // bytes; longer words seldom come twice
)

type cacheEntry struct {
	word string
	ids  []int32
	cuts []cut
}

func newWordCache() *wordCache { return &wordCache{seed: maphash.MakeSeed()} }

// encode answers from the cache, or from the model and remembers it.
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
