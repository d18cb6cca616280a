package path

import (
	"asterism/engine/contradict"
	"asterism/engine/pattern"
	"asterism/engine/words"
)

// The ways of English to name a cause beside its effect in one sentence: the group cause holds the words of the one, effect those of the other, "" where the rest of the sentence
// is meant. "Since" and "as" name a time or a manner elsewhere than at the beginning, before a comma.
var reasons = []*pattern.Pattern{
	pattern.New(`(?i)^\s*(?:since|as)\s+(?P<cause>[^,]+),(?P<effect>.+)$`),
	pattern.New(`(?i)^\s*(?:because(?: of)?|due to|owing to|as a result of)\s+(?P<cause>[^,]+),(?P<effect>.+)$`),
	pattern.New(`(?i)^(?P<effect>.*?\S),?\s+(?:because(?: of)?|due to|owing to|as a result of|(?:was|were|is|are|been) (?:caused|triggered|brought about) by)\s+(?P<cause>.+)$`),
	pattern.New(`(?i)^\s*because(?: of)?\s+(?P<cause>.+)$`),
	pattern.New(`(?i)^(?P<cause>.+?),\s*(?:and )?(?:so|therefore|which is why|that is why)\s+(?P<effect>.+)$`),
}

// ends are where one sentence stops and the next begins.
var ends = pattern.New(`[.;!?]+(?:\s+|$)|\n+`)

// clauses are a cause and its effect as one sentence tells them, by the words that each says.
type clauses struct{ cause, effect map[uint16]bool }

// clausesOf reads the sentences of a text that tell a cause and its effect.
func clausesOf(text string) (out []clauses) {
	for _, sentence := range ends.Regexp().Split(text, -1) {
		for _, r := range reasons {
			m := r.FindStringSubmatch(sentence)
			if m == nil {
				continue
			}
			c := clauses{cause: stems(m[r.Regexp().SubexpIndex("cause")])}
			if i := r.Regexp().SubexpIndex("effect"); i >= 0 {
				c.effect = stems(m[i])
			}
			out = append(out, c)
			break
		}
	}
	return out
}

// stems are the words of a text that say something.
func stems(text string) map[uint16]bool {
	counts, _ := words.Of(text)
	out := make(map[uint16]bool, len(counts))
	for _, c := range counts {
		out[c.ID] = true
	}
	return out
}

// shared is the part of some words that a text says; 0 of none.
func shared(some, text map[uint16]bool) float64 {
	n := 0
	for id := range some {
		if text[id] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(some)))
}

// leastShared is how much of a clause another text must say to be what the clause is about.
const leastShared = 0.5

// takesUp is what is said where a text that tells why something happened is about what another one tells. That another one may tell what came of it, or the same again, before it or after it; so it tells
// no direction alone: with saidTells the chance is .89, and that a direction is told takes more.
const takesUp = 0.7

// said tells by the words of two texts which of them is named as the cause of the other: 1 for the first, −1 for the second, 0 where they say nothing of it or both, takesUp and −takesUp where they say
// little. A text names another as its cause where the clause of reason in it is about that text, and the clause of its effect is less so. What went wrong comes before the text that says it is mended.
func said(first, second string) float64 {
	forward, backward := names(first, second) || mends(second, first), names(second, first) || mends(first, second)
	if !forward && !backward {
		forward, backward = goesOn(first, second), goesOn(second, first)
		return takesUp * (one(forward) - one(backward))
	}
	return one(forward) - one(backward)
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// names reports whether the second text says that the first is its cause.
func names(cause, effect string) bool {
	c := stems(cause)
	for _, s := range clausesOf(effect) {
		if about := shared(s.cause, c); about >= leastShared && about > shared(s.effect, c) {
			return true
		}
	}
	return false
}

// goesOn reports whether the second text tells of something that happened, and that is about the effect of which the first says the cause.
func goesOn(cause, effect string) bool {
	if !contradict.Happened(effect) {
		return false
	}
	e := stems(effect)
	for _, s := range clausesOf(cause) {
		if about := shared(s.effect, e); about >= leastShared && about > shared(s.cause, e) {
			return true
		}
	}
	return false
}
