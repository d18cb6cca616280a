package cuda

import (
	"fmt"
	"slices"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// colbert is the space of one vector a token (Khattab & Zaharia 2020): the encoder's last vectors, made narrow and brought to unit length. Questions are filled up
// with a token that attends to the question; no token attends to it, not even itself.
type colbert struct {
	*bert
	narrow dense
	length int   // that questions are filled up to
	mask   int32 // what they are filled up with
	skip   map[int32]bool
}

func loadColBERT(l *loader, r repository) *colbert {
	c := r.BERT
	r.expect(l, models.Tokens, r.Late.Dim, min(c.Places, r.Late.PassageLength))
	if r.model.QueryLength > c.Places || r.model.MaskID < 0 || int(r.model.MaskID) >= c.Vocabulary {
		l.fail("the manifest fills questions up to %d tokens with the id %d; the model has %d places and %d ids", r.model.QueryLength, r.model.MaskID, c.Places, c.Vocabulary)
	}
	b := &colbert{bert: loadBERT(l, c, r.model.Window), length: r.model.QueryLength, mask: r.model.MaskID, skip: map[int32]bool{}}
	b.attention.filled = true
	for _, id := range r.model.PassageSkip {
		b.skip[id] = true
	}
	b.narrow = l.small(c.Hidden, r.Late.Dim, l.stack(c.Hidden, part{"linear.weight", r.Late.Dim}))
	return b
}

func (b *colbert) lay(in *batch.Batch, rows []int) (*layout, error) {
	l := newLayout(in.Role)
	err := b.each(in, rows, func(row int, ids []int32) {
		l.rows = append(l.rows, row)
		seen := len(ids)
		if in.Role == batch.Query && seen < b.length {
			ids = append(slices.Clone(ids), slices.Repeat([]int32{b.mask}, b.length-seen)...)
		}
		l.text(ids, nil, seen, 0)
	})
	return l.closed(), err
}

func (b *colbert) needs(s size) need {
	n := b.bert.needs(s)
	n.buffers[bufferY] = max(n.buffers[bufferY], 2*s.tokens*b.narrow.out)
	n.result, n.packed = 4*s.tokens*b.narrow.out, bytesOfNibbles(s.tokens, b.narrow.out)
	return n
}

func (b *colbert) walk(k *walker) {
	b.bert.walk(k)
	k.product("", k.buffers[bufferY], k.buffers[bufferX], b.narrow, 0)
	k.united(k.result, k.buffers[bufferY], b.narrow.out)
	k.packNibbles(k.tokens(), b.narrow.out)
}

// values reads the vectors of a row's tokens, without those that memories skip and those of zeros.
func (b *colbert) values(l *layout, data []byte, out outcome) error {
	if l.packed {
		return b.readPacked(l, data, out.packed)
	}
	width := b.narrow.out
	for i, row := range l.rows {
		var all []float32
		for at := l.whole[wholeOffsets][i]; at < l.whole[wholeOffsets][i+1]; at++ {
			if b.skips(l, at) {
				continue
			}
			v, err := unit(data, int(at)*width, width)
			if err != nil {
				return fmt.Errorf("row %d, token %d: %w", row, at-l.whole[wholeOffsets][i], err)
			}
			all = append(all, v...)
		}
		out.values[row].Vectors = all
	}
	return nil
}

// skips reports whether a token of a layout is one that memories skip.
func (b *colbert) skips(l *layout, token int32) bool {
	return l.role == batch.Passage && b.skip[l.whole[wholeIDs][token]]
}

// readPacked reads packed vectors in the same way.
func (b *colbert) readPacked(l *layout, data []byte, out []fingerprint.Packed) error {
	vectors := packedRowsOf(data, l.size().tokens, b.narrow.out/2)
	for i, row := range l.rows {
		var all fingerprint.Packed
		for at := l.whole[wholeOffsets][i]; at < l.whole[wholeOffsets][i+1]; at++ {
			if b.skips(l, at) {
				continue
			}
			scale, nibbles, err := vectors.row(int(at))
			if err != nil {
				return fmt.Errorf("row %d, token %d: %w", row, at-l.whole[wholeOffsets][i], err)
			}
			if scale > 0 {
				all.Nibbles, all.Scales = append(all.Nibbles, nibbles...), append(all.Scales, scale)
			}
		}
		out[row] = all
	}
	return nil
}
