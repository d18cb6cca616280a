package makemodel

import (
	"errors"
	"math"
	"math/rand/v2"
)

// Precision says how the weight matrices are multiplied.
type Precision int

// The precisions. Attention itself (queries by keys, weights by values) is always float32. Measured for MiniLM, 8 rows
// of 60 tokens, one core with AVX-512 VNNI: 5,900 tokens/s, 13,000 and 9,000. (The runtime's own MatMulNBits with 8
// bits, the other way to keep a row's result its own, was no faster than float32.)
const (
	Float32     Precision = iota
	DynamicInt8           // 8-bit weights a column; inputs quantised with one scale for the whole batch, so that a row's result depends on its neighbours
	RowInt8               // 8-bit weights a column; inputs quantised with one scale a token: a row's result is its own
)

// Config is the size of an encoder.
type Config struct {
	Layers, Hidden, Heads, FFN int
	Vocabulary, MaxTokens      int
	Precision                  Precision
	Seed                       uint64
}

// MiniLM is the size of the small sentence encoders in wide use: 6 layers of 384, as MiniLM-L6.
func MiniLM(p Precision) Config {
	return Config{Layers: 6, Hidden: 384, Heads: 12, FFN: 1536, Vocabulary: 30522, MaxTokens: 512, Precision: p, Seed: 1}
}

func (c Config) check() error {
	switch {
	case min(c.Layers, c.Hidden, c.Heads, c.FFN, c.Vocabulary, c.MaxTokens) < 1:
		return errors.New("make model: every size must be at least 1")
	case c.Hidden%c.Heads != 0:
		return errors.New("make model: hidden must be a multiple of heads")
	}
	return nil
}

// matrix is a weight of in rows and out columns, row-major, with its bias.
type matrix struct {
	in, out int
	w, bias []float32
}

type norm struct{ scale, bias []float32 }

type layer struct {
	query, key, value, output, up, down matrix
	afterAttention, afterFFN            norm
}

type weights struct {
	words, positions []float32 // [Vocabulary, Hidden], [MaxTokens, Hidden]
	embedded         norm
	layers           []layer
}

// newWeights draws weights of the size that keeps a layer's output near the size of its input.
func newWeights(c Config) *weights {
	r := rand.New(rand.NewPCG(c.Seed, 0))
	draw := func(n int, size float64) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(r.NormFloat64() * size)
		}
		return v
	}
	mat := func(in, out int) matrix {
		return matrix{in, out, draw(in*out, 1/math.Sqrt(float64(in))), draw(out, 0.1)}
	}
	nrm := func() norm {
		n := norm{draw(c.Hidden, 0.1), draw(c.Hidden, 0.1)}
		for i := range n.scale {
			n.scale[i]++
		}
		return n
	}
	w := &weights{draw(c.Vocabulary*c.Hidden, 1), draw(c.MaxTokens*c.Hidden, 0.3), nrm(), nil}
	for range c.Layers {
		w.layers = append(w.layers, layer{
			mat(c.Hidden, c.Hidden), mat(c.Hidden, c.Hidden), mat(c.Hidden, c.Hidden), mat(c.Hidden, c.Hidden),
			mat(c.Hidden, c.FFN), mat(c.FFN, c.Hidden), nrm(), nrm(),
		})
	}
	return w
}
