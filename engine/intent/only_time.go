package intent

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"asterism/engine/pattern"
)

// ofAnything are words in a question about a time that are no subject: question words, grammar words, and words for anything that was stored. They are English, as the words
// of time are.
var ofAnything = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`what which who whom whose when where why how did do does done was were is are be been have has had a an the of on in at from to for by with about around and or
		i me my we us our you your it its they them their that this these those there then s all any every each some most more much many else
		decide decided discuss discussed agree agreed learn learned learnt change changed plan planned
		happened happen happens happening occurred occur took place going went go on up new news
		anything everything something things thing events event notes note memories memory entries entry records record items item day date time
		store stored save saved remember remembered recorded written wrote noted logged kept keep show list find tell give get see please know known`) {
		out[w] = true
	}
	return out
}()

// OnlyTime reports whether a text that names a time (see [Between]) asks about nothing else: "what happened on 14 July 2026?". It removes the words of the times
// as [Between] reads them, including those that open a side or name a part. A text of thirty words or more asks about more.
func OnlyTime(text string, now time.Time) bool {
	if len(strings.Fields(text)) >= longQuestion {
		return false
	}
	text = strings.ToLower(text)
	times := timesOf(text, now, tenseOf(text))
	slices.SortFunc(times, func(a, b namedTime) int { return cmp.Compare(a.start, b.start) })
	rest := []byte(text)
	for i := range times {
		b := besideTime(text, times, i)
		blank(rest[times[i].first:times[i].end])
		front := rest[times[i].start-len(b.near) : times[i].start]
		for _, words := range openingWords {
			for _, at := range words.FindAllStringIndex(b.near, -1) {
				blank(front[at[0]:at[1]])
			}
		}
		if at := timeOfDay.FindStringIndex(b.next); at != nil {
			blank(rest[times[i].end+at[0] : times[i].end+at[1]])
		}
		for _, words := range []*pattern.Pattern{wordsBefore, wordsAfter} {
			for _, at := range words.FindAllStringIndex(b.behind, -1) {
				blank(rest[times[i].end+at[0] : times[i].end+at[1]])
			}
		}
	}
	words := strings.FieldsFunc(string(rest), func(r rune) bool { return r == '’' || !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 0x80) })
	for _, w := range words {
		if !ofAnything[w] && !isWeekday(w) {
			return false
		}
	}
	return len(times) > 0
}

func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// openingWords are words in front of a time that open a side of it, or say which part of it is meant.
var openingWords = []*pattern.Pattern{
	beforeWord, untilWord, sinceWord, moreThanAgo, lessThanAgo, upToAgo, wordsBefore, wordsAfter,
	pattern.New(`\bbetween` + fillers + `$`), pattern.New(parts + `$`),
	pattern.New(`\b(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)\b\.?,? (?:the )?$`), // the weekday of the date
}

func isWeekday(w string) bool {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if w == strings.ToLower(d.String()) {
			return true
		}
	}
	return false
}
