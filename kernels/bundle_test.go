package kernels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomVotes are votes of a text of n letters of which some differ.
func randomVotes(r *rand.Rand, words, n, differ int) Votes {
	v := Votes{Rows: make([]uint64, 3*words*differ), Letters: make([]int32, n), Tie: make([]uint64, words)}
	for i := range v.Rows {
		v.Rows[i] = r.Uint64()
	}
	for i := range v.Letters {
		v.Letters[i] = r.Int32N(int32(differ))
	}
	for i := range v.Tie {
		v.Tie[i] = r.Uint64()
	}
	v.With, v.Without = r.IntN(n), r.IntN(n)
	return v
}

// checkBundle holds a variant to the definition, a bit after another.
func checkBundle(t *testing.T, variant variant, v Votes) {
	t.Helper()
	words := len(v.Tie)
	out := slices.Repeat([]uint64{0xaaaa_5555_aaaa_5555}, words+1) // what was there must not stay, what lies behind must
	bundle(variant, &v, out[:words])
	bit := func(letter int32, place, j int) uint64 {
		return v.Rows[(3*int(letter)+place)*words+j/64] >> (j % 64) & 1
	}
	for j := range 64 * words {
		votes := 0
		for i := range v.Letters[2:] {
			votes += int(bit(v.Letters[i], 0, j) ^ bit(v.Letters[i+1], 1, j) ^ bit(v.Letters[i+2], 2, j))
		}
		least := v.Without
		if v.Tie[j/64]>>(j%64)&1 == 1 {
			least = v.With
		}
		if got := out[j/64]>>(j%64)&1 == 1; got != (votes >= least) {
			t.Fatalf("%v: %d words, %d letters, bit %d: %v with %d votes of at least %d", variant, words, len(v.Letters), j, got, votes, least)
		}
	}
	if out[words] != 0xaaaa_5555_aaaa_5555 {
		t.Fatalf("%v: written behind the code", variant)
	}
}

func TestBundleEveryVariantIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	for _, variant := range available() {
		for _, n := range sizes {
			v := randomVotes(r, Lanes, n+2, 30)
			for _, least := range []int{-1, 0, n / 2, n - 1, n, n + 1, 1 << 20} {
				v.With, v.Without = least, n-least
				checkBundle(t, variant, v)
			}
		}
		checkBundle(t, variant, randomVotes(r, 3*Lanes, 300, 30))
		all := randomVotes(r, Lanes, 1026, 1) // every bit has 1024 votes or none
		all.With, all.Without = 1024, 1025
		checkBundle(t, variant, all)
	}
}

func TestBundleRefusesShapesThatDoNotFit(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	for name, spoil := range map[string]func(*Votes) int{
		"a code that is shorter":    func(*Votes) int { return Lanes - 1 },
		"a part of a vector":        func(v *Votes) int { v.Tie = v.Tie[1:]; return Lanes - 1 },
		"no words":                  func(v *Votes) int { v.Tie = nil; return 0 },
		"two letters":               func(v *Votes) int { v.Letters = v.Letters[:2]; return Lanes },
		"a part of a row":           func(v *Votes) int { v.Rows = v.Rows[1:]; return Lanes },
		"a letter without rows":     func(v *Votes) int { v.Letters[3] = 4; return Lanes },
		"a letter before the first": func(v *Votes) int { v.Letters[3] = -1; return Lanes },
	} {
		v := randomVotes(r, Lanes, 10, 4)
		out := make([]uint64, spoil(&v))
		if err := Bundle(v, out); err == nil || slices.Max(append(out, 0)) != 0 {
			t.Errorf("%s: %v, %x", name, err, out)
		}
	}
	v := randomVotes(r, Lanes, 10, 4)
	if err := Bundle(v, make([]uint64, Lanes)); err != nil {
		t.Error(err)
	}
}

func FuzzBundle(f *testing.F) {
	f.Add(uint64(1), uint16(300), uint8(30), int16(150), int16(140))
	f.Add(uint64(2), uint16(0), uint8(0), int16(0), int16(-1))
	f.Fuzz(func(t *testing.T, seed uint64, letters uint16, differ uint8, with, without int16) {
		v := randomVotes(rand.New(rand.NewPCG(seed, 1)), Lanes, 3+int(letters)%500, 1+int(differ))
		v.With, v.Without = int(with), int(without)
		for _, variant := range available() {
			checkBundle(t, variant, v)
		}
	})
}

func BenchmarkBundle(b *testing.B) {
	for _, variant := range available() {
		b.Run(fmt.Sprintf("%v/300", variant), func(b *testing.B) {
			v := randomVotes(rand.New(rand.NewPCG(1, 1)), 160, 300, 30)
			out := make([]uint64, 160)
			for b.Loop() {
				bundle(variant, &v, out)
			}
		})
	}
}
