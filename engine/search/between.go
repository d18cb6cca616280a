package search

import (
	"regexp"
	"time"
)

var (
	wordsBefore = regexp.MustCompile(`(?i)\b(?:before|until|till|prior to|by)\b`)
	wordsAfter  = regexp.MustCompile(`(?i)\b(?:since|after|from)\b`)
)

// Between is [When] with the bounds that "before", "until", "since" and "after" leave open (zero).
func Between(text string, now time.Time) (from, to time.Time, ok bool) {
	if from, to, ok = When(text, now); !ok {
		return from, to, false
	}
	switch {
	case wordsBefore.MatchString(text):
		return time.Time{}, from, true
	case wordsAfter.MatchString(text):
		return from, time.Time{}, true
	}
	return from, to, true
}

// NamesTime reports whether a question names a time, so that the temporal spaces have something to say.
func NamesTime(text string) bool { return timeWords.MatchString(text) }
