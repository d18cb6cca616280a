package contradict

import (
	"strings"

	"asterism/engine/pattern"

	"github.com/kljensen/snowball/english"
)

// owned is what a text says of something that belongs to a name: "the crew of the Anna", "Anna's crew".
var owned = pattern.New(`([\pL-]+) of (?:the )?(\p{Lu}[\pL\d-]*(?: \p{Lu}[\pL\d-]*)*)|(\p{Lu}[\pL\d-]*)['’]s ([\pL-]+)`)

// otherOwner reports whether two texts are about the same of two names: the crew of one ship, and of another one. Where one text has both names, something may have gone from one to the other.
func otherOwner(older, text string) bool {
	if !mayOwn(older) || !mayOwn(text) {
		return false
	}
	for _, a := range owned.Regexp().FindAllStringSubmatch(older, -1) {
		for _, b := range owned.Regexp().FindAllStringSubmatch(text, -1) {
			of, by, is, other := a[1]+a[4], a[2]+a[3], b[1]+b[4], b[2]+b[3]
			if by != other && english.Stem(of, false) == english.Stem(is, false) && !strings.Contains(text, by) && !strings.Contains(older, other) && !timed(by, other) && inHead(older, a[0]) && inHead(text, b[0]) {
				return true
			}
		}
	}
	return false
}

// mayOwn tells most texts at little cost.
func mayOwn(text string) bool {
	return strings.Contains(text, " of ") || strings.Contains(text, "'s ") || strings.Contains(text, "’s ")
}

// timed reports whether names are months, or days of the week.
func timed(names ...string) bool {
	for _, name := range names {
		if months.MatchString(name) || weekdays.MatchString(name) {
			return true
		}
	}
	return false
}

var weekdays = pattern.New(`(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b`)
