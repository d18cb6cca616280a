package cuda

import (
	"encoding/binary"
	"fmt"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
)

// hdc computes E9 of texts; in its layouts a token is a letter, and "seen" is the number of votes of the tie vector.
type hdc struct{}

func (hdc) lay(in *batch.Batch, rows []int) (*layout, error) {
	if len(in.Texts) != in.Rows() {
		return nil, fmt.Errorf("check batch: %d rows but %d texts; fill them for every row", in.Rows(), len(in.Texts))
	}
	l := newLayout(in.Role)
	for _, row := range rows {
		letters := fingerprint.Letters(in.Texts[row])
		switch n := len(letters); {
		case n < 3: // only white space: absent
		case n > cuda.HDCLetters:
			return nil, fmt.Errorf("check batch: row %d has %d letters, at most %d; split longer texts", row, n, cuda.HDCLetters)
		default:
			l.rows = append(l.rows, row)
			l.text(letters, nil, fingerprint.Anchor(n-2), 0)
		}
	}
	return l.closed(), nil
}

func (hdc) needs(s size) need { return need{result: 8 * cuda.HDCWords * s.texts} }

func (hdc) walk(k *walker) {
	k.launch(cuda.HDC(k.result, k.whole[wholeIDs], k.whole[wholeOffsets], k.whole[wholeSeen], k.texts()), nil)
}

func (hdc) values(l *layout, data []byte, out outcome) error {
	for i, row := range l.rows {
		out.values[row].Bits = make([]uint64, cuda.HDCWords)
		for w := range out.values[row].Bits {
			out.values[row].Bits[w] = binary.LittleEndian.Uint64(data[8*(i*cuda.HDCWords+w):])
		}
	}
	return nil
}
