package token

import (
	"slices"
	"unicode/utf8"
)

// unigram finds the segmentation of a word whose pieces have the largest sum of log
// probabilities. Source: Kudo 2018; the search keeps the best segmentation up to every
// byte (Viterbi) and, like the reference, among equal ones the first found.
type unigram struct {
	pieces   *trie
	scores   []float64 // by id
	unk      int32
	unkScore float64
}

// unkPenalty is how far the score of an unknown rune is below that of the worst piece.
const unkPenalty = 10

// step is the last piece of the best segmentation up to a byte; id -1: none yet.
type step struct {
	score float64
	start int
	id    int32
}

func (m *unigram) encode(s *scratch, text []byte) {
	s.path = s.path[:0]
	for range len(text) + 1 {
		s.path = append(s.path, step{id: -1})
	}
	for i := 0; i < len(text); {
		_, w := utf8.DecodeRune(text[i:])
		m.extend(s.path, text, i, w)
		i += w
	}
	m.collect(s, len(text))
}

// extend adds every piece that begins at i, where a rune of w bytes is.
func (m *unigram) extend(path []step, text []byte, i, w int) {
	sofar, single, node := path[i].score, false, uint32(0)
	for j := i; j < len(text); j++ {
		next, ok := m.pieces.step(node, text[j])
		if !ok {
			break
		}
		if node = next; m.pieces.ids[node] < 0 {
			continue
		}
		id := m.pieces.ids[node]
		path[j+1].improve(sofar+m.scores[id], i, id)
		single = single || j+1 == i+w
	}
	if !single {
		path[i+w].improve(sofar+m.unkScore, i, m.unk)
	}
}

func (p *step) improve(score float64, start int, id int32) {
	if p.id < 0 || score > p.score {
		*p = step{score, start, id}
	}
}

// collect reads the best segmentation from its end; adjacent unknowns become one.
func (m *unigram) collect(s *scratch, end int) {
	first := len(s.out.ids)
	firstCut := len(s.out.cuts)
	for end > 0 {
		p := s.path[end]
		if n := len(s.out.ids); p.id == m.unk && n > first && s.out.ids[n-1] == m.unk {
			s.out.cuts[len(s.out.cuts)-1].start = p.start
		} else {
			s.out.add(p.id, p.start, end)
		}
		end = p.start
	}
	slices.Reverse(s.out.ids[first:])
	slices.Reverse(s.out.cuts[firstCut:])
}
