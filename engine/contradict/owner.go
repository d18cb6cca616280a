package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

// owned is what a text says of something of another thing: "the crew of the Anna", "backups of the wiki", "Anna's crew".
var owned = pattern.New(`([\pL-]+) (?:of|for) (?:the |our |my |an? )?(\p{Lu}[\pL\d-]*(?: \p{Lu}[\pL\d-]*)*|[\pL\d-]+)|(\p{Lu}[\pL\d-]*)['’]s ([\pL-]+)`)

// otherOwner reports whether two texts are about the same of two things: the crew of one ship, and of another one. Where a text names the thing of the other one, too, something may have gone from one
// to the other. heads asks for what stands before the verb alone: elsewhere, the thing may be what is said ("at the corner of King Street").
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

// owners are the words of what something is of that tell what that is; nil where it is a time or a number.
func owners(name string) []string {
	if strings.Trim(name, "0123456789") == "" || months.MatchString(name) || weekdays.MatchString(name) {
		return nil
	}
	return slices.DeleteFunc(topic(name), func(word string) bool { return spans[word] })
}

// apart reports whether a text does not have all of some words.
func apart(names []string, text string) bool {
	return len(names) > 0 && known(names, allStems(text)) < float64(len(names))
}

// mayOwn tells most texts at little cost.
func mayOwn(text string) bool {
	return strings.Contains(text, " of ") || strings.Contains(text, " for ") || strings.Contains(text, "'s ") || strings.Contains(text, "’s ")
}

var weekdays = pattern.New(`(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b`)
