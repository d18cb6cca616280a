package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

// longestTold is up to how many bytes each of two texts may have, of which one tells that what the other says has changed: longer ones say many things.
const longestTold = 220

// Told is what a text says to have changed of what an older one says, in words: "value changed: 100 requests → 300 requests". It is for texts in English that have few words in common: the
// newer one says that something changed, and either names what the older one says as gone, or has another value of the same kind for what the older one is about. "": it tells of no change.
func Told(older, text string) string { return toldBy(read(older), read(text)).words }

// told is what a text tells to have changed.
type told struct {
	words string // "": nothing
	gone  bool   // it names what the older text says as gone: it is about the same thing, whatever else differs
}

// toldBy is [Told] of two texts that may have been read before.
func toldBy(older, text *reading) told {
	if !mayTell(older, text) {
		return told{}
	}
	if words := goneIn(older, text); words != "" {
		return told{words, true}
	}
	return told{valueIn(older, text), false}
}

// mayTell reports whether a text may tell of a change of what an older one says. What happened once stays so: that a server crashed is not undone by its being replaced.
func mayTell(older, text *reading) bool {
	return max(len(older.text), len(text.text)) <= longestTold && text.tells() && !text.past() && !older.happened() && !otherEnvironment(older, text) && !otherOwner(older.text, text.text)
}

// Ways to name what is so no longer: what stands behind, or in front.
var (
	goneBehind = pattern.New(`(?i)\b(?:(?:took|takes|taken) over (?:[^,;.:()]+? )?from|from|instead of|replaces|no longer (?:on |in |at |by |with |use |uses |using |needs? |need |supports? |have |has |run |runs |keep |keeps |send |sends )?|(?:do|does|did)(?:n't| not) (?:use|need|support|have|run|keep|send) )\s*([^,;.:()]+)`)
	goneBefore = pattern.New(`(?i)(?:^|[;,.:] )([^,;.:()]+?) (?:(?:has |have )?left(?: us| (?:the|our) [a-z]+)?(?:[;,.]|$| in )|(?:stepped down|retired|resigned|quit|(?:is|are|was|were|has been|have been) (?:` + vanishing + `|` + absent + `|replaced)|(?:has |have )?moved to|(?:is|are|was|were)(?:n't| not) [^,;.:]+ any ?more|(?:is|are|was|were) no longer)\b)`)
	until      = pattern.New(`(?i) (?:to|into|onto|because|since|as|for|and|but|any ?more|in|on|at|by) `)
)

// goneIn is what a text names as gone, where the older text has all of its words and the texts share another word, or it is all that the older one is about.
func goneIn(older, text *reading) string {
	was := older.allStems()
	for _, from := range goneBehind.Regexp().FindAllStringSubmatch(text.text, -1) {
		part, to := from[1], ""
		if at := until.FindStringIndex(part); at != nil {
			part, to = part[:at[0]], part[at[1]:]
		}
		if isGone(part, text.about(), was) {
			if strings.HasPrefix(strings.ToLower(from[0]), "from") {
				if to == "" || !strings.Contains(from[1], " to ") && !strings.Contains(from[1], " into ") {
					continue // where something comes from
				}
				if at := until.FindStringIndex(to); at != nil {
					to = to[:at[0]]
				}
				return "value changed: " + part + " → " + to
			}
			return "no longer so: " + part
		}
	}
	for _, gone := range goneBefore.Regexp().FindAllStringSubmatch(text.text, -1) {
		if isGone(gone[1], text.about(), was) || isAll(gone[1], older) && vanished.MatchString(gone[0]) {
			return "no longer so: " + gone[1]
		}
	}
	return ""
}

// vanished is how a part of a text says that a thing is there no more, which somebody who is away may be.
var vanished = pattern.New(`(?i) (?:` + vanishing + `)$`)

// isAll reports whether a part of a text names what an older one is about, in any order: "the radio log is kept on paper", "the paper radio log".
func isAll(part string, older *reading) bool {
	named, of := topicOf(part), older.about()
	return len(named) >= leastOfTopic && known(named, older.allStems()) == float64(len(named)) && known(of, setOf(named)) >= leastTopic*float64(len(of))
}

// isGone reports whether the older text has all the words of a part, and another one of the newer text, whose topic is now.
func isGone(part string, now []string, was map[string]bool) bool {
	named := topicOf(part)
	if len(named) == 0 || slices.ContainsFunc(named, func(word string) bool { return !was[word] }) {
		return false
	}
	return slices.ContainsFunc(now, func(word string) bool { return was[word] && !slices.Contains(named, word) && !hasDigit(word) })
}

// Bounds of a change of a value: of the words in front of the new value, two of three are the older text's, and the texts share two words, or one that is written like no word of a language. A thing has one
// version: of that its name is enough.
const (
	leastTopic   = 2. / 3
	leastOfTopic = 2
)

// valueIn is a value of a text in the place of one of the same kind of an older text about the same thing.
func valueIn(older, text *reading) string {
	had, was := older.amounts(), older.allStems()
	for _, v := range text.amounts() {
		at := slices.IndexFunc(had, func(o amount) bool { return o.kind == v.kind })
		same := slices.ContainsFunc(had, func(o amount) bool { return o.kind == v.kind && o.value == v.value })
		if at < 0 || same {
			continue
		}
		about, of := topicOf(v.before), topicOf(had[at].before)
		n, all := known(about, was), float64(len(about))
		if n < all && known(of, text.allStems()) < float64(len(of)) { // each has a word of its own in front of the value: "DHL collects", "UPS collects"
			continue
		}
		if n > 0 && n >= leastTopic*all && (v.kind == "version" && n == all || sharedTopic(text.text, v, was) >= leastOfTopic) {
			return "value changed: " + had[at].text + " → " + v.text
		}
	}
	return ""
}

// known is how many of some stems are among others.
func known(about []string, was map[string]bool) (n float64) {
	for _, word := range about {
		if was[word] {
			n++
		}
	}
	return n
}

// sharedTopic is how many words of a text beside a value the older one has. One that is written like no word of a language counts as two.
func sharedTopic(text string, v amount, was map[string]bool) (n int) {
	seen := map[string]bool{}
	for _, word := range topicOf(strings.Replace(text, v.text, " ", 1)) {
		if !was[word] || seen[word] || hasDigit(word) || spans[word] {
			continue
		}
		seen[word] = true
		n++
		if strings.ContainsAny(word, "-_./") {
			n++
		}
	}
	return n
}
