package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestBitQueryRoundsToTheNearestOddStep(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, words := range []int{1, 4, 8} {
		v := make([]float32, 64*words)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		q, err := NewBitQuery(v)
		if err != nil {
			t.Fatal(err)
		}
		left, plain, peak := 0.0, 0.0, 0.0
		for _, x := range v {
			peak = max(peak, math.Abs(float64(x)))
		}
		for j, x := range v {
			w := q.step(j)
			if w%2 == 0 || w < -15 || w > 15 || float64(w)*float64(x) < 0 {
				t.Fatalf("component %d = %v became %d", j, x, w)
			}
			left += math.Pow(float64(x)-float64(q.Unit())*float64(w), 2)
			nearest := 2*math.Floor(float64(x)*15/peak/2) + 1
			plain += math.Pow(float64(x)-peak/15*min(nearest, 15), 2)
		}
		if !(left <= plain*(1+1e-6)) {
			t.Errorf("%d words: squared error %v, with unit = peak/15 %v", words, left, plain)
		}
	}
}

func TestBitQueryOfFewLevelsIsExact(t *testing.T) {
	v := make([]float32, 64)
	for j := range v {
		v[j] = 0.25 * float32(2*(j%16)-15)
	}
	q, err := NewBitQuery(v)
	if err != nil {
		t.Fatal(err)
	}
	for j, x := range v {
		if q.Unit() != 0.25 || 0.25*float32(q.step(j)) != x {
			t.Fatalf("component %d: %d·%v, want %v", j, q.step(j), q.Unit(), x)
		}
	}
}

// Nothing in the vector, nothing in the sum: zeros pull neither way.
func TestBitQueryOfZeros(t *testing.T) {
	q, err := NewBitQuery(make([]float32, 128))
	if err != nil || q.Unit() != 0 || q.Bytes() != 16 {
		t.Fatal(q, err)
	}
	if sum := slowDotBits(q, make([]uint64, 2)); sum != 0 {
		t.Errorf("zeros add up to %d", sum)
	}
}

func TestBitQueryRefusesWhatItCannotHold(t *testing.T) {
	nan, inf := make([]float32, 64), make([]float32, 64)
	nan[7], inf[63] = float32(math.NaN()), float32(math.Inf(-1))
	for want, v := range map[string][]float32{
		"number 7 is NaN": nan, "number 63 is -Inf": inf, "width 0 ": nil, "width 65 ": make([]float32, 65), "width 4160 ": make([]float32, 4160),
	} {
		if _, err := NewBitQuery(v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// theErrorOfBits is what theory says of the estimate of ⟨o,v⟩, both random unit vectors, from the signs s of o and the
// rounded v: ⟨o,v⟩ ≈ f·unit·⟨w,s⟩ with f = ⟨o,o⟩/⟨o,s⟩ = 1/|o|₁. What s/|s| keeps of o is c = |o|₁/√d (√(2/π) = .798 for
// normal components), and the rest of it is orthogonal to o and in no direction of its own, so f·⟨v,s⟩ has the deviation
// √(1−c²)/c/√d = .756/√d (Gao & Long 2024, theorem 3.2); the part e of v that rounding loses adds f·⟨e,s⟩, of deviation f·|e|.
func theErrorOfBits(d int, lost float64) float64 {
	c := math.Sqrt(2 / math.Pi)
	return math.Sqrt((1-c*c)/(c*c)+lost/(c*c)) / math.Sqrt(float64(d))
}

func TestDotBitsEstimatesDotProducts(t *testing.T) {
	const d, questions, memories = 512, 40, 500
	r, squares, bias, lost := rand.New(rand.NewPCG(15, 16)), 0.0, 0.0, 0.0
	for range questions {
		v := unitVector(r, d)
		q, err := NewBitQuery(v)
		if err != nil {
			t.Fatal(err)
		}
		for j, x := range v {
			lost += math.Pow(float64(x)-float64(q.Unit())*float64(q.step(j)), 2) / questions
		}
		for range memories {
			o, row, out := unitVector(r, d), make([]uint64, d/64), make([]int32, 1)
			for j, x := range o {
				if x > 0 {
					row[j/64] |= 1 << (j % 64)
				}
			}
			if err := DotBits(q, interleaved(row, d/64), nil, out); err != nil {
				t.Fatal(err)
			}
			truth, size := 0.0, 0.0
			for j := range o {
				truth += float64(o[j]) * float64(v[j])
				size += math.Abs(float64(o[j]))
			}
			miss := float64(q.Unit())*float64(out[0])/size - truth
			squares, bias = squares+miss*miss, bias+miss
		}
	}
	n := float64(questions * memories)
	got, want := math.Sqrt(squares/n), theErrorOfBits(d, lost)
	t.Logf("deviation %.5f, by theory %.5f (without rounding %.5f), mean %.6f, lost in rounding %.4f", got, want, theErrorOfBits(d, 0), bias/n, lost)
	if math.Abs(got/want-1) > 0.02 || math.Abs(bias/n) > 4*want/math.Sqrt(n) || lost > 0.0125 {
		t.Error("not what theory says")
	}
}

func unitVector(r *rand.Rand, d int) []float32 {
	v, square := make([]float32, d), 0.0
	for i := range v {
		v[i] = float32(r.NormFloat64())
		square += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(square))
	}
	return v
}

func FuzzNewBitQuery(f *testing.F) {
	f.Add(float32(1), float32(-0.5), uint8(4))
	f.Add(float32(math.MaxFloat32), float32(math.SmallestNonzeroFloat32), uint8(1))
	f.Fuzz(func(t *testing.T, a, b float32, words uint8) {
		v := make([]float32, 64*(int(words)%64+1))
		for j := range v {
			v[j] = [...]float32{a, b, 0}[j%3]
		}
		q, err := NewBitQuery(v)
		if finite := a-a == 0 && b-b == 0; (err == nil) != finite {
			t.Fatalf("%v, %v: %v", a, b, err)
		}
		if err == nil && !(q.Unit() >= 0 && q.Unit() <= math.MaxFloat32) {
			t.Fatalf("unit %v", q.Unit())
		}
	})
}

func BenchmarkNewBitQuery(b *testing.B) {
	v := unitVector(rand.New(rand.NewPCG(1, 1)), 512)
	b.Run(fmt.Sprint(len(v)), func(b *testing.B) {
		for b.Loop() {
			if _, err := NewBitQuery(v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
