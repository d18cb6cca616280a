package search

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Between is the range of time [from, to) that a question keeps to; an open side is zero. Where the words can mean two ranges, it has both in it:
// what lies outside is not found at all.
//
// Each time that the question names ([When] says how) is a range. Words directly in front of it open it: with "since", "after" and "from" it has no end, with
// "until" and "by" no beginning, and with "before" it ends where the time begins. "By" and "from" count there only, for elsewhere they belong to something else ("the
// report by Anna"). The others may belong to the time from afar ("after the outage of 3 June") or not ("yesterday after lunch"), so they open
// the side and leave the time itself in. Two bounds are kept both ("after 3 March and before 5 April", "from 3 March to 5 April"); otherwise several times are the range from the
// first to the last ("between 3 March and 5 April", "on 3 March or on 5 April").
//
// ok is false when no time is named, when both sides would be open, and when what stands beside the time is half of a list ("3 to 5 March").
func Between(text string, now time.Time) (from, to time.Time, ok bool) {
	text = strings.ToLower(text)
	times := timesOf(text, now, mostTimes+1)
	if len(times) == 0 || len(times) > mostTimes {
		return from, to, false
	}
	slices.SortFunc(times, func(a, b namedTime) int { return cmp.Compare(a.start, b.start) })
	ranges := make([]timeRange, len(times))
	done := 0
	for i, t := range times {
		front, behind := text[done:t.start], ""
		if done = t.end; i+1 == len(times) {
			behind = text[t.end:]
		}
		near := front[max(0, len(front)-nearBytes):]
		if listFront.MatchString(near) || listBehind.MatchString(behind) {
			return from, to, false
		}
		ranges[i] = t.opened(near, front, behind)
		if i > 0 && toWord.MatchString(near) && ranges[i-1].to.IsZero() {
			ranges[i].from = time.Time{}
		}
	}
	r := together(ranges)
	if r.from.IsZero() && r.to.IsZero() || r.empty() {
		return from, to, false
	}
	return r.from, r.to, true
}

// mostTimes is how many times a question names at most: a text with more is about times.
const mostTimes = 8

// nearBytes are looked at for the words directly in front of a time: a text may be long.
const nearBytes = 64

const (
	fillers   = `(?:\s+(?:the|this|last|past|in|on|during))*\s*$`
	listWords = `\s*(?:/|[-–—]|(?:,\s*)?\b(?:and|or|to|until|till|through)\b)\s*(?:the\s+)?`
)

var (
	beforeWord = regexp.MustCompile(`\b(?:before|prior to)` + fillers)
	untilWord  = regexp.MustCompile(`\b(?:until|till|by|(?:older|earlier|more) than)` + fillers)
	sinceWord  = regexp.MustCompile(`\b(?:since|after|from|(?:newer|later|less|recent) than)` + fillers)
	toWord     = regexp.MustCompile(`(?:\b(?:to|through)|[-–—])` + fillers)

	wordsBefore = regexp.MustCompile(`\b(?:before|until|till|prior to|or earlier)\b`)
	wordsAfter  = regexp.MustCompile(`\b(?:since|after|onwards?|or later)\b`)

	listFront  = regexp.MustCompile(`(?:\d(?:st|nd|rd|th)?|\b` + countNames + `|\b` + monthNames + `|\b` + dayNames + `)` + listWords + `(?:last\s+|past\s+)?$`)
	listBehind = regexp.MustCompile(`^` + listWords + `(?:\d|(?:` + countNames + `|` + monthNames + `|` + dayNames + `)\b)|^,\s*\d{1,2}(?:st|nd|rd|th)?` + listWords)
)

// timeRange is [from, to); a side that is zero is open.
type timeRange struct{ from, to time.Time }

// opened is the time with the sides open that the words near in front of it, elsewhere in front, and behind it open.
func (t *namedTime) opened(near, front, behind string) timeRange {
	switch {
	case beforeWord.MatchString(near):
		return timeRange{to: t.from}
	case untilWord.MatchString(near):
		return timeRange{to: t.to}
	case sinceWord.MatchString(near):
		return timeRange{from: t.from}
	}
	r := timeRange{t.from, t.to}
	if wordsBefore.MatchString(front) || wordsBefore.MatchString(behind) {
		r.from = time.Time{}
	}
	if wordsAfter.MatchString(front) || wordsAfter.MatchString(behind) {
		r.to = time.Time{}
	}
	return r
}

// together is what two bounds have in common, one that has no end and one that has no beginning; of other ranges the shortest that has all of them in it.
func together(ranges []timeRange) timeRange {
	if len(ranges) == 2 {
		a, b := ranges[0], ranges[1]
		if a.from.IsZero() {
			a, b = b, a
		}
		if both := (timeRange{a.from, b.to}); a.to.IsZero() && b.from.IsZero() && !both.empty() {
			return both
		}
	}
	out := ranges[0]
	for _, r := range ranges[1:] {
		if r.from.IsZero() || r.from.Before(out.from) { // nothing is before a zero time
			out.from = r.from
		}
		if r.to.IsZero() || !out.to.IsZero() && r.to.After(out.to) {
			out.to = r.to
		}
	}
	return out
}

// empty reports whether nothing can lie in the range.
func (r timeRange) empty() bool {
	return !r.from.IsZero() && !r.to.IsZero() && !r.from.Before(r.to)
}

// NamesTime reports whether a question names a time, so that the temporal spaces have something to say.
func NamesTime(text string) bool { return timeWords.MatchString(text) }
