package drift

import (
	"fmt"
	"math"

	"github.com/google/uuid"
)

// Weights are the weights of a namespace's spaces since its last correction.
type Weights struct {
	Correction uuid.UUID // the last one in use; zero: none
	Spaces     Vector    // above 0
}

// Uncorrected returns the weights of a namespace that was never corrected.
func Uncorrected() Weights { return Weights{Spaces: EqualWeights()} }

const weightsVersion = 1

// Encode is version 1 · correction 16 · a weight 8 for each space, as big-endian bits of a float64.
func (w *Weights) Encode() []byte {
	b := append([]byte{weightsVersion}, w.Correction[:]...)
	for _, v := range w.Spaces {
		b = appendFloat(b, v)
	}
	return b
}

// ParseWeights reads what Encode wrote; it returns an error for bytes that Encode cannot have written, and for weights that
// are not above 0.
func ParseWeights(b []byte) (w Weights, err error) {
	c := cursor{left: b, good: true}
	if v := c.byte(); c.good && v != weightsVersion {
		return w, fmt.Errorf("read weights of spaces: version %d, this program knows %d: use the newer program", v, weightsVersion)
	}
	copy(w.Correction[:], c.next(len(w.Correction)))
	for s := range w.Spaces {
		w.Spaces[s] = c.weight()
	}
	if !c.good || len(c.left) != 0 {
		return Weights{}, fmt.Errorf("read weights of spaces: %d bytes are damaged", len(b))
	}
	return w, nil
}

// weight reads a number above 0.
func (c *cursor) weight() float64 {
	v := c.float()
	c.good = c.good && v > 0 && v <= math.MaxFloat32
	return v
}
