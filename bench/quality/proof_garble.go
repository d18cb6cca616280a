package quality

import (
	"math"
	"math/rand/v2"
	"unicode"
)

// garble changes a share of a text's letters, rounded to whole ones: each is replaced, dropped, doubled by another letter in front of
// it, or swapped with what follows, all four equally often. Other characters are never chosen.
func garble(text string, part float64, r *rand.Rand) string {
	letters := []rune(text)
	var places []int
	for i, c := range letters {
		if unicode.IsLetter(c) {
			places = append(places, i)
		}
	}
	r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	chosen := map[int]bool{}
	for _, p := range places[:int(math.Round(part*float64(len(places))))] {
		chosen[p] = true
	}
	out := make([]rune, 0, len(letters)+len(chosen))
	for i := 0; i < len(letters); i++ {
		if !chosen[i] {
			out = append(out, letters[i])
			continue
		}
		switch r.IntN(4) {
		case 0:
			out = append(out, otherLetter(letters[i], r))
		case 1: // dropped
		case 2:
			out = append(out, otherLetter(letters[i], r), letters[i])
		default:
			if i+1 == len(letters) {
				out = append(out, otherLetter(letters[i], r))
				continue
			}
			out = append(out, letters[i+1], letters[i])
			i++ // what was swapped is not changed again
		}
	}
	return string(out)
}

// otherLetter is one of a to z that is not c in either case.
func otherLetter(c rune, r *rand.Rand) rune {
	for {
		if l := 'a' + rune(r.IntN(26)); l != unicode.ToLower(c) {
			return l
		}
	}
}
