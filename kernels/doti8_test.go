package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomDot(r *rand.Rand, w, n int) (query []float32, q Query16, rows []int8, scales []float32) {
	query, rows, scales = make([]float32, w), make([]int8, n*w), make([]float32, n)
	for i := range query {
		query[i] = float32(r.NormFloat64())
	}
	for i := range rows {
		rows[i] = int8(r.IntN(256) - 128)
	}
	for i := range scales {
		scales[i] = r.Float32()
	}
	q, err := NewQuery16(query)
	if err != nil {
		panic(err)
	}
	return query, q, rows, scales
}

// checkDot compares a variant bit for bit with the reference, and that with float64 arithmetic on the unrounded query.
func checkDot(t *testing.T, v variant, query []float32, q Query16, rows []int8, scales []float32, pick []int32, n int) {
	t.Helper()
	w, out, reference := len(query), make([]float32, n), make([]float32, n)
	dotI8(v, q, rows, scales, pick, out)
	dotI8Generic(q, rows, scales, pick, reference)
	for k, got := range out {
		if got != reference[k] {
			t.Fatalf("%v: width %d row %d: %v, reference %v", v, w, k, got, reference[k])
		}
		r := k
		if pick != nil {
			r = int(pick[k])
		}
		want, bound := 0.0, 0.0
		for j, x := range query {
			p := float64(x) * float64(rows[r*w+j])
			want += p
			bound += float64(q.unit)/2*math.Abs(float64(rows[r*w+j])) + 0x1p-22*math.Abs(p)
		}
		s := float64(scales[r])
		if !(math.Abs(float64(got)-want*s) <= bound*s) {
			t.Fatalf("%v: width %d row %d: %v, true answer %v ± %v", v, w, r, got, want*s, bound*s)
		}
	}
}

func TestDotI8EveryVariant(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, v := range available() {
		for _, w := range sizes {
			for _, n := range []int{1, 3, 4, 5, 31, 33} {
				query, q, rows, scales := randomDot(r, w, n)
				checkDot(t, v, query, q, rows, scales, nil, n)
				pick := []int32{int32(n - 1), 0, int32(n / 2), 0, int32(n - 1)}
				checkDot(t, v, query, q, rows, scales, pick, len(pick))
			}
		}
	}
}

func TestDotI8DoesNotOverflow(t *testing.T) {
	const w, n = maxDotWidth, 5
	query, rows, scales := make([]float32, w), make([]int8, w*n), []float32{1, 1, 1, 1, 1}
	for i := range query {
		query[i] = -1
	}
	for i := range rows {
		rows[i] = -128
	}
	q, err := NewQuery16(query)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range available() {
		checkDot(t, v, query, q, rows, scales, nil, n)
	}
}

func TestQuery16RefusesWhatItCannotHold(t *testing.T) {
	for name, v := range map[string][]float32{
		"NaN": {1, float32(math.NaN())}, "infinite": {float32(math.Inf(-1))}, "too wide": make([]float32, maxDotWidth+1),
	} {
		if _, err := NewQuery16(v); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestDotI8RefusesShapesThatDoNotFit(t *testing.T) {
	f := func(n int) []float32 { return make([]float32, n) }
	q := func(n int) Query16 { return Query16{values: make([]int16, n)} }
	for name, err := range map[string]error{
		"no query":        DotI8(q(0), make([]int8, 4), f(1), nil, f(1)),
		"ragged rows":     DotI8(q(3), make([]int8, 4), f(1), nil, f(1)),
		"too few scales":  DotI8(q(2), make([]int8, 4), f(1), nil, f(2)),
		"too little room": DotI8(q(2), make([]int8, 4), f(2), nil, f(1)),
		"pick outside":    DotI8(q(2), make([]int8, 4), f(2), []int32{2}, f(1)),
		"pick negative":   DotI8(q(2), make([]int8, 4), f(2), []int32{-1}, f(1)),
		"pick and room":   DotI8(q(2), make([]int8, 4), f(2), []int32{1}, f(2)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := DotI8(q(2), nil, nil, nil, nil); err != nil {
		t.Errorf("no rows: %v", err)
	}
}

func FuzzDotI8(f *testing.F) {
	f.Add(uint64(1), uint16(33), uint8(5))
	f.Fuzz(func(t *testing.T, seed uint64, width uint16, rows uint8) {
		w, n := int(width)%2048+1, int(rows)%40+1
		query, q, data, scales := randomDot(rand.New(rand.NewPCG(seed, 0)), w, n)
		for _, v := range available() {
			checkDot(t, v, query, q, data, scales, nil, n)
		}
	})
}

func BenchmarkDotI8(b *testing.B) {
	for _, v := range available() {
		for _, n := range []int{1024, 65536} {
			b.Run(fmt.Sprintf("%v/1024x%d", v, n), func(b *testing.B) {
				_, query, rows, scales := randomDot(rand.New(rand.NewPCG(1, 1)), 1024, n)
				out := make([]float32, n)
				b.SetBytes(int64(len(rows)))
				for b.Loop() {
					dotI8(v, query, rows, scales, nil, out)
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mdot/s")
			})
		}
	}
}

// A thousand rows of 1,536 here and there in 0.8 GB, as exact scoring reads the best candidates; other ones every time.
func BenchmarkDotI8Picked(b *testing.B) {
	const w, n, picked = 1536, 1 << 19, 1000
	r := rand.New(rand.NewPCG(3, 3))
	_, query, some, _ := randomDot(r, w, 64)
	rows, scales, out := slices.Repeat(some, n/64), make([]float32, n), make([]float32, picked)
	pick := make([]int32, picked)
	for _, v := range available() {
		b.Run(v.String(), func(b *testing.B) {
			b.SetBytes(w * picked)
			for b.Loop() {
				for i := range pick {
					pick[i] = int32(r.IntN(n))
				}
				dotI8(v, query, rows, scales, pick, out)
			}
		})
	}
}
