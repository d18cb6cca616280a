package compare

import (
	"math/rand/v2"

	"asterism/engine/batch"
)

// Draw makes texts of the lengths, frame included, of ids that stand for words; a length is at least the frame's and 1.
func (s *Subject) Draw(r *rand.Rand, role batch.Role, lengths ...int) [][]int32 {
	frame := s.Frame(role)
	first, last := 104, s.Spec.Vocabulary-3 // behind BERT's special tokens, before the decoders'
	if s.Spec.Vocabulary > 10000 {
		first = 999
	}
	out := make([][]int32, len(lengths))
	for i, n := range lengths {
		out[i] = append(out[i], frame.Before...)
		for range max(n-frame.Len(), 1) {
			out[i] = append(out[i], int32(first+r.IntN(last-first)))
		}
		out[i] = append(out[i], frame.After...)
	}
	return out
}

// DrawImages makes the pixels of n images, as if they were normalised already.
func (s *Subject) DrawImages(r *rand.Rand, n int) [][]float32 {
	side := s.Spec.Image.ImageSize
	out := make([][]float32, n)
	for i := range out {
		out[i] = make([]float32, 3*side*side)
		for j := range out[i] {
			out[i][j] = float32(r.NormFloat64())
		}
	}
	return out
}
