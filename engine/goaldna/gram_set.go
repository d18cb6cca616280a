package goaldna

// gram is three characters, 21 bits each.
type gram uint64

func gramOf(a, b, c rune) gram { return gram(a)<<42 | gram(b)<<21 | gram(c) }

// gramSet is a set of trigrams: open addressing over a power of two of places. Emptying it is raising the stamp, so that a set used again for
// another text neither allocates nor clears. The zero value is empty.
type gramSet struct {
	slots []gramSlot
	stamp uint32 // slots with another one are free
	count int
}

type gramSlot struct {
	key   gram
	stamp uint32
}

// leastSlots is the first size of a set.
const leastSlots = 64

func (s *gramSet) empty() {
	s.count = 0
	if s.stamp++; s.stamp == 0 { // once in four thousand million texts, old stamps would be taken for new ones
		clear(s.slots)
		s.stamp = 1
	}
}

// slot is the slot of a trigram, or the free one where it would be inserted.
func (s *gramSet) slot(k gram) *gramSlot {
	last := len(s.slots) - 1
	for i := int(k*0x9E3779B97F4A7C15>>32) & last; ; i = (i + 1) & last { // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4)
		if slot := &s.slots[i]; slot.stamp != s.stamp || slot.key == k {
			return slot
		}
	}
}

func (s *gramSet) has(k gram) bool { return s.count > 0 && s.slot(k).stamp == s.stamp }

// add reports whether the trigram is new.
func (s *gramSet) add(k gram) bool {
	if 2*(s.count+1) > len(s.slots) {
		s.grow()
	}
	slot := s.slot(k)
	if slot.stamp == s.stamp {
		return false
	}
	*slot = gramSlot{k, s.stamp}
	s.count++
	return true
}

func (s *gramSet) grow() {
	old := s.slots
	s.slots = make([]gramSlot, max(leastSlots, 2*len(old)))
	if s.stamp == 0 {
		s.stamp = 1
	}
	for _, slot := range old {
		if slot.stamp == s.stamp {
			*s.slot(slot.key) = slot
		}
	}
}
