package kernels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// bitWords are the widths that are searched and those around whole registers, in words.
var bitWords = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 31, 33, 64}

func randomBitQuery(r *rand.Rand, words int) BitQuery {
	v := make([]float32, 64*words)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	q, err := NewBitQuery(v)
	if err != nil {
		panic(err)
	}
	return q
}

// step is component j of the rounded vector, from its bits.
func (q BitQuery) step(j int) int {
	u := 0
	for p := range 4 {
		u |= int(q.planes[p*q.words+j/64]>>(j%64)&1) << p
	}
	return 2*u - 15
}

// slowDotBits is the definition: one component after the other.
func slowDotBits(q BitQuery, row []uint64) int32 {
	sum := 0
	for j := range 64 * q.words {
		if row[j/64]>>(j%64)&1 == 1 {
			sum += q.step(j)
		} else {
			sum -= q.step(j)
		}
	}
	return int32(sum)
}

func checkDotBits(t *testing.T, v variant, q BitQuery, rows []uint64, pick []int32, n int) {
	t.Helper()
	got := make([]int32, n+1)
	got[n] = 12345 // what lies behind must stay
	dotBits(v, q, rows, pick, got[:n])
	if got[n] != 12345 {
		t.Fatalf("%v: %d words, %d rows: wrote behind the results", v, q.words, n)
	}
	for k := range n {
		r := k
		if pick != nil {
			r = int(pick[k])
		}
		if want := slowDotBits(q, rows[r*q.words:][:q.words]); got[k] != want {
			t.Fatalf("%v: %d words, %d rows, row %d: %d, want %d", v, q.words, n, r, got[k], want)
		}
	}
}

func TestDotBitsEveryVariantIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, v := range available() {
		for _, words := range bitWords {
			q := randomBitQuery(r, words)
			for _, n := range []int{1, 15, 16, 17, 31, 32, 33} {
				_, rows := randomBits(r, words, n)
				checkDotBits(t, v, q, rows, nil, n)
				pick := make([]int32, r.IntN(40)+1)
				for i := range pick {
					pick[i] = int32(r.IntN(n))
				}
				checkDotBits(t, v, q, rows, pick, len(pick))
			}
		}
		_, rows := randomBits(r, 6, 1025)
		checkDotBits(t, v, randomBitQuery(r, 6), rows, nil, 1025)
	}
}

// The greatest sums there are: all steps 15 and all signs alike, at the greatest width.
func TestDotBitsDoesNotOverflow(t *testing.T) {
	q := BitQuery{planes: slices.Repeat([]uint64{^uint64(0)}, 4*64), words: 64}
	rows := append(slices.Repeat([]uint64{^uint64(0)}, 64), make([]uint64, 64)...)
	for _, v := range available() {
		out := make([]int32, 2)
		if dotBits(v, q, rows, nil, out); !slices.Equal(out, []int32{15 * 4096, -15 * 4096}) {
			t.Errorf("%v: %v", v, out)
		}
	}
}

func TestDotBitsRefusesShapesThatDoNotFit(t *testing.T) {
	q, room := randomBitQuery(rand.New(rand.NewPCG(1, 1)), 2), make([]int32, 2)
	for name, err := range map[string]error{
		"no query":        DotBits(BitQuery{}, make([]uint64, 4), nil, room),
		"ragged rows":     DotBits(q, make([]uint64, 5), nil, room),
		"too little room": DotBits(q, make([]uint64, 6), nil, room),
		"pick outside":    DotBits(q, make([]uint64, 4), []int32{0, 2}, room),
		"pick negative":   DotBits(q, make([]uint64, 4), []int32{-1, 0}, room),
		"pick and room":   DotBits(q, make([]uint64, 4), []int32{1}, room),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := DotBits(q, nil, nil, nil); err != nil {
		t.Errorf("no rows: %v", err)
	}
	if err := DotBits(q, make([]uint64, 4), []int32{1, 1}, room); err != nil || room[0] != slowDotBits(q, make([]uint64, 2)) {
		t.Errorf("%v, %v", room, err)
	}
}

func FuzzDotBits(f *testing.F) {
	f.Add(uint64(1), uint8(8), uint8(33))
	f.Fuzz(func(t *testing.T, seed uint64, words, rows uint8) {
		r, n := rand.New(rand.NewPCG(seed, 3)), int(rows)%70+1
		q := randomBitQuery(r, int(words)%64+1)
		_, data := randomBits(r, q.words, n)
		for _, v := range available() {
			checkDotBits(t, v, q, data, nil, n)
		}
	})
}

// 1,024 rows fit into the caches that are one core's own; 4 million take 128 to 256 MiB. What BenchmarkSum says in the same run
// is how fast memory can be read.
func BenchmarkDotBits(b *testing.B) {
	for _, v := range available() {
		for _, words := range []int{4, 6, 8} {
			for _, n := range []int{1024, 1 << 22} {
				q, rows := benchmarkBits(words, n)
				b.Run(fmt.Sprintf("%v/%dx%d", v, words, n), func(b *testing.B) {
					b.SetBytes(int64(8 * len(rows)))
					for b.Loop() {
						scanDotBits(v, q, rows)
					}
				})
			}
		}
	}
}

func benchmarkBits(words, n int) (BitQuery, []uint64) {
	rows := make([]uint64, words*n)
	for i := range rows {
		rows[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	return randomBitQuery(rand.New(rand.NewPCG(1, 1)), words), rows
}

// scanDotBits goes through rows as a search does, 1,024 at a time.
func scanDotBits(v variant, q BitQuery, rows []uint64) {
	out, part := make([]int32, 1024), 1024*q.words
	for k := 0; k < len(rows); k += part {
		dotBits(v, q, rows[k:][:part], nil, out)
	}
}

// Two cores, each with a half of the rows, and the same for plain reading.
func BenchmarkDotBitsTwoCores(b *testing.B) {
	q, rows := benchmarkBits(8, 1<<22)
	for name, work := range map[string]func([]uint64){
		"scan": func(part []uint64) { scanDotBits(chosen, q, part) },
		"sum":  func(part []uint64) { Sum(part) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(8 * len(rows)))
			for b.Loop() {
				var both sync.WaitGroup
				both.Go(func() { work(rows[:len(rows)/2]) })
				both.Go(func() { work(rows[len(rows)/2:]) })
				both.Wait()
			}
		})
	}
}

// Every eighth row on average, as a filter leaves them.
func BenchmarkDotBitsPicked(b *testing.B) {
	r := rand.New(rand.NewPCG(2, 2))
	q, rows := benchmarkBits(8, 1<<22)
	var pick []int32
	for k := range 1 << 22 {
		if r.IntN(8) == 0 {
			pick = append(pick, int32(k))
		}
	}
	out := make([]int32, len(pick))
	for _, v := range available() {
		b.Run(v.String(), func(b *testing.B) {
			b.SetBytes(int64(64 * len(pick)))
			for b.Loop() {
				dotBits(v, q, rows, pick, out)
			}
		})
	}
}
