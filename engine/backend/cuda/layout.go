package cuda

import (
	"asterism/engine/batch"
	"asterism/kernels/cuda"
)

// The whole numbers of a layout that go to the GPU, in the order in which they do.
const (
	wholeIDs     = iota // [tokens] the row of the table that a token begins with: its id, or for an image the token's own number
	wholePlaces         // [tokens] of each token in its text
	wholeTexts          // [tokens] the text that each belongs to
	wholeOffsets        // [texts+1] running lengths
	wholeRanges         // [texts, 2] the tokens that are pooled
	wholeSeen           // [texts] how many tokens of each text are attended to
	wholePicks          // [texts] the token whose vector stands for the text, where one does
	wholeTiles          // [tiles, 2] see cuda.AttentionTiles
	wholes
)

// layout is how some rows of a batch are packed on the GPU, without padding.
type layout struct {
	rows   []int // of the batch; the network maps texts to rows
	role   batch.Role
	images bool      // the rows are images
	packed bool      // the values are wanted packed
	pixels []float32 // of the images, one after another
	whole  [wholes][]int32
}

func newLayout(role batch.Role) *layout {
	l := &layout{role: role}
	l.whole[wholeOffsets] = []int32{0}
	return l
}

// text adds a text. places are its tokens' positions, nil for 0, 1, 2 …; seen is how many of them, from the first, are attended to, and pick is the
// token whose vector stands for the text.
func (l *layout) text(ids, places []int32, seen, pick int) {
	w := &l.whole
	number, from := int32(len(w[wholeOffsets])-1), int32(len(w[wholeIDs]))
	for i, id := range ids {
		place := int32(i)
		if places != nil {
			place = places[i]
		}
		w[wholeIDs], w[wholePlaces], w[wholeTexts] = append(w[wholeIDs], id), append(w[wholePlaces], place), append(w[wholeTexts], number)
	}
	end := from + int32(len(ids))
	w[wholeOffsets], w[wholeRanges] = append(w[wholeOffsets], end), append(w[wholeRanges], from, end)
	w[wholeSeen], w[wholePicks] = append(w[wholeSeen], int32(seen)), append(w[wholePicks], from+int32(pick))
}

// closed returns the layout with its tiles, after the last text.
func (l *layout) closed() *layout {
	l.whole[wholeTiles] = cuda.AttentionTiles(l.whole[wholeOffsets])
	return l
}

// pad adds texts whose values are not read, until there are that many tokens and texts; false if that is impossible. Their tokens have position 0, which
// every model has.
func (l *layout) pad(tokens, texts int) bool {
	more, dummies := tokens-l.size().tokens, texts-l.size().texts
	if l.images || dummies < 0 || more < dummies || dummies == 0 && more > 0 {
		return false
	}
	for ; dummies > 0; dummies-- {
		n := 1
		if dummies == 1 {
			n = more
		}
		more -= n
		l.text(make([]int32, n), make([]int32, n), n, 0)
	}
	l.closed()
	return true
}

func (l *layout) size() size {
	return size{len(l.whole[wholeIDs]), len(l.whole[wholeOffsets]) - 1, len(l.whole[wholeTiles]) / 2}
}

// wholeBytes are the bytes of the whole numbers of a layout of that size.
func wholeBytes(s size) (n [wholes]int) {
	for _, i := range []int{wholeIDs, wholePlaces, wholeTexts} {
		n[i] = 4 * s.tokens
	}
	n[wholeOffsets], n[wholeRanges], n[wholeSeen], n[wholePicks] = 4*(s.texts+1), 8*s.texts, 4*s.texts, 4*s.texts
	n[wholeTiles] = 8 * s.tiles
	return n
}
