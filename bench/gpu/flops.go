package main

import (
	"asterism/models/drawn"
)

// usefulFLOPs is the arithmetic of matrices that a text of so many tokens needs, its frame included: two a weight and token, and those of attention, over
// the pairs that see one another. What a packed batch computes beyond it (the rest of a tile) does not count.
func usefulFLOPs(s *drawn.Spec, tokens int) float64 {
	n := float64(tokens)
	flops := tower(s, s.Tower, s.KVHeads, n)
	h := float64(s.Hidden)
	switch s.Family {
	case drawn.MaskedLM:
		flops += 2 * n * (h*h + h*float64(s.Vocabulary))
	case drawn.ColBERT:
		flops += 2 * n * h * float64(s.Project)
	case drawn.CLIP:
		flops += 2 * h * float64(s.Project) // of one token
	}
	return flops
}

// tower counts one stack of layers.
func tower(s *drawn.Spec, t drawn.Tower, keyHeads int, n float64) float64 {
	h, inner := float64(t.Hidden), float64(t.Inner)
	keys := h
	if keyHeads > 0 {
		keys = h / float64(t.Heads) * float64(keyHeads)
	}
	weights := 2*h*h + 2*h*keys + 2*h*inner
	if s.Family == drawn.Nomic || s.Family == drawn.Qwen2 {
		weights += h * inner // the gate
	}
	pairs := n * n
	if s.Family == drawn.Qwen2 || s.Family == drawn.CLIP {
		pairs = n * (n + 1) / 2
	}
	return float64(t.Layers) * (2*n*weights + 4*pairs*h)
}
