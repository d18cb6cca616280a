package token

import "sync"

// scratch is the working memory of one call; concurrent calls each use their own.
type scratch struct {
	raw         []byte  // the original text
	text, spare aligned // the normalised text, and where the next step writes
	segment     aligned // a part of it between added tokens
	rewritten   [2]aligned
	runes       []markedRune
	cuts, moved []cut
	pieces      []piece
	hashes      []uint64
	symbols     []symbol
	heap        []uint64
	path        []step
	out         result
}

// result is the output of a call so far: ids and, while tracking, the bytes of the
// original that each came from.
type result struct {
	ids   []int32
	cuts  []cut // of the ids of the current word, within the word
	spans []span
}

// add appends an id for bytes [start, end) of the current word.
func (o *result) add(id int32, start, end int) {
	o.ids = append(o.ids, id)
	o.cuts = append(o.cuts, cut{start, end})
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// keepBytes is the size of a text up to which its working memory is kept.
const keepBytes = 1 << 20

func (s *scratch) release() {
	s.out.ids = nil // belongs to the caller
	if cap(s.raw) > keepBytes {
		return
	}
	scratches.Put(s)
}
