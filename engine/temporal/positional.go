package temporal

import (
	"math"
	"sync"
)

// Frequencies[i] is 10000^(−2i/512), the angular frequency in rad/s of pair i of E4.
var Frequencies = func() (s [Width / 2]float64) {
	for i := range s {
		s[i] = math.Pow(10000, -2*float64(i)/Width)
	}
	return s
}()

// Positional writes E4 of time t (Unix nanoseconds) into dst[:512]: pairs sin, cos of t/10000^(2i/512) with t in seconds, i = 0…255; unit length.
func Positional[F Float](dst []F, t int64) {
	PositionalSeconds(dst, float64(t)/1e9)
}

// PositionalSeconds is [Positional] of a time in seconds.
func PositionalSeconds[F Float](dst []F, sec float64) {
	dst = dst[:Width]
	scale := 1 / math.Sqrt(Width/2)
	for i, w := range Frequencies {
		sin, cos := math.Sincos(sec * w)
		dst[2*i], dst[2*i+1] = F(sin*scale), F(cos*scale)
	}
}

// Order is E4 of two times: the mean over i < 256 of cos ωᵢΔ, Δ in seconds, with ωᵢ of [Frequencies]. The cosines are
// read from a table (error below 2e-4 each).
func Order(ref, t int64) float32 {
	c := Cosines()
	delta, sum := (float64(ref)-float64(t))/1e9, float32(0)
	for _, step := range c.Steps {
		sum += c.Cosine[int64(delta*step)&(CosineSteps-1)]
	}
	return sum / float32(len(c.Steps))
}

// CosineSteps is the number of entries of one turn of a [CosineTable].
const CosineSteps = 1 << 14

// CosineTable is the table of cosines for [Order].
type CosineTable struct {
	Steps  [Width / 2]float64   // E4's angular frequencies, in entries a second
	Cosine [CosineSteps]float32 // of the middle of the entry
}

// Cosines is the table. It must not be changed.
var Cosines = sync.OnceValue(func() *CosineTable {
	t := &CosineTable{}
	for i, w := range Frequencies {
		t.Steps[i] = w * CosineSteps / (2 * math.Pi)
	}
	for i := range t.Cosine {
		t.Cosine[i] = float32(math.Cos((float64(i) + 0.5) * 2 * math.Pi / CosineSteps))
	}
	return t
})
