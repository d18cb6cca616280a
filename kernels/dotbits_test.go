package kernels

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// bitWords are the widths that are searched and those around whole registers, in words.
var bitWords = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 31, 33, 64}

// codeCounts are numbers of rows around whole blocks, and odd ones.
var codeCounts = []int{1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1025}

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

// interleaved lays rows of so many words out as codes. Rows that are needed to make a block whole are all ones: what they hold must not matter.
func interleaved(rows []uint64, words int) []byte {
	n := len(rows) / words
	codes := slices.Repeat([]byte{0xff}, CodesLen(n, 8*words))
	for r := range n {
		PutCode(codes, r, rows[r*words:][:words])
	}
	return codes
}

// step is component j of the rounded vector, from the entries with and without its bit.
func (q BitQuery) step(j int) int {
	table := q.tables[j/4*16:][:16]
	return int(table[1<<(j%4)]) - int(table[0])
}

// slowDotBits is the definition: one component after the other.
func slowDotBits(q BitQuery, row []uint64) int32 {
	sum := 0
	for j := range 8 * q.width {
		if row[j/64]>>(j%64)&1 == 1 {
			sum += q.step(j)
		} else {
			sum -= q.step(j)
		}
	}
	return int32(sum)
}

func checkDotBits(t *testing.T, v variant, q BitQuery, rows []uint64, n int) {
	t.Helper()
	words := q.width / 8
	codes := interleaved(rows, words)
	got := make([]int32, n+1)
	got[n] = 12345 // what lies behind must stay
	dotBits(v, q, codes, nil, got[:n])
	if got[n] != 12345 {
		t.Fatalf("%v: %d words, %d rows: wrote behind the results", v, words, n)
	}
	for r := range n {
		if want := slowDotBits(q, rows[r*words:][:words]); got[r] != want {
			t.Fatalf("%v: %d words, %d rows, row %d: %d, want %d", v, words, n, r, got[r], want)
		}
	}
}

func TestDotBitsEveryVariantIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, v := range available() {
		for _, words := range bitWords {
			q := randomBitQuery(r, words)
			for _, n := range codeCounts {
				if n > 200 && words > 6 {
					continue // the definition is slow
				}
				_, rows := randomBits(r, words, n+r.IntN(70)) // more than are asked for
				checkDotBits(t, v, q, rows, n)
			}
		}
	}
}

func TestDistanceQueryCountsDifferingBits(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 12))
	for _, v := range available() {
		for _, words := range []int{1, 4, 64} {
			for _, n := range codeCounts {
				query, rows := randomBits(r, words, n)
				q, err := NewDistanceQuery(query)
				if err != nil {
					t.Fatal(err)
				}
				got := make([]int32, n)
				dotBits(v, q, interleaved(rows, words), nil, got)
				for k := range n {
					want := 0
					for j, x := range query {
						want += bits.OnesCount64(x ^ rows[k*words+j])
					}
					if int(got[k]) != want {
						t.Fatalf("%v: %d words, row %d of %d: %d, want %d", v, words, k, n, got[k], want)
					}
				}
			}
		}
	}
	if _, err := NewDistanceQuery(nil); err == nil {
		t.Error("no bits were taken")
	}
	if _, err := NewDistanceQuery(make([]uint64, 65)); err == nil {
		t.Error("65 words were taken")
	}
}

// The greatest sums there are: all steps 15 and all signs alike, at the greatest width.
func TestDotBitsDoesNotOverflow(t *testing.T) {
	v := slices.Repeat([]float32{1}, maxBitWidth)
	q, err := NewBitQuery(v)
	if err != nil {
		t.Fatal(err)
	}
	if q.step(0) != 15 || q.step(maxBitWidth-1) != 15 {
		t.Fatalf("steps are %d and %d: the test is of no use", q.step(0), q.step(maxBitWidth-1))
	}
	rows := append(slices.Repeat([]uint64{^uint64(0)}, 64), make([]uint64, 64)...)
	for _, v := range available() {
		out := make([]int32, 2)
		if dotBits(v, q, interleaved(rows, 64), nil, out); !slices.Equal(out, []int32{15 * 4096, -15 * 4096}) {
			t.Errorf("%v: %v", v, out)
		}
	}
}

