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
func Told(older, text string) string {
	if !mayTell(older, text) {
		return ""
	}
	was := allStems(older)
	if words := goneIn(text, was); words != "" {
		return words
	}
	return valueIn(older, text, was)
}

// toldGone is [Told] where the newer text names what the older one says as gone: it is about the same thing, whatever else differs.
func toldGone(older, text string) string {
	if !mayTell(older, text) {
		return ""
	}
	return goneIn(text, allStems(older))
}

// mayTell reports whether a text may tell of a change of what an older one says.
func mayTell(older, text string) bool {
	return max(len(older), len(text)) <= longestTold && tells.MatchString(text) && !tellsPast(text) && !otherEnvironment(older, text)
}

// told are the words by which a text says that something changed.
const told = `(?i)\b(?:no longer|instead of|any ?more|(?:has|have|was|were|is|are|been|will be) (?:moved|replaced|dropped|removed|gone|rescheduled|postponed|delayed|ill|sick)|` +
	`moved|moves|switched|migrated|changed|raised|lowered|increased|reduced|cut|bumped|upgraded|downgraded|extended|shortened|doubled|halved|postponed|rescheduled|became|` +
	`(?:goes|go|went|going) (?:up|down|from|back)|(?:rises|rose|drops|dropped|grew|grows|fell|falls) (?:to|from)|reversed|from now on|as of|starting|now|left|stepped down|retired|took over|takes over)\b`

var tells = pattern.New(told)

// Ways to name what is so no longer: what stands behind, or in front.
var (
	goneBehind = pattern.New(`(?i)\b(?:from|instead of|no longer (?:on |in |at |by |with |use |uses |using |needs? |need |supports? |have |has |run |runs |keep |keeps |send |sends )?|(?:do|does|did)(?:n't| not) (?:use|need|support|have|run|keep|send) )\s*([^,;.:()]+)`)
	goneBefore = pattern.New(`(?i)(?:^|[;,.:] )([^,;.:()]+?) (?:(?:has |have )?left(?: us| (?:the|our) [a-z]+)?(?:[;,.]|$| in )|(?:stepped down|retired|resigned|quit|(?:is|are|was|were|has been|have been) (?:gone|removed|dropped|retired|ill|sick|away|on leave|on holiday|replaced|abolished|discontinued|(?:switched|turned) off)|(?:has |have )?moved to|(?:is|are|was|were)(?:n't| not) [^,;.:]+ any ?more|(?:is|are|was|were) no longer)\b)`)
	until      = pattern.New(`(?i) (?:to|into|onto|because|since|as|for|and|but|any ?more|in|on|at|by) `)
)

// goneIn is what a text names as gone, where the older text has all of its words and the texts share another word; was are the older one's stems.
func goneIn(text string, was map[string]bool) string {
	now := topic(text)
	for _, from := range goneBehind.Regexp().FindAllStringSubmatch(text, -1) {
		part, to := from[1], ""
		if at := until.FindStringIndex(part); at != nil {
			part, to = part[:at[0]], part[at[1]:]
		}
		if isGone(part, now, was) {
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
	for _, gone := range goneBefore.Regexp().FindAllStringSubmatch(text, -1) {
		if isGone(gone[1], now, was) {
			return "no longer so: " + gone[1]
		}
	}
	return ""
}

// isGone reports whether the older text has all the words of a part, and another one of the newer text, whose topic is now.
func isGone(part string, now []string, was map[string]bool) bool {
	named := topic(part)
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

// valueIn is a value of a text in the place of one of the same kind of an older text about the same thing; was are the older one's stems.
func valueIn(older, text string, was map[string]bool) string {
	had, has := amountsIn(older), amountsIn(text)
	for _, v := range has {
		at := slices.IndexFunc(had, func(o amount) bool { return o.kind == v.kind })
		same := slices.ContainsFunc(had, func(o amount) bool { return o.kind == v.kind && o.value == v.value })
		if at < 0 || same {
			continue
		}
		about, of := topic(v.before), topic(had[at].before)
		n, all := known(about, was), float64(len(about))
		if n < all && known(of, allStems(text)) < float64(len(of)) { // each has a word of its own in front of the value: "DHL collects", "UPS collects"
			continue
		}
		if n > 0 && n >= leastTopic*all && (v.kind == "version" && n == all || sharedTopic(text, v, was) >= leastOfTopic) {
			return "value changed: " + had[at].text + " → " + v.text
		}
	}
	return ""
}

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
	for _, word := range topic(strings.Replace(text, v.text, " ", 1)) {
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
