package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

// owned matches a thing that belongs to another thing: "the crew of the Anna", "backups of the wiki", "Anna's crew".
var owned = pattern.New(`([\pL-]+) (?:of|for) (?:the |our |my |an? )?(\p{Lu}[\pL\d-]*(?: \p{Lu}[\pL\d-]*)*|[\pL\d-]+)|(\p{Lu}[\pL\d-]*)['’]s ([\pL-]+)`)

// otherOwner reports whether two texts are about the same part of two things: the crews of two ships. It returns false if a text also names the other's thing: something may have
// moved between them. With heads, only what is in front of the verb counts: behind it the owner may be part of the value ("at the corner of King Street").
func otherOwner(older, text string, heads bool) bool {
	if !mayOwn(older) || !mayOwn(text) {
		return false
	}
	for _, a := range owned.Regexp().FindAllStringSubmatch(older, -1) {
		of, by := topic(a[1]+a[4]), owners(a[2]+a[3])
		for _, b := range owned.Regexp().FindAllStringSubmatch(text, -1) {
			if len(of) > 0 && slices.Equal(of, topic(b[1]+b[4])) && apart(by, text) && apart(owners(b[2]+b[3]), older) && (!heads || inHead(older, a[0]) && inHead(text, b[0])) {
				return true
			}
		}
	}
	return false
}

// owners returns the topic words of an owner's name; nil if it is a time or a number.
func owners(name string) []string {
	if strings.Trim(name, "0123456789") == "" || months.MatchString(name) || weekdays.MatchString(name) {
		return nil
	}
	return slices.DeleteFunc(topic(name), func(word string) bool { return spans[word] })
}

// apart reports whether a text lacks at least one of some words.
func apart(names []string, text string) bool {
	return len(names) > 0 && known(names, allStems(text)) < float64(len(names))
}

// mayOwn is a quick check that rules out most texts.
func mayOwn(text string) bool {
	return strings.Contains(text, " of ") || strings.Contains(text, " for ") || strings.Contains(text, "'s ") || strings.Contains(text, "’s ")
}

var weekdays = pattern.New(`(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b`)
