package token

import "unicode/utf8"

// wordPiece takes the longest known piece at the start of the rest of a word; a word that
// cannot be completed is one unknown id. Source: Schuster and Nakajima 2012, as in BERT.
type wordPiece struct {
	unk      int32
	maxRunes int
	front    *pieceTable // pieces that begin a word
	inner    *pieceTable // pieces that continue one, without their prefix
}

func (m *wordPiece) encode(s *scratch, text []byte) {
	if len(text) > m.maxRunes && utf8.RuneCount(text) > m.maxRunes {
		s.out.add(m.unk, 0, len(text))
		return
	}
	ids, cuts := len(s.out.ids), len(s.out.cuts)
	table := m.front
	for i := 0; i < len(text); {
		id, n := table.longest(s, text[i:])
		if n == 0 {
			s.out.ids, s.out.cuts = s.out.ids[:ids], s.out.cuts[:cuts]
			s.out.add(m.unk, 0, len(text))
			return
		}
		s.out.add(id, i, i+n)
		i += n
		table = m.inner
	}
}

// pieceTable finds the longest prefix of a text that is a piece. The hashes of all
// prefixes come from one pass, so each attempt costs one probe.
type pieceTable struct {
	slots  []pieceSlot // open addressing, at most half full
	pieces []string
	ids    []int32
	maxLen int
}

type pieceSlot struct {
	check uint32 // upper half of the hash
	index uint32 // into pieces, plus one; 0 is a free slot
}

const hashSeed, hashPrime = 14695981039346656037, 1099511628211 // FNV-1a

func hashByte(h uint64, b byte) uint64 { return (h ^ uint64(b)) * hashPrime }

// spread makes the low bits depend on all bits.
func spread(h uint64) uint64 { h ^= h >> 29; h *= 0xbf58476d1ce4e5b9; return h ^ h>>32 }

func newPieceTable(pieces []string, ids []int32) *pieceTable {
	size := 2
	for size < 2*len(pieces) {
		size *= 2
	}
	t := &pieceTable{slots: make([]pieceSlot, size), pieces: pieces, ids: ids}
	for i, p := range pieces {
		t.maxLen = max(t.maxLen, len(p))
		h := uint64(hashSeed)
		for _, b := range []byte(p) {
			h = hashByte(h, b)
		}
		h = spread(h)
		at := h & uint64(size-1)
		for t.slots[at].index != 0 {
			at = (at + 1) & uint64(size-1)
		}
		t.slots[at] = pieceSlot{uint32(h >> 32), uint32(i + 1)}
	}
	return t
}

// longest returns the id and length of the longest piece that text begins with; length 0
// for none.
func (t *pieceTable) longest(s *scratch, text []byte) (int32, int) {
	n := min(len(text), t.maxLen)
	s.hashes = s.hashes[:0]
	h := uint64(hashSeed)
	for _, b := range text[:n] {
		h = hashByte(h, b)
		s.hashes = append(s.hashes, h)
	}
	for ; n > 0; n-- {
		if n < len(text) && !utf8.RuneStart(text[n]) {
			continue
		}
		if id, ok := t.find(s.hashes[n-1], text[:n]); ok {
			return id, n
		}
	}
	return 0, 0
}

func (t *pieceTable) find(h uint64, piece []byte) (int32, bool) {
	h = spread(h)
	last := uint64(len(t.slots) - 1)
	for at := h & last; t.slots[at].index != 0; at = (at + 1) & last {
		slot := t.slots[at]
		if slot.check == uint32(h>>32) && t.pieces[slot.index-1] == string(piece) {
			return t.ids[slot.index-1], true
		}
	}
	return 0, false
}
