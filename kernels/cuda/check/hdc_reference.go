package check

import "asterism/kernels/cuda"

// hdcBits is the number of bits of a code.
const hdcBits = 10_000

// ReferenceHDC is the code of a text by plain counting, one bit after another: see hdc.cu for the formula. letters are at least three.
func ReferenceHDC(letters []int32, anchor int) []uint64 {
	items := map[int32][]uint64{-1: referenceItem(-1)}
	for _, l := range letters {
		if items[l] == nil {
			items[l] = referenceItem(l)
		}
	}
	bit := func(letter int32, i int) int {
		i = (i + hdcBits) % hdcBits
		return int(items[letter][i/64] >> (i % 64) & 1)
	}
	out := make([]uint64, cuda.HDCWords)
	for i := range hdcBits {
		tie := 2*bit(-1, i) - 1
		sum := anchor * tie
		for j := range len(letters) - 2 {
			sum += 2*(bit(letters[j], i)^bit(letters[j+1], i-1)^bit(letters[j+2], i-2)) - 1
		}
		if sum > 0 || sum == 0 && tie > 0 {
			out[i/64] |= 1 << (i % 64)
		}
	}
	return out
}

// referenceItem is a letter's item vector: word w is mix(mix(letter·a + a) + (w+1)·b).
func referenceItem(letter int32) []uint64 {
	const a, b = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
	out := make([]uint64, cuda.HDCWords)
	for w := range out {
		out[w] = referenceMix(referenceMix(uint64(int64(letter))*a+a) + uint64(w+1)*b)
	}
	return out
}

// referenceMix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func referenceMix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
