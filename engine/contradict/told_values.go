package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

// Bounds of a change of a value. Two of three words in front of the new value must be in the older text. The texts must share two words, or one that is written as no
// natural word is ("db-01").
// A thing has one version, so its name is enough there.
const (
	leastTopic   = 2. / 3
	leastOfTopic = 2
)

// valueIn returns the change of a value: a value of a text that replaces one of the same kind in an older text about the same thing.
func valueIn(older, text *reading) string {
	had, was := older.amounts(), older.allStems()
	versions := upgraded.MatchString(text.text)
	alike := func(a, b *amount) bool {
		return a.kind == b.kind || versions && isVersion(a) && isVersion(b)
	}
	for _, v := range text.amounts() {
		at := slices.IndexFunc(had, func(o amount) bool { return alike(&o, &v) })
		same := slices.ContainsFunc(had, func(o amount) bool { return alike(&o, &v) && o.value == v.value })
		if at < 0 || same || isLabel(&v) || slices.ContainsFunc(text.amounts(), func(o amount) bool { return alike(&o, &v) && o.value == had[at].value }) { // the text repeats the old value
			continue
		}
		if versions && isVersion(&v) && (elsewhere(text.text, &v, was) || slices.ContainsFunc(had, func(o amount) bool { return alike(&o, &v) && o.value != had[at].value })) { // "3.8 to 3.12" is a range of supported versions
			continue
		}
		about, of := topic(v.before), topic(had[at].before)
		n, all := known(about, was), float64(len(about))
		if n < all && known(of, text.allStems()) < float64(len(of)) { // each has a word of its own in front of the value: "DHL collects", "UPS collects"
			continue
		}
		if n > 0 && n >= leastTopic*all && ((v.kind == "version" || versions && isVersion(&v) && isVersion(&had[at])) && n == all || sharedTopic(text.text, v, was) >= leastOfTopic) {
			return "value changed: " + had[at].text + " → " + v.text
		}
	}
	return ""
}

// upgraded says that a thing has another version, which may be a plain number: "bumped Postgres to 16".
var upgraded = pattern.New(`(?i)\b(?:upgraded|downgraded|bumped)\b`)

// isVersion reports whether a value may be a version: it is written as one, or it is a number directly behind a name, "to" or "at".
func isVersion(v *amount) bool {
	before := strings.Fields(v.before)
	if v.kind != "number" || len(before) == 0 {
		return v.kind == "version"
	}
	last := before[len(before)-1]
	return last == "to" || last == "at" || len(topic(last)) > 0
}

// elsewhere reports whether the words "in" or "on" behind a value name a place that the older text does not name.
func elsewhere(text string, v *amount, was map[string]bool) bool {
	_, behind, _ := strings.Cut(text, v.text)
	if at := place.FindStringSubmatch(behind); at != nil {
		named := topic(at[1])
		return len(named) > 0 && known(named, was) == 0
	}
	return false
}

var place = pattern.New(`^ (?:in|on) ([^,;.:]+)`)

// isLabel reports whether a number without a unit is directly behind a topic word: it names one of several things, such as "phase 6".
func isLabel(v *amount) bool {
	before := strings.Fields(v.before)
	if v.kind == "version" && len(before) > 0 && parts[strings.ToLower(before[len(before)-1])] { // "Phase 2.2"
		return true
	}
	return v.kind == "number" && len(before) > 0 && !strings.ContainsAny(before[len(before)-1], ".,;:") && len(topic(before[len(before)-1])) > 0
}

// known returns how many of some stems are in a set.
func known(about []string, was map[string]bool) (n float64) {
	for _, word := range about {
		if was[word] {
			n++
		}
	}
	return n
}

// sharedTopic returns how many topic words of a text, without a value, the older one has. One that is written as no natural word is counts as two.
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
