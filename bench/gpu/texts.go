package main

import (
	"math/rand/v2"
	"strings"
)

// drawText makes words of syllables, about as many as a text of so many tokens has.
func drawText(r *rand.Rand, tokens int) string {
	const tokensAWord = 1.4
	words := make([]string, max(1, int(float64(tokens)/tokensAWord)))
	for i := range words {
		for range 1 + r.IntN(3) {
			words[i] += string("bdfgklmnprstvz"[r.IntN(14)]) + string("aeiou"[r.IntN(5)])
		}
	}
	return strings.Join(words, " ")
}
