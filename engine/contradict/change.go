package contradict

import (
	"slices"
	"strings"

	"asterism/engine/compare"

	"github.com/kljensen/snowball/english"
)

// aboutIdentifier reports whether one of two texts begins with an identifier that the other has not: it is what the text is about. Elsewhere an identifier may be a value, as in
// "backups lie on db-01".
func aboutIdentifier(older, text string, r *compare.Result) bool {
	return slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Kind == compare.Identifier && (c.Old != "" && strings.HasPrefix(older, c.Old) || c.New != "" && strings.HasPrefix(text, c.New))
	})
}

// longestSubject is within how many words a text says what it is about.
const longestSubject = 10

// copulas are forms of "be", and "within", behind which a bound stands as a value does: "support answers within an hour".
var copulas = map[string]bool{"is": true, "are": true, "was": true, "were": true, "within": true}

// sameSubject reports whether both texts say with the same words what they are about, up to one of copulas, and the question asks for what follows: it has a word of the
// subject, and none of what the older text says of it.
func sameSubject(older, text string, q *asked) bool {
	a, b := subject(older), subject(text)
	if len(a) == 0 || !slices.Equal(a, b) {
		return false
	}
	about, said := q.shares(strings.Join(a, " ")), q.shares(strings.Join(strings.Fields(older)[len(a):], " "))
	return about > 0 && said == 0
}

// subject are the words of a text up to its first of copulas; nil where there is none among the first words, or nothing before it tells what the text is about.
func subject(text string) []string {
	all := strings.Fields(strings.ToLower(text))
	at := slices.IndexFunc(all[:min(len(all), longestSubject)], func(word string) bool { return copulas[word] })
	if at < 0 || len(telling(strings.Join(all[:at], " "))) == 0 {
		return nil
	}
	return all[:at+1]
}

// saysChange reports whether a text says by itself that something changed, and has most of the words of the question that the older text has, and half of all: a single word in common is
// what two facts of one field have.
func saysChange(older, text string, q *asked) bool {
	return q.tellsChange(text) && q.sharesHalf(older, text)
}

// sharesHalf reports whether two texts have most of the words of the question that the older one has, and half of all.
func (q *asked) sharesHalf(older, text string) bool {
	both := q.shares(older, text)
	return 2*both > q.shares(older) && 2*both >= q.shares()
}

// tellsChange reports whether a text has words by which it says that something changed.
func (q *asked) tellsChange(text string) bool {
	tells, known := q.tell[text]
	if !known {
		if q.tell == nil {
			q.tell = map[string]bool{}
		}
		tells = changes(text) || q.wide && wide.in(text)
		q.tell[text] = tells
	}
	return tells
}

// shares is how many telling words of the question all texts have, in any form.
func (q *asked) shares(texts ...string) (n int) {
	all := make([]map[string]bool, len(texts))
	for i, text := range texts {
		all[i] = stems(text)
	}
	for word := range q.words {
		if len(word) < leastLong || common[word] {
			continue
		}
		w := english.Stem(word, false)
		if !slices.ContainsFunc(all, func(of map[string]bool) bool { return !of[w] }) {
			n++
		}
	}
	return n
}

func stems(text string) map[string]bool { return stemsOf(words(text)) }

// stemsOf are words by their stems: "session" and "sessions" are one.
func stemsOf(words map[string]bool) map[string]bool {
	out := map[string]bool{}
	for word := range words {
		out[english.Stem(word, false)] = true
	}
	return out
}
