package arith

import (
	"math"
	"unicode"
)

// E9, the binary spatter code of a text (Kanerva 1996; trigrams of letters: Joshi, Halseth, Kanerva 2016).
//
//   - Fold: every code point to its lower case, every run of white space to one blank, one blank at either end. So
//     the first and the last word look as they would inside a sentence, and a text of L code points has L trigrams:
//     one letter has one. A text without a code point that is not white space is absent. Bytes that are not UTF-8
//     count as U+FFFD.
//   - Trigram: v = c₀ ⊕ ρ(c₁) ⊕ ρ²(c₂), with the item vectors of item.go and ρ a rotation by one bit.
//   - Bundle: in every bit the trigrams vote, each with one vote, the fixed tie vector T with anchor(n) votes; the
//     majority wins, and T wins ties.
//
// Why T has more than the casting vote: one changed letter replaces 3 of n trigrams, which leaves the two vote counts
// a correlation of ρ = 1 − 3/n. By the arcsine law a plain majority then keeps a similarity of 1 − 2·arccos(ρ)/π:
// 0.75 for 40 letters, where the space promises 0.8. Votes of T, k = anchorShare·√n, decide the bits in which the text
// itself is nearly undecided, and those are the ones a typo flips: the loss shrinks by exp(−anchorShare²/2). The
// price is that texts without a common trigram have a similarity of about Floor instead of 0; the order of
// similarities stays that of the trigram counts' cosine.

// anchorShare is the weight of the tie vector in standard deviations of a vote.
const anchorShare = 0.74

// Floor is the expected similarity of two texts without a common trigram: (2Φ(anchorShare) − 1)².
const Floor = 0.292

// anchor is the number of votes of the tie vector among n trigrams; always fewer than n, or a text of one letter would
// have no say in its own code.
func anchor(n int) int { return min(int(math.Round(anchorShare*math.Sqrt(float64(n)))), n-1) }

// Code returns E9 of a text: 157 words of 64 bits, of which the first 10,000 bits are used; nil when the text is
// only white space.
func (b *Backend) Code(text string) []uint64 {
	letters := fold(text)
	if len(letters) < 3 {
		return nil
	}
	items := make([]*item, len(letters))
	for i, r := range letters {
		items[i] = b.items.get(r)
	}
	return bundle(items)
}

// fold returns the code points of the text as E9 sees them, a blank at either end.
func fold(text string) []rune {
	out := make([]rune, 1, len(text)+2)
	out[0] = ' '
	for _, r := range text { // gives U+FFFD for a byte that is not UTF-8
		if !unicode.IsSpace(r) {
			out = append(out, unicode.ToLower(r))
		} else if out[len(out)-1] != ' ' {
			out = append(out, ' ')
		}
	}
	if out[len(out)-1] != ' ' {
		out = append(out, ' ')
	}
	return out
}
