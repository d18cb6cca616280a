package intent

import (
	"cmp"
	"strings"
	"time"

	"asterism/engine/pattern"
)

const (
	// yearNames match a year in digits, or relative to now; groups: the year.
	yearNames = `(\d{4}|(?:of )?(?:this|last|next) year)`
	// weekNames match a week of the calendar relative to now; groups: this, last or next; how many ago; before last or after next.
	weekNames = `(?:(this|last|previous|next) week|` + countNames + ` weeks? ago|(?:the )?week (before last|after next))`
)

// namedYear returns the year that [yearNames] matched.
func namedYear(words string, now time.Time) int {
	switch {
	case strings.HasSuffix(words, "last year"):
		return now.Year() - 1
	case strings.HasSuffix(words, "next year"):
		return now.Year() + 1
	case strings.HasSuffix(words, "this year"):
		return now.Year()
	}
	return number(words)
}

// isoWeek reads a week as ISO 8601 writes it, 2026-W12, or a day of it.
func isoWeek(m []string, a asking) (from, to time.Time, ok bool) {
	from, to, ok = week(number(m[1]), number(m[2]), a.now)
	if m[3] != "" {
		from = from.AddDate(0, 0, number(m[3])-1)
		to = from.AddDate(0, 0, 1)
	}
	return from, to, ok && !a.isIdentifier()
}

// calendarWeek reads a week by its number: KW 12, calendar week 12 of 2026. Behind a number, kW is a unit.
func calendarWeek(m []string, a asking) (from, to time.Time, ok bool) {
	n := number(m[1])
	switch {
	case digitFront.MatchString(a.front):
		return from, to, false
	case m[2] != "":
		return week(number(m[2]), n, a.now)
	}
	return a.yearless(func(y int) (from, to time.Time, ok bool) { return week(y, n, a.now) })
}

var digitFront = pattern.New(`\d\s*$`)

// week returns the n-th week of a year by ISO 8601, whose first week contains 4 January; ok is false if the year does not have it.
func week(y, n int, now time.Time) (from, to time.Time, ok bool) {
	from, _ = unitFrom(time.Date(y, 1, 4, 0, 0, 0, 0, now.Location()), "week", n-1)
	year, of := from.ISOWeek()
	return from, from.AddDate(0, 0, 7), year == y && of == n
}

// quarterOf reads a quarter of the calendar. Without a year it needs a word of time, since Q3 is also a question and a model. A fiscal year may begin in any month, so it is excluded.
func quarterOf(m []string, a asking) (from, to time.Time, ok bool) {
	q, year := number(m[2]+m[3]), m[1]+m[4]
	switch {
	case a.isIdentifier(), fiscal.MatchString(a.front):
		return from, to, false
	case year != "":
		return quarter(number(year), q, a.now)
	case a.lead == "", ofBehind.MatchString(a.behind):
		return from, to, false
	}
	return a.yearless(func(y int) (from, to time.Time, ok bool) { return quarter(y, q, a.now) })
}

var (
	fiscal   = pattern.New(`\b(?:fiscal|financial|fy(?: ?\d+)?)[ -]*$`)
	ofBehind = pattern.New(`^ (?:of|in|before|after)\b`)
)

func quarter(y, q int, now time.Time) (from, to time.Time, ok bool) {
	from = time.Date(y, time.Month(3*q-2), 1, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 3, 0), true
}

// dayOfWeek returns a weekday of a week: Friday last week, two weeks ago on Friday.
func dayOfWeek(name, beside, ago, further string, now time.Time) (from, to time.Time, ok bool) {
	shift := 0
	switch cmp.Or(beside, further) {
	case "last", "previous":
		shift = -1
	case "next":
		shift = 1
	case "before last":
		shift = -2
	case "after next":
		shift = 2
	case "":
		shift = -count(ago)
	}
	from, to = unitFrom(now, "week", shift)
	for ; from.Before(to); from = from.AddDate(0, 0, 1) {
		if strings.ToLower(from.Weekday().String()) == name {
			break
		}
	}
	return from, from.AddDate(0, 0, 1), true
}

// weekdayDate reads a weekday with the day of its month: the latest such day, or the next, see [asking.comes]. "Friday 13" is one only at the end of a sentence, since otherwise 13 may count
// something; "the 13th floor" is none.
func weekdayDate(m []string, a asking) (from, to time.Time, ok bool) {
	if alone := m[3] == "" && !strings.Contains(m[0], "the "); alone && (a.lead == "" || !endsSentence.MatchString(a.behind)) || !endsPhrase.MatchString(a.behind) {
		return from, to, false
	}
	last, lastOK := a.nearestDate(m[1], number(m[2]), -1)
	next, nextOK := a.nearestDate(m[1], number(m[2]), 1)
	switch {
	case !nextOK || lastOK && a.leads("last", "past") || lastOK && sinceFront.MatchString(a.front):
		from = last
	case !lastOK || a.leads("next") || a.comes(last.AddDate(0, 0, 1), next):
		from = next
	default:
		from = last
	}
	return from, from.AddDate(0, 0, 1), lastOK || nextOK
}

// nearestDate returns the nearest day with this name that is the n-th of its month, today or before (step −1), or later (step 1), within a year.
func (a *asking) nearestDate(name string, n, step int) (at time.Time, ok bool) {
	for i := range 13 {
		first, _ := unitFrom(a.now, "month", i*step)
		from, _, valid := day(first.Year(), int(first.Month()), n, a.now)
		if valid && strings.ToLower(from.Weekday().String()) == name && from.After(a.now) == (step > 0) {
			return from, true
		}
	}
	return at, false
}

var (
	endsSentence = pattern.New(`^\s*(?:$|[?!,;)]|\.(?:\s|$))`)
	// dateBehind matches a day of the month behind a weekday, and monthBehind what follows if it has a month.
	dateBehind  = pattern.New(`^,? (?:the )?\d{1,2}(?:st|nd|rd|th)\b|^,? the \d{1,2}\b`)
	monthBehind = pattern.New(`^ (?:of )?` + monthNames)
)

// hasDate reports whether a weekday is followed by a day of a month that is not read.
func (a *asking) hasDate() bool {
	at := dateBehind.FindStringIndex(a.behind)
	return at != nil && !monthBehind.MatchString(a.behind[at[1]:])
}

// weekend returns the weekend of a week from Monday. In the past tense, one that begins later is not meant.
func weekend(m []string, a asking) (from, to time.Time, ok bool) {
	from, to = unitFrom(a.now, "week", 0)
	from = from.AddDate(0, 0, 5)
	if m[1] != "this" {
		from, to = from.AddDate(0, 0, -7), to.AddDate(0, 0, -7)
	}
	return from, to, !ofBehind.MatchString(a.behind) && (a.tense != past || !from.After(a.now))
}

// isIdentifier reports whether what looks like a time continues as an identifier or a version: 2026-INV-004, 2026.2.
// A range of months or weeks continues with its last one: 2026-01–2026-03.
func (a *asking) isIdentifier() bool {
	return joinedBehind.MatchString(a.behind) && !rangeBehind.MatchString(a.behind)
}

var (
	rangeBehind = pattern.New(`^[-–—/]` + fullYear + `-(?:\d\d|w\d\d)\b`)
	rangeFront  = pattern.New(fullYear + `-(?:\d\d|w\d\d)[-–—/]$`)
)

var joinedBehind = pattern.New(`^[-–—./:\\@+]\w`)
