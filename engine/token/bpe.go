package token

import "unicode/utf8"

// bpe merges neighbouring symbols of a word, always the pair learned first and among
// equal ones the leftmost, until no known pair is left. Source: Sennrich, Haddow and
// Birch 2016; on bytes: Radford et al. 2019.
type bpe struct {
	vocab        map[string]int32
	bytes        *byteSymbols // nil: symbols are runes
	prefix       string       // of a symbol that continues a word
	suffix       string       // of the last symbol of a word
	unk          int32        // -1: unknown symbols are dropped
	fuseUnk      bool
	ignoreMerges bool // a word that is a token is not merged
	merges       *mergeTable
	words        map[string]int32 // for ignoreMerges: tokens by the text that they represent
}

// byteSymbols are the ids of single bytes by place in the word; -1: unknown.
type byteSymbols [2][2][256]int32 // [continues][is last][byte]

// symbol is a part of a word that is one token so far.
type symbol struct {
	id         int32
	rank       uint32 // of the merge with the symbol after it
	start, end int
	prev, next int32 // for long words only; -1: none
}

// noMerge is the rank of a pair that is not in the merges.
const noMerge = ^uint32(0)

// fewSymbols is the number of symbols up to which scanning all pairs is faster than a
// heap.
const fewSymbols = 32

func (m *bpe) encode(s *scratch, text []byte) {
	if m.ignoreMerges {
		if id, ok := m.words[string(text)]; ok {
			s.out.add(id, 0, len(text))
			return
		}
	}
	m.symbols(s, text)
	if len(s.symbols) <= fewSymbols {
		m.mergeFew(s)
	} else {
		m.mergeMany(s)
	}
}

// symbols stores the single symbols of text in s.symbols.
func (m *bpe) symbols(s *scratch, text []byte) {
	s.symbols = s.symbols[:0]
	fusing := false
	for i := 0; i < len(text); {
		id, w := m.symbol(text, i)
		switch {
		case id >= 0:
			s.symbols = append(s.symbols, symbol{id: id, start: i, end: i + w})
			fusing = false
		case m.unk >= 0 && fusing && m.fuseUnk:
			s.symbols[len(s.symbols)-1].end = i + w
		case m.unk >= 0:
			s.symbols = append(s.symbols, symbol{id: m.unk, start: i, end: i + w})
			fusing = true
		}
		i += w
	}
}

func (m *bpe) symbol(text []byte, i int) (id int32, w int) {
	if m.bytes != nil {
		return m.bytes[min(i, 1)][isLast(i+1, text)][text[i]], 1
	}
	_, w = utf8.DecodeRune(text[i:])
	var buf [64]byte
	name := buf[:0]
	if i > 0 {
		name = append(name, m.prefix...)
	}
	name = append(name, text[i:i+w]...)
	if i+w == len(text) {
		name = append(name, m.suffix...)
	}
	id, ok := m.vocab[string(name)]
	if !ok {
		return -1, w
	}
	return id, w
}

func isLast(end int, text []byte) int {
	if end == len(text) {
		return 1
	}
	return 0
}

// mergeFew merges in a plain array.
func (m *bpe) mergeFew(s *scratch) {
	symbols := s.symbols
	for i := range symbols {
		symbols[i].rank = m.rank(symbols, i)
	}
	for {
		best, at := noMerge, -1
		for i := range symbols {
			if symbols[i].rank < best {
				best, at = symbols[i].rank, i
			}
		}
		if at < 0 {
			break
		}
		symbols[at].id = m.merges.result[best]
		symbols[at].end = symbols[at+1].end
		symbols = append(symbols[:at+1], symbols[at+2:]...)
		symbols[at].rank = m.rank(symbols, at)
		if at > 0 {
			symbols[at-1].rank = m.rank(symbols, at-1)
		}
	}
	for i := range symbols {
		s.out.add(symbols[i].id, symbols[i].start, symbols[i].end)
	}
}

func (m *bpe) rank(symbols []symbol, i int) uint32 {
	if i+1 >= len(symbols) {
		return noMerge
	}
	return m.merges.rank(symbols[i].id, symbols[i+1].id)
}

// mergeMany merges a linked list with a heap of ranks and places, so that a word of n
// bytes costs n log n. An outdated entry is recognised because the symbol's rank differs.
func (m *bpe) mergeMany(s *scratch) {
	symbols := s.symbols
	s.heap = s.heap[:0]
	for i := range symbols {
		symbols[i].prev, symbols[i].next = int32(i-1), int32(i+1)
	}
	symbols[len(symbols)-1].next = -1
	for i := range symbols {
		m.offer(s, int32(i))
	}
	for len(s.heap) > 0 {
		top := s.pop()
		rank, at := uint32(top>>32), int32(uint32(top))
		if symbols[at].rank != rank {
			continue
		}
		m.join(s, at, rank)
	}
	for at := int32(0); at >= 0; at = symbols[at].next {
		s.out.add(symbols[at].id, symbols[at].start, symbols[at].end)
	}
}

func (m *bpe) join(s *scratch, at int32, rank uint32) {
	left := &s.symbols[at]
	right := &s.symbols[left.next]
	left.id, left.end = m.merges.result[rank], right.end
	left.next, right.rank = right.next, noMerge
	if left.next >= 0 {
		s.symbols[left.next].prev = at
	}
	m.offer(s, at)
	if left.prev >= 0 {
		m.offer(s, left.prev)
	}
}

// offer updates the rank of the symbol at and queues its merge.
func (m *bpe) offer(s *scratch, at int32) {
	left := &s.symbols[at]
	left.rank = noMerge
	if left.next < 0 {
		return
	}
	left.rank = m.merges.rank(left.id, s.symbols[left.next].id)
	if left.rank != noMerge {
		s.push(uint64(left.rank)<<32 | uint64(uint32(at)))
	}
}