func TestDotBitsRefusesShapesThatDoNotFit(t *testing.T) {
	q, codes := randomBitQuery(rand.New(rand.NewPCG(1, 1)), 2), make([]byte, 2*CodeRows*16)
	for name, err := range map[string]error{
		"no query":       DotBits(BitQuery{}, codes, nil, make([]int32, 2)),
		"half a block":   DotBits(q, codes[:len(codes)-16], nil, make([]int32, 2)),
		"too much room":  DotBits(q, codes, nil, make([]int32, 2*CodeRows+1)),
		"no codes, room": DotBits(q, nil, nil, make([]int32, 1)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := DotBits(q, nil, nil, nil); err != nil {
		t.Errorf("no rows: %v", err)
	}
	out := make([]int32, 2*CodeRows)
	if err := DotBits(q, codes, nil, out); err != nil || out[2*CodeRows-1] != slowDotBits(q, make([]uint64, 2)) {
		t.Errorf("%v, %v", err, out)
	}
}

// A row is written while the rows before it, in the same block, are being scanned: neither may disturb the other. Under the race detector
// this shows that no byte that belongs to the row is even looked at by the plain form.
func TestDotBitsBesideAWriter(t *testing.T) {
	const words, rows, rounds = 4, 70, 200
	r := rand.New(rand.NewPCG(23, 5))
	q := randomBitQuery(r, words)
	_, data := randomBits(r, words, rows)
	for _, v := range available() {
		codes := interleaved(data, words)
		for round := range rounds {
			n := round%(rows-1) + 1 // as many are seen, the next one is written
			out := make([]int32, n)
			var both sync.WaitGroup
			both.Go(func() { dotBits(v, q, codes, codes, out) })
			PutCode(codes, n, data[n*words:][:words])
			both.Wait()
			for k, got := range out {
				if want := slowDotBits(q, data[k*words:][:words]); got != want {
					t.Fatalf("%v: row %d of %d: %d, want %d", v, k, n, got, want)
				}
			}
		}
	}
}

func FuzzDotBits(f *testing.F) {
	f.Add(uint64(1), uint8(8), uint8(33))
	f.Fuzz(func(t *testing.T, seed uint64, words, rows uint8) {
		r, n := rand.New(rand.NewPCG(seed, 3)), int(rows)+1
		q := randomBitQuery(r, int(words)%64+1)
		_, data := randomBits(r, q.width/8, n)
		for _, v := range available() {
			checkDotBits(t, v, q, data, n)
		}
	})
}

// 1,024 rows fit into the caches that are one core's own; 4 million take 128 to 256 MiB, so memory sets their rate.
func BenchmarkDotBits(b *testing.B) {
	for _, v := range available() {
		for _, words := range []int{4, 6, 8} {
			for _, n := range []int{1024, 1 << 22} {
				q, codes := benchmarkBits(words, n)
				b.Run(fmt.Sprintf("%v/%dx%d", v, words, n), func(b *testing.B) {
					b.SetBytes(int64(len(codes)))
					for b.Loop() {
						scanDotBits(v, q, codes)
					}
					b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(n)/float64(b.N), "ns/row")
				})
			}
		}
	}
}

func benchmarkBits(words, n int) (BitQuery, []byte) {
	codes := make([]byte, CodesLen(n, 8*words))
	for i := range codes {
		codes[i] = byte(uint64(i) * 0x9e3779b97f4a7c15 >> 56)
	}
	return randomBitQuery(rand.New(rand.NewPCG(1, 1)), words), codes
}

// scanDotBits goes through rows as a search does, 1,024 at a time.
func scanDotBits(v variant, q BitQuery, codes []byte) {
	out, part := make([]int32, 1024), 1024*q.width
	for k := 0; k < len(codes); k += part {
		dotBits(v, q, codes[k:][:part], codes[k+part:], out)
	}
}

// Two cores, each with a half of the rows.
func BenchmarkDotBitsTwoCores(b *testing.B) {
	q, codes := benchmarkBits(8, 1<<22)
	work := func(from, to int) { scanDotBits(chosen, q, codes[from:to]) }
	b.SetBytes(int64(len(codes)))
	for b.Loop() {
		var both sync.WaitGroup
		both.Go(func() { work(0, len(codes)/2) })
		both.Go(func() { work(len(codes)/2, len(codes)) })
		both.Wait()
	}
}
