package kernels

import "fmt"

// SignBits sets bit j%64 of out[j/64] where v[j] > 0 and clears all others. The error says that out is not the whole words that
// len(v) bits take; nothing is written then.
func SignBits[T int8 | float32](v []T, out []uint64) error {
	if want := (len(v) + 63) / 64; len(out) != want {
		return fmt.Errorf("take signs: room for %d words, %d numbers take %d", len(out), len(v), want)
	}
	for i := range out {
		part := v[i*64 : min(i*64+64, len(v))]
		word := uint64(0)
		for j, x := range part {
			bit := uint64(0)
			if x > 0 {
				bit = 1
			}
			word |= bit << j
		}
		out[i] = word
	}
	return nil
}
