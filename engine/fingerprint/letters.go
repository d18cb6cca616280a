package fingerprint

import (
	"math"
	"unicode"
)

// Letters returns the code points of a text as E9 uses them: in lower case, every run of white space as one blank, and one blank at each end. So the first and
// the last word look as they would inside a sentence, and a text of L code points has L trigrams: one letter has one. Bytes that are not UTF-8 count as
// U+FFFD. A text of white space only gives fewer than three code points, and has no code.
func Letters(text string) []rune {
	out := make([]rune, 1, len(text)+2)
	out[0] = ' '
	for _, r := range text { // range gives U+FFFD for a byte that is not UTF-8
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

// AnchorShare is the weight of E9's tie vector in standard deviations of a vote; engine/backend/arith explains it.
const AnchorShare = 0.74

// Anchor is the number of votes of E9's tie vector among n trigrams. It is always less than n, so that a text of one letter still affects its own
// code.
func Anchor(n int) int { return min(int(math.Round(AnchorShare*math.Sqrt(float64(n)))), n-1) }
