package intent

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Between returns the range of time [from, to) that a question asks for; an open side is zero. If its words can mean two ranges, the result contains both, since
// memories outside are not found at all. This holds for known words, which are English.
//
// Each time that the question names is a range. Words directly in front of it open a side. With "since", "after" and "from" it has no end,
// with "until" and "by" no beginning. With "before" it ends where the time begins, or where the time ends if a moment within it is named ("before yesterday
// evening"). "By" and "from" count only there, since elsewhere they belong to something else ("the report by Anna"). The others may belong to a time from a
// distance ("after the outage of 3 June") or not ("yesterday after lunch"), so they open the side and keep the time itself in the range. Of two bounds both apply ("after
// 3 March and before 5 April", "from 3 March to 5 April"). Otherwise several times are the range from the first to the last ("between 3 March and 5 April",
// "on 3 March or on 5 March"). For "on 3 March and on 5 April" [Apart] returns the two times. A weekday in front of its date is ignored.
//
// ok is false if no time is named, if both sides would be open, and if the words around a time make it unclear. Those are half of a list ("3 to 5 March"), a
// negation ("no later than 3 March", "except last week"), a comparison ("more than last month", "compare March with May"), a choice of two times more than a week apart
// ("on 3 March or on 5 April": most of the time between them is not meant), an approximate time ("around 3 March"), a weekday that does not
// match its date, and an end without a year that may be in the future ("by 15 December").
func Between(text string, now time.Time) (from, to time.Time, ok bool) {
	_, ranges := rangesOf(strings.ToLower(text), now)
	if len(ranges) == 0 {
		return from, to, false
	}
	r := together(ranges)
	if r.open() || r.empty() {
		return from, to, false
	}
	return r.from, r.to, true
}

// rangesOf returns the times of a text in lower case, in order, and the range of each with the sides open that the words around it open. It returns none if no time is
// named, or if one is unclear, see [Between].
func rangesOf(text string, now time.Time) (times []namedTime, ranges []timeRange) {
	tense := tenseOf(text)
	times = timesOf(text, now, tense)
	if tense == anyTense && len(times) > 1 && slices.ContainsFunc(times, func(t namedTime) bool { return t.from.After(now) }) {
		times = timesOf(text, now, past) // "from 3 March to 5 April" are in one year
	}
	if len(times) == 0 || len(times) > mostTimes {
		return nil, nil
	}
	slices.SortFunc(times, func(a, b namedTime) int { return cmp.Compare(a.start, b.start) })
	times, ok := withoutWeekdays(text, times)
	if !ok || comparing(text, times) {
		return nil, nil
	}
	ranges = make([]timeRange, len(times))
	for i := range times {
		b := besideTime(text, times, i)
		if b.unclear() {
			return nil, nil
		}
		ranges[i] = b.opened(timeRange{times[i].from, times[i].to})
		isEnd := i > 0 || ranges[i].from.IsZero() // the first time of a range may leave out the year ("since 15 December")
		if ranges[i].open() || isEnd && b.yearUnclear(&times[i], now, tense) {
			return nil, nil
		}
		if i > 0 && toWord.MatchString(b.near) && ranges[i-1].to.IsZero() {
			ranges[i].from = time.Time{}
		}
	}
	return times, ranges
}

// besideTime returns the text around one of the times. The times must be in the order of the text.
func besideTime(text string, times []namedTime, i int) beside {
	t, done := times[i], 0
	if i > 0 {
		done = times[i-1].end
	}
	b := beside{words: text[t.start:t.end], front: text[done:t.start]}
	b.near = b.front[max(0, len(b.front)-nearBytes):]
	if i+1 < len(times) {
		b.next = text[t.end:times[i+1].start]
	} else {
		b.next, b.behind = text[t.end:], text[t.end:]
	}
	return b
}

// mostTimes is the largest number of times in a question: a text with more is about times.
const mostTimes = 8

// nearBytes is the size of the text that is searched for the words directly in front of a time: a text may be long.
const nearBytes = 64

// timeRange is [from, to); a side that is zero is open.
type timeRange struct{ from, to time.Time }

// together returns the intersection of two bounds, one without an end and one without a beginning. Of other ranges it returns the shortest range that contains all of them.
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

// open reports whether neither side is bounded.
func (r timeRange) open() bool { return r.from.IsZero() && r.to.IsZero() }

// empty reports whether the range contains no time.
func (r timeRange) empty() bool {
	return !r.from.IsZero() && !r.to.IsZero() && !r.from.Before(r.to)
}
