package intent

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Between is the range of time [from, to) that a question keeps to; an open side is zero. Where its words can mean two ranges, it has both in it, for
// what lies outside is not found at all; this holds as far as the words are known, which are English.
//
// Each time that the question names is a range. Words directly in front of it open it: with "since", "after" and "from" it has no end,
// with "until" and "by" no beginning, and with "before" it ends where the time begins, or where it ends if a moment within it is named ("before yesterday
// evening"). "By" and "from" count there only, for elsewhere they belong to something else ("the report by Anna"). The others may belong to the time from
// afar ("after the outage of 3 June") or not ("yesterday after lunch"), so they open the side and leave the time itself in. Two bounds are kept both ("after
// 3 March and before 5 April", "from 3 March to 5 April"); otherwise several times are the range from the first to the last ("between 3 March and 5 April",
// "on 3 March or on 5 March"); of "on 3 March and on 5 April" [Apart] tells the two. A weekday in front of its date adds nothing to it.
//
// ok is false when no time is named, when both sides would be open, and when the words beside a time make it unclear: half of a list ("3 to 5 March"), a
// negation ("no later than 3 March", "except last week"), a comparison ("more than last month", "compare March with May"), one of two times that lie more than a week apart
// ("on 3 March or on 5 April": most of what is between them is not meant), something rough ("around 3 March"), a weekday that is not
// the date's, or an end without a year that may be still to come ("by 15 December").
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

// rangesOf are the ranges of a text in lower case, each with the sides open that the words beside it open, and the times that they are of, in the order of the text; none where no time is
// named, or where it is unclear, see [Between].
func rangesOf(text string, now time.Time) (times []namedTime, ranges []timeRange) {
	tense := tenseOf(text)
	times = timesOf(text, now, tense)
	if tense == anyTense && len(times) > 1 && slices.ContainsFunc(times, func(t namedTime) bool { return t.from.After(now) }) {
		times = timesOf(text, now, past) // "from 3 March to 5 April" are of one year
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
		isEnd := i > 0 || ranges[i].from.IsZero() // of a range: the year of its first time may be left out ("since 15 December")
		if ranges[i].open() || isEnd && b.yearUnclear(&times[i], now, tense) {
			return nil, nil
		}
		if i > 0 && toWord.MatchString(b.near) && ranges[i-1].to.IsZero() {
			ranges[i].from = time.Time{}
		}
	}
	return times, ranges
}

// besideTime is the text around one of the times, which are in the order of the text.
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

// mostTimes is how many times a question names at most: a text with more is about times.
const mostTimes = 8

// nearBytes are looked at for the words directly in front of a time: a text may be long.
const nearBytes = 64

// timeRange is [from, to); a side that is zero is open.
type timeRange struct{ from, to time.Time }

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

// open reports whether neither side is bounded.
func (r timeRange) open() bool { return r.from.IsZero() && r.to.IsZero() }

// empty reports whether nothing can lie in the range.
func (r timeRange) empty() bool {
	return !r.from.IsZero() && !r.to.IsZero() && !r.from.Before(r.to)
}
