package arith

import "asterism/engine/fingerprint"

// E9, the binary spatter code of a text (Kanerva 1996; trigrams of letters: Joshi, Halseth, Kanerva 2016).
//
//   - Letters: [fingerprint.Letters]. A text without a code point that is not white space is absent.
//   - Trigram: v = c₀ ⊕ ρ(c₁) ⊕ ρ²(c₂), with the item vectors of item.go and ρ a rotation by one bit.
//   - Bundle: in every bit the trigrams vote, each with one vote, the fixed tie vector T with [fingerprint.Anchor] votes; the
//     majority wins, and T wins ties.
//
// Why T has more than the casting vote: one changed letter replaces 3 of n trigrams, which leaves the two vote counts
// a correlation of ρ = 1 − 3/n. By the arcsine law a plain majority then keeps a similarity of 1 − 2·arccos(ρ)/π:
// 0.75 for 40 letters, where the space promises 0.8. Votes of T, k = AnchorShare·√n, decide the bits in which the text
// itself is nearly undecided, and those are the ones a typo flips: the loss shrinks by exp(−AnchorShare²/2). The
// price is that texts without a common trigram have a similarity of about Floor instead of 0; the order of
// similarities stays that of the trigram counts' cosine.

// Floor is the expected similarity of two texts without a common trigram: (2Φ(AnchorShare) − 1)².
const Floor = 0.292

// Code returns E9 of a text: 157 words of 64 bits, of which the first 10,000 bits are used; nil when the text is
// only white space.
func (b *Backend) Code(text string) []uint64 {
	letters := fingerprint.Letters(text)
	if len(letters) < 3 {
		return nil
	}
	return bundle(&b.items, letters)
}
