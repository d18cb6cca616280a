package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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

// truth is MaxSim in float64 with the nibbles taken apart one by one, and how far a result may be from it: half a step of
// 1/32,767 of a vector's greatest component times the greatest Σ|token|, and the rounding of float32 sums.
func (c maxSimCase) truth(i int) (want, bound float64) {
	q, size := len(c.query)/TokenWidth, 0.0
	for k := range q {
		best, peak, most := math.Inf(-1), 0.0, 0.0
		for t := c.offsets[i]; t < c.offsets[i+1]; t++ {
			sum, abs := 0.0, 0.0
			for j := range TokenWidth {
				nibble := c.tokens[int(t)*tokenBytes+j/2] >> (4 * (j % 2)) & 15
				x, y := float64(c.query[k*TokenWidth+j]), float64(int(nibble)-8)*float64(c.scales[t])
				sum, abs, peak = sum+x*y, abs+math.Abs(y), max(peak, math.Abs(x))
			}
			best, most = max(best, sum), max(most, abs)
		}
		want += best / float64(q)
		size += math.Abs(best) / float64(q)
		bound += peak / 32767 / 2 * most / float64(q)
	}
	return want, bound + 0x1p-23*float64(q+3)*size
}

// check compares a variant bit for bit with the reference, and that with float64 arithmetic on the unrounded query.
func (c maxSimCase) check(t *testing.T, v variant) {
	t.Helper()
	q, err := newTokenQuery(c.query)
	if err != nil {
		t.Fatal(err)
	}
	out, reference := make([]float32, len(c.offsets)-1), make([]float32, len(c.offsets)-1)
	maxSim(v, q, c.tokens, c.scales, c.offsets, out)
	maxSimGeneric(q, c.tokens, c.scales, c.offsets, reference)
	for i, got := range out {
		if got != reference[i] {
			t.Fatalf("%v: memory %d: %v, reference %v", v, i, got, reference[i])
		}
		want, bound := c.truth(i)
		if !(math.Abs(float64(got)-want) <= bound) {
			t.Fatalf("%v: memory %d: %v, true answer %v ± %v", v, i, got, want, bound)
		}
	}
}

func TestMaxSimEveryVariant(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, v := range available() {
		for _, q := range []int{1, 2, 15, 16, 17, 31, 33} {
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
	broken := slices.Clone(c.query)
	broken[TokenWidth+5] = float32(math.NaN())
	for name, err := range map[string]error{
		"not a number":  MaxSim(broken, c.tokens, c.scales, c.offsets, out),
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
	out := make([]float32, len(lengths))
	for _, v := range available() {
		for _, n := range []int{8, 12, 16, 32, 40} {
			b.Run(fmt.Sprintf("%v/%dx60x256", v, n), func(b *testing.B) {
				c := randomMaxSim(rand.New(rand.NewPCG(1, 1)), n, lengths)
				for b.Loop() {
					q, err := newTokenQuery(c.query)
					if err != nil {
						b.Fatal(err)
					}
					maxSim(v, q, c.tokens, c.scales, c.offsets, out)
				}
				b.ReportMetric(float64(n*60*256*b.N)/b.Elapsed().Seconds()/1e6, "Mdot/s")
			})
		}
	}
}
