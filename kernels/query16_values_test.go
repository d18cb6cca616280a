package kernels

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestQuery16Values: who multiplies with the values himself gets DotI8's numbers, and no component is off by more than half a step.
func TestQuery16Values(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	for _, w := range []int{1, 31, 384, 1536} {
		query, q, rows, scales := randomDot(r, w, 3)
		out, values := make([]float32, 3), q.Values()
		if err := DotI8(q, rows, scales, nil, out); err != nil {
			t.Fatal(err)
		}
		for k := range out {
			sum := int64(0)
			for j, v := range values {
				sum += int64(v) * int64(rows[k*w+j])
			}
			if got := scales[k] * float32(q.Unit()*float32(sum)); got != out[k] {
				t.Errorf("width %d row %d: %v by the values, DotI8 says %v", w, k, got, out[k])
			}
		}
		for j, x := range query {
			if off := math.Abs(float64(x) - float64(q.Unit())*float64(values[j])); !(off <= 0.5001*float64(q.Unit())) {
				t.Errorf("width %d: component %d is off by %v, half a step is %v", w, j, off, q.Unit()/2)
			}
		}
	}
}
