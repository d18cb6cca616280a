package check

import (
	"encoding/binary"
	"math"

	"asterism/kernels/cuda"
)

// hdcChecks have shapes of texts × letters of the longest.
func hdcChecks() []Check {
	s := []Shape{{1, 3, 0, true}, {31, 12, 0, true}, {5, 180, 0, true}, {2, 700, 0, true}, {32, 40, 0, false}, {33, 40, 0, false}, {1, 20_000, 0, false},
		{1025, 300, 0, false}, {4096, 300, 0, false}}
	return []Check{{Name: "hdc", Shapes: s, Run: checkHDC}}
}

// checkHDC compares codes bit for bit. The letters are of two alphabets and of the ends of the range; lengths around a group of eight and a block's seeds.
func checkHDC(b *Bench, s Shape) (worst, limit float64, err error) {
	offsets, anchors, letters := []int32{0}, []int32(nil), []int32(nil)
	for i := range s.Rows {
		n := 3 + b.Rand.IntN(s.Columns-2)
		if i == 0 {
			n = s.Columns
		}
		for range n {
			letters = append(letters, []int32{'a' + b.Rand.Int32N(26), 0x4e00 + b.Rand.Int32N(9000), 0, 0x10ffff, ' '}[b.Rand.IntN(5)])
		}
		offsets, anchors = append(offsets, int32(len(letters))), append(anchors, b.Rand.Int32N(int32(n)-1))
	}
	out := b.Poison(8 * cuda.HDCWords * s.Rows)
	b.Launch(cuda.HDC(out, b.Ints(letters), b.Ints(offsets), b.Ints(anchors), s.Rows), nil)
	data, texts := b.ReadBytes(out), b.Sample(s.Rows, 64)
	if b.err != nil {
		return math.NaN(), exact, nil
	}
	wrong := make([]float64, len(texts))
	parallel(len(texts), func(i int) {
		t := texts[i]
		for w, want := range ReferenceHDC(letters[offsets[t]:offsets[t+1]], int(anchors[t])) {
			if binary.LittleEndian.Uint64(data[8*(t*cuda.HDCWords+w):]) != want {
				wrong[i] = 1
			}
		}
	})
	for _, w := range wrong {
		worst += w
	}
	return worst, exact, nil
}
