package path

import (
	"asterism/engine/contradict"
	"asterism/engine/pattern"
	"asterism/engine/words"
)

// The English ways to name a cause next to its effect in one sentence: the group cause contains the words of the one, effect those of the other; "" means the rest of the
// sentence. "Since" and "as" count only at the start and before a comma: elsewhere they name a time or a manner.
var reasons = []*pattern.Pattern{
	pattern.New(`(?i)^\s*(?:since|as)\s+(?P<cause>[^,]+),(?P<effect>.+)$`),
	pattern.New(`(?i)^\s*(?:because(?: of)?|due to|owing to|as a result of)\s+(?P<cause>[^,]+),(?P<effect>.+)$`),
	pattern.New(`(?i)^(?P<effect>.*?\S),?\s+(?:because(?: of)?|due to|owing to|as a result of|(?:was|were|is|are|been) (?:caused|triggered|brought about) by)\s+(?P<cause>.+)$`),
	pattern.New(`(?i)^\s*because(?: of)?\s+(?P<cause>.+)$`),
	pattern.New(`(?i)^(?P<cause>.+?),\s*(?:and )?(?:so|therefore|which is why|that is why)\s+(?P<effect>.+)$`),
}

// ends are the places between two sentences.
var ends = pattern.New(`[.;!?]+(?:\s+|$)|\n+`)

// clauses holds the words of a cause and of its effect in one sentence.
type clauses struct{ cause, effect map[uint16]bool }

// clausesOf finds the sentences of a text that name a cause and its effect.
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

// stems returns the words of a text except stop words.
func stems(text string) map[uint16]bool {
	counts, _ := words.Of(text)
	out := make(map[uint16]bool, len(counts))
	for _, c := range counts {
		out[c.ID] = true
	}
	return out
}

// shared returns the share of some words that a text contains; 0 if there are none.
func shared(some, text map[uint16]bool) float64 {
	n := 0
	for id := range some {
		if text[id] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(some)))
}

// leastShared is the share of a clause's words that another text must contain for the clause to be about it.
const leastShared = 0.5

// takesUp is the value if the effect in one text, which names a cause, is the subject of the other text. The other text may report a result, or the same event again, before or after it.
// So this is not enough for a direction: with saidOdds the chance is .89, and reporting one takes more.
const takesUp = 0.7

// said decides by the words of two texts which one is named as the cause of the other: 1 for the first, −1 for the second, 0 for neither or both, takesUp and −takesUp for weak evidence. A
// text names another as its cause if its clause of reason is about that text, and its clause of effect is less so. A problem comes before the text that says it is repaired.
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

// names reports whether the second text names the first as its cause.
func names(cause, effect string) bool {
	c := stems(cause)
	for _, s := range clausesOf(effect) {
		if about := shared(s.cause, c); about >= leastShared && about > shared(s.effect, c) {
			return true
		}
	}
	return false
}

// goesOn reports whether the second text reports an event, and is about the effect for which the first names the cause.
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
