package goaldna

import "slices"

// wordSet is a set of words, kept as ranges of one buffer: open addressing, emptied by raising the stamp, as [gramSet] is. The zero value is empty.
type wordSet struct {
	text  []rune
	slots []wordSlot
	stamp uint32
	count int
}

type wordSlot struct {
	hash       uint32
	stamp      uint32
	start, end int32 // of text
}

func (s *wordSet) empty() {
	s.text, s.count = s.text[:0], 0
	if s.stamp++; s.stamp == 0 {
		clear(s.slots)
		s.stamp = 1
	}
}

// hashWord is FNV-1a over characters.
func hashWord(w []rune) uint32 {
	h := uint32(2166136261)
	for _, r := range w {
		h = (h ^ uint32(r)) * 16777619
	}
	return h ^ h>>15
}

// slot is the slot of a word, or the free one where it would be inserted.
func (s *wordSet) slot(w []rune, hash uint32) *wordSlot {
	last := len(s.slots) - 1
	for i := int(hash) & last; ; i = (i + 1) & last {
		slot := &s.slots[i]
		if slot.stamp != s.stamp || slot.hash == hash && slices.Equal(s.text[slot.start:slot.end], w) {
			return slot
		}
	}
}

func (s *wordSet) has(w []rune) bool { return s.count > 0 && s.slot(w, hashWord(w)).stamp == s.stamp }

// add reports whether the word is new; it is copied.
func (s *wordSet) add(w []rune) bool {
	if 2*(s.count+1) > len(s.slots) {
		s.grow()
	}
	hash := hashWord(w)
	slot := s.slot(w, hash)
	if slot.stamp == s.stamp {
		return false
	}
	start := int32(len(s.text))
	s.text = append(s.text, w...)
	*slot = wordSlot{hash, s.stamp, start, int32(len(s.text))}
	s.count++
	return true
}

func (s *wordSet) grow() {
	old := s.slots
	s.slots = make([]wordSlot, max(leastSlots, 2*len(old)))
	if s.stamp == 0 {
		s.stamp = 1
	}
	for _, slot := range old {
		if slot.stamp == s.stamp {
			*s.slot(s.text[slot.start:slot.end], slot.hash) = slot
		}
	}
}

// words lists them, in no order.
func (s *wordSet) words() (out []string) {
	for _, slot := range s.slots {
		if s.count > 0 && slot.stamp == s.stamp {
			out = append(out, string(s.text[slot.start:slot.end]))
		}
	}
	return out
}
