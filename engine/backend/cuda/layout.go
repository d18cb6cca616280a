package cuda

import (
	"encoding/binary"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
)

// layout is how the rows of a batch that have tokens lie side by side, T tokens in all.
type layout struct {
	rows    []int   // of the batch
	ids     []int32 // [T]
	places  []int32 // [T] of each token in its text
	offsets []int32 // [texts+1]
	ranges  []int32 // [texts, 2] the tokens that are pooled
	tiles   []int32 // [tiles, 2] see cuda.AttentionTiles
}

func layoutOf(b *batch.Batch) *layout {
	l := &layout{offsets: []int32{0}}
	for i := range b.Rows() {
		if row := b.Row(i); len(row) > 0 {
			l.add(i, row)
		}
	}
	l.tiles = cuda.AttentionTiles(l.offsets)
	return l
}

func (l *layout) add(row int, ids []int32) {
	l.rows = append(l.rows, row)
	for at, id := range ids {
		l.ids, l.places = append(l.ids, id), append(l.places, int32(at))
	}
	l.ranges = append(l.ranges, l.offsets[len(l.offsets)-1], int32(len(l.ids)))
	l.offsets = append(l.offsets, int32(len(l.ids)))
}

// halves are two layouts of about half of the texts each.
func (l *layout) halves() (first, second *layout) {
	part := func(from, to int) *layout {
		h := &layout{offsets: []int32{0}}
		for i := from; i < to; i++ {
			h.add(l.rows[i], l.ids[l.offsets[i]:l.offsets[i+1]])
		}
		h.tiles = cuda.AttentionTiles(h.offsets)
		return h
	}
	return part(0, l.texts()/2), part(l.texts()/2, l.texts())
}

// texts is the number of rows.
func (l *layout) texts() int { return len(l.rows) }

// tokens is T.
func (l *layout) tokens() int { return len(l.ids) }

// bytesOf32 are the bytes of whole numbers, as a card reads them.
func bytesOf32(v []int32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, x := range v {
		out = binary.LittleEndian.AppendUint32(out, uint32(x))
	}
	return out
}
