package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

type maxSimCase struct {
	query, scales []float32
	tokens        []byte
	offsets       []int32
}

func randomMaxSim(r *rand.Rand, q int, lengths []int) maxSimCase {
	c := maxSimCase{query: make([]float32, q*TokenWidth), offsets: []int32{0}}
	for i := range c.query {
		c.query[i] = float32(r.NormFloat64())
	}
	for _, m := range lengths {
		for range m {
			for range tokenBytes {
				c.tokens = append(c.tokens, byte(r.IntN(256)))
			}
			c.scales = append(c.scales, r.Float32()+0.01)
		}
		c.offsets = append(c.offsets, int32(len(c.scales)))
	}
	return c
}

// truth is MaxSim in float64 with the nibbles taken apart one by one, and the size of its terms.
func (c maxSimCase) truth(i int) (want, size float64) {
	q := len(c.query) / TokenWidth
	for k := range q {
		best := math.Inf(-1)
		for t := c.offsets[i]; t < c.offsets[i+1]; t++ {
			sum, abs := 0.0, 0.0
			for j := range TokenWidth {
				nibble := c.tokens[int(t)*tokenBytes+j/2] >> (4 * (j % 2)) & 15
				p := float64(c.query[k*TokenWidth+j]) * float64(int(nibble)-8) * float64(c.scales[t])
				sum, abs = sum+p, abs+math.Abs(p)
			}
			best, size = max(best, sum), max(size, abs)
		}
		want += best
	}
	return want / float64(q), size
}

func (c maxSimCase) check(t *testing.T, v variant) {
	t.Helper()
	out := make([]float32, len(c.offsets)-1)
	maxSim(v, c.query, c.tokens, c.scales, c.offsets, out)
	for i, got := range out {
		want, size := c.truth(i)
		if bound := 0x1p-23 * (TokenWidth + float64(len(c.query)/TokenWidth)) * size; !(math.Abs(float64(got)-want) <= bound) {
			t.Fatalf("%v: memory %d: %v, true answer %v ± %v", v, i, got, want, bound)
		}
	}
}

func TestMaxSimEveryVariant(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, v := range available() {
		for _, q := range []int{1, 2, 31, 33} {
			randomMaxSim(r, q, []int{1, 31, 32, 33, 2}).check(t, v)
		}
		randomMaxSim(r, 3, []int{1025}).check(t, v)
	}
}

func TestMaxSimRefusesShapesThatDoNotFit(t *testing.T) {
	c := randomMaxSim(rand.New(rand.NewPCG(1, 1)), 2, []int{2, 1})
	out := make([]float32, 2)
	if err := MaxSim(c.query, c.tokens, c.scales, c.offsets, out); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"no query":      MaxSim(nil, c.tokens, c.scales, c.offsets, out),
		"ragged query":  MaxSim(c.query[1:], c.tokens, c.scales, c.offsets, out),
		"ragged tokens": MaxSim(c.query, c.tokens[1:], c.scales, c.offsets, out),
		"no tokens":     MaxSim(c.query, c.tokens, c.scales, []int32{0, 3, 3}, out),
		"short offsets": MaxSim(c.query, c.tokens, c.scales, []int32{0, 3}, out),
		"low offsets":   MaxSim(c.query, c.tokens, c.scales, []int32{0, 1, 2}, out),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzMaxSim(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(5), uint8(1))
	f.Fuzz(func(t *testing.T, seed uint64, q, a, b uint8) {
		c := randomMaxSim(rand.New(rand.NewPCG(seed, 2)), int(q)%48+1, []int{int(a)%64 + 1, int(b)%64 + 1})
		for _, v := range available() {
			c.check(t, v)
		}
	})
}

func BenchmarkMaxSim(b *testing.B) {
	lengths := make([]int, 256)
	for i := range lengths {
		lengths[i] = 60
	}
	c := randomMaxSim(rand.New(rand.NewPCG(1, 1)), 12, lengths)
	out := make([]float32, len(lengths))
	for _, v := range available() {
		b.Run(fmt.Sprintf("%v/12x60x256", v), func(b *testing.B) {
			for b.Loop() {
				maxSim(v, c.query, c.tokens, c.scales, c.offsets, out)
			}
			b.ReportMetric(12*60*256*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mdot/s")
		})
	}
}
