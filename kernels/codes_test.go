package kernels

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCodesLieAsTheyAreSaidTo(t *testing.T) {
	const words, n = 2, 130
	r := rand.New(rand.NewPCG(3, 9))
	_, rows := randomBits(r, words, n)
	codes := interleaved(rows, words)
	if len(codes) != 3*CodeRows*8*words {
		t.Fatalf("%d bytes", len(codes))
	}
	for row := range n {
		for j := range 8 * words {
			want := byte(rows[row*words+j/8] >> (8 * (j % 8)))
			if got := codes[(row/CodeRows*8*words+j)*CodeRows+row%CodeRows]; got != want {
				t.Fatalf("row %d, byte %d: %x, want %x", row, j, got, want)
			}
		}
	}
}

func TestCopiedCodesAreTheRowsAndNoOthers(t *testing.T) {
	const words, n = 3, 70
	r := rand.New(rand.NewPCG(3, 10))
	_, rows := randomBits(r, words, n)
	codes, want := interleaved(rows, words), slices.Clone(rows)
	for range 50 {
		to, from := r.IntN(n), r.IntN(n)
		CopyCode(codes, to, codes, from, 8*words)
		copy(want[to*words:][:words], want[from*words:])
	}
	if !slices.Equal(codes, interleaved(want, words)) {
		t.Error("the codes are not the copied rows")
	}
}

func BenchmarkPutCode(b *testing.B) {
	codes, code := make([]byte, CodesLen(1024, 48)), make([]uint64, 6)
	for i := 0; b.Loop(); i++ {
		PutCode(codes, i%1024, code)
	}
}
