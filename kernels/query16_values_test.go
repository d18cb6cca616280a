package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
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

// TestAQueryOfInt8IsThatOfItsNumbers: the short way to a row that is stored as int8 gives the same bits as its numbers.
func TestAQueryOfInt8IsThatOfItsNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 2))
	for round := range 300 {
		values, scale := make([]int8, r.IntN(800)), r.Float32()*float32(math.Pow(10, float64(r.IntN(60)-40)))
		for i := range values {
			values[i] = int8(r.IntN(256) >> r.IntN(8))
		}
		if round%20 == 0 {
			clear(values)
		}
		if round%30 == 0 {
			scale = 0
		}
		numbers := make([]float32, len(values))
		for i, v := range values {
			numbers[i] = float32(v) * scale
		}
		want, err := NewQuery16(numbers)
		if err != nil {
			t.Fatal(err)
		}
		got, err := NewQuery16I8(values, scale)
		if err != nil || got.unit != want.unit || !slices.Equal(got.values, want.values) {
			t.Fatalf("%v in steps of %v: %v, want %v, error %v", values, scale, got, want, err)
		}
	}
	for name, c := range map[string]struct {
		width int
		scale float32
	}{"wide": {maxDotWidth + 1, 1}, "below 0": {3, -1}, "NaN": {3, float32(math.NaN())}, "infinite": {3, float32(math.Inf(1))}, "large": {3, math.MaxFloat32}} {
		if _, err := NewQuery16I8(make([]int8, c.width), c.scale); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
