package arith

import (
	"sync/atomic"

	"asterism/kernels"
)

const (
	codeBits  = 10_000
	codeWords = (codeBits + 63) / 64
	lastBits  = codeBits % 64
	lastMask  = 1<<lastBits - 1
	// rowWords is codeWords, rounded up to what the kernel reads at a time.
	rowWords = (codeWords + kernels.Lanes - 1) / kernels.Lanes * kernels.Lanes
)

type vector [codeWords]uint64

// item is a code point's item vector and the vector rotated by one and by two bits, each as a row that ends in zeros.
type item struct {
	letter rune
	rows   [3 * rowWords]uint64
}

// Keys of the generator. Letter and position go through the mixer one after the other, each added to a key of its
// own, so no letter's stream is a shifted or inverted copy of another's.
const (
	letterKey = 0x9E3779B97F4A7C15
	wordKey   = 0xD1B54A32D192ED03
	tieLetter = -1 // the tie vector is the item vector of this, which is no code point
)

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection whose every output bit depends on every
// input bit.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// itemVector generates the vector of a code point: word i is mix(mix(letter·letterKey + letterKey) + (i+1)·wordKey),
// arithmetic modulo 2⁶⁴; bits from 10,000 on are zero.
func itemVector(letter rune) (v vector) {
	seed := mix(uint64(int64(letter))*letterKey + letterKey)
	for i := range v {
		v[i] = mix(seed + uint64(i+1)*wordKey)
	}
	v[codeWords-1] &= lastMask
	return v
}

// rotate moves every bit one place up; bit 9,999 becomes bit 0.
func rotate(v *vector) (out vector) {
	carry := v[codeWords-1] >> (lastBits - 1)
	for i, w := range v {
		out[i] = w<<1 | carry
		carry = w >> 63
	}
	out[codeWords-1] &= lastMask
	return out
}

func newItem(letter rune) *item {
	it := &item{letter: letter}
	v := itemVector(letter)
	for i := range 3 {
		copy(it.rows[i*rowWords:], v[:])
		v = rotate(&v)
	}
	return it
}

var (
	tieVector = itemVector(tieLetter)
	tieRow    = [rowWords]uint64(append(tieVector[:], make([]uint64, rowWords-codeWords)...))
)

// cacheSlots bounds the cache: 2,048 items of 3.8 KiB. Scripts are runs of code points, so letters of one text seldom
// share a slot.
const cacheSlots = 2048

// itemCache keeps items by code point modulo cacheSlots; of two on a slot the later one stays. It is safe for
// concurrent use: a lost race costs a second generation of the same bits.
type itemCache [cacheSlots]atomic.Pointer[item]

func (c *itemCache) get(letter rune) *item {
	slot := &c[uint32(letter)%cacheSlots]
	if it := slot.Load(); it != nil && it.letter == letter {
		return it
	}
	it := newItem(letter)
	slot.Store(it)
	return it
}
