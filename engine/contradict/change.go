package contradict

import (
	"slices"
	"strings"

	"asterism/engine/compare"

	"github.com/kljensen/snowball/english"
)

// aboutIdentifier reports whether one of two texts begins with an identifier that the other does not contain. The identifier is then what the text is about. Elsewhere it may be a
// value, as in "backups lie on db-01".
func aboutIdentifier(older, text string, r *compare.Result) bool {
	return slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Kind == compare.Identifier && (c.Old != "" && strings.HasPrefix(older, c.Old) || c.New != "" && strings.HasPrefix(text, c.New))
	})
}

// longestSubject is the number of first words within which the subject of a text must end.
const longestSubject = 10

// copulas are forms of "be". "within" is one of them, since a limit follows it as a value does: "support answers within an hour".
var copulas = map[string]bool{"is": true, "are": true, "was": true, "were": true, "within": true}

// sameSubject reports whether both texts have the same words up to the first copula, and the question asks for what follows. It asks for that if it has a word of the
// subject, and none of the older text's words after it.
func sameSubject(older, text string, q *asked) bool {
	a, b := subject(older), subject(text)
	if len(a) == 0 || !slices.Equal(a, b) {
		return false
	}
	about, said := q.shares(strings.Join(a, " ")), q.shares(strings.Join(strings.Fields(older)[len(a):], " "))
	return about > 0 && said == 0
}

// subject returns the words of a text up to its first copula. It returns nil if none of the first words is a copula, or no topic word is in front of it.
func subject(text string) []string {
	all := strings.Fields(strings.ToLower(text))
	at := slices.IndexFunc(all[:min(len(all), longestSubject)], func(word string) bool { return copulas[word] })
	if at < 0 || len(topicWords(strings.Join(all[:at], " "))) == 0 {
		return nil
	}
	return all[:at+1]
}

// saysChange reports whether a text says that something changed and is about the question as the older text is (see sharesHalf). One shared word is not enough: two
// facts of the same field often have that.
func saysChange(older, text string, q *asked) bool {
	return q.reportsChange(text) && q.sharesHalf(older, text)
}

// sharesHalf reports whether two texts share most of those words of the question that the older one has, and at least half of all words of the question.
func (q *asked) sharesHalf(older, text string) bool {
	both := q.shares(older, text)
	return 2*both > q.shares(older) && 2*both >= q.shares()
}

// reportsChange reports whether a text has words that say that something changed. For a question about what is current, the words of [wideSigns] count, too.
func (q *asked) reportsChange(text string) bool {
	mayReportChange, known := q.tell[text]
	if !known {
		if q.tell == nil {
			q.tell = map[string]bool{}
		}
		mayReportChange = changes(text) || q.wide && wide.in(text)
		q.tell[text] = mayReportChange
	}
	return mayReportChange
}

// shares returns how many topic words of the question all texts contain, in any form. Without texts it returns the number of topic words of the question.
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

// stemsOf returns the stems of words: "session" and "sessions" have one stem.
func stemsOf(words map[string]bool) map[string]bool {
	out := map[string]bool{}
	for word := range words {
		out[english.Stem(word, false)] = true
	}
	return out
}
