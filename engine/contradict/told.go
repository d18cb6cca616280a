package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"

	"github.com/kljensen/snowball/english"
)

// longestTold is up to how many bytes each of two texts may have, of which one tells that what the other says has changed: longer ones say many things.
const longestTold = 220

// Told is what a text says to have changed of what an older one says, in words: "value changed: 100 requests → 300 requests". It is for texts in English that have few words in common: the
// newer one says that something changed, and either names what the older one says as gone, or has another value of the same kind for what the older one is about. "": it tells of no change.
func Told(older, text string) string {
	if words := toldGone(older, text); words != "" || !mayTell(older, text) {
		return words
	}
	return valueIn(older, text, stemsOf(older))
}

// toldGone is [Told] where the newer text names what the older one says as gone: it is about the same thing, whatever else differs.
func toldGone(older, text string) string {
	if !mayTell(older, text) {
		return ""
	}
	return goneIn(text, stemsOf(older))
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

// Bounds of a change of a value: of the words in front of the new value, two of three are the older text's, and the texts share two words, or one that is written like no word of a language.
const (
	leastTopic = 2. / 3
	leastBoth  = 2
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
		if n < all && known(of, stemsOf(text)) < float64(len(of)) { // each has a word of its own in front of the value: "DHL collects", "UPS collects"
			continue
		}
		if n > 0 && n >= leastTopic*all && sharedTopic(text, v, was) >= leastBoth {
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

// amount is a value in a text.
type amount struct {
	kind, value, text string
	before            string // what stands in front of it in its clause
}

var (
	anAmount = pattern.New(`(?i)\b(\d{4}-\d\d-\d\d(?:\.[a-z]+)?)\b|\b(\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2})\b|` +
		`\b(\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m)\b|\b((?:version |v)\d+(?:\.\d+)*|\d+\.\d+(?:\.\d+)+)\b|\b((?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|([€$£]\d[\d.,]*|\b\d[\d,]*(?:\.\d+)?(?:%|(?:, \d+)*(?: and \d+)? ?[a-z]+|\b))`)
	clauseEnd = pattern.New(`[;:.!?] `)
	// spans are the units of a time by stem: of one kind, whatever the unit.
	spans = words("ms second sec s minut min hour h day week month year")
	money = words("€ $ £ euro dollar pound cent eur usd gbp")
	// noUnit may stand behind a number without being what it counts.
	noUnit = words("to and or for of in on at per a an the becaus since as is are was not with by from")
)

// amountsIn are the values of a text: days, times, versions, weekdays, and numbers with what they count.
func amountsIn(text string) (out []amount) {
	for _, at := range anAmount.FindAllStringSubmatchIndex(text, -1) {
		v := amount{text: text[at[0]:at[1]], before: text[:at[0]]}
		if ends := clauseEnd.FindAllStringIndex(v.before, -1); len(ends) > 0 {
			v.before = v.before[ends[len(ends)-1][1]:]
		}
		v.value = strings.ToLower(v.text)
		for group, kind := range map[int]string{1: "dated", 2: "day", 3: "time", 4: "version", 5: "weekday"} {
			if at[2*group] >= 0 {
				v.kind = kind
			}
		}
		if v.kind == "" {
			v.kind = kindOf(&v)
		}
		out = append(out, v)
	}
	return out
}

// kindOf is what a number counts, and shortens the text of one that counts nothing to the number.
func kindOf(v *amount) string {
	number := strings.TrimRight(v.text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%")
	unit := english.Stem(v.text[len(number):], false)
	sign := strings.Trim(number[:min(len(number), 3)], "0123456789., ")
	v.value = strings.Trim(strings.ToLower(number), " €$£")
	switch {
	case money[unit] || money[sign]:
		return "money"
	case spans[unit]:
		v.value += unit
		return "span"
	case unit != "" && !noUnit[unit]:
		return unit
	}
	v.text = strings.TrimSpace(number)
	if strings.Contains(v.value, ".") {
		return "version"
	}
	return "number"
}

// weak are words in front of a value that do not tell what it is of.
var weak = words("use uses used get gets need needs run runs go goes went live lives keep kept take takes have has had make day week days weeks months years is are was were be been being also still just soon then too we our us they he she it " +
	"one two three four five six seven eight nine ten second minute hour seconds minutes hours month year per each every " +
	"longer instead anymore moved moves switched migrated changed raised lowered increased reduced cut bumped upgraded downgraded extended shortened doubled halved postponed rescheduled became up down rises rose drops dropped reversed starting " +
	"removed gone replaced left version release")

// topic are the stems of the words of a text that tell what it is about, in order.
func topic(text string) (out []string) {
	for field := range strings.FieldsSeq(strings.ToLower(text)) {
		for _, word := range parts(field) {
			if word != "i" && !common[word] && !weak[word] && !noUnit[word] {
				out = append(out, english.Stem(word, false))
			}
		}
	}
	return out
}

// stemsOf are the stems of all words of a text.
func stemsOf(text string) map[string]bool {
	out := map[string]bool{}
	for field := range strings.FieldsSeq(strings.ToLower(text)) {
		for _, word := range parts(field) {
			out[english.Stem(word, false)] = true
		}
		for _, word := range strings.FieldsFunc(field, func(r rune) bool { return strings.ContainsRune("-_/.,;:!?()'\"`", r) }) {
			out[english.Stem(word, false)] = true
		}
	}
	return out
}

// parts are the word of a field without the signs around it and a genitive.
func parts(field string) []string {
	word := strings.TrimSuffix(strings.Trim(field, ".,;:!?\"'()[]`"), "'s")
	if word == "" {
		return nil
	}
	return []string{word}
}

func hasDigit(word string) bool { return strings.ContainsAny(word, "0123456789") }

// otherEnvironment reports whether each text names an environment that the other does not.
func otherEnvironment(older, text string) bool {
	a, b := words(older), words(text)
	lone := func(a, b map[string]bool) bool {
		for word := range a {
			if environments[word] && !b[word] {
				return true
			}
		}
		return false
	}
	return lone(a, b) && lone(b, a)
}
