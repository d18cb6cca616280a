package intent

import (
	"cmp"
	"strings"
	"time"

	"asterism/engine/pattern"
)

// ago returns the calendar day if the unit is days, otherwise half a unit in both directions.
func ago(m []string, a asking) (from, to time.Time, ok bool) {
	n, now := count(m[0]), a.now
	if m[1] == "fortnight" {
		n, m[1] = 2*n, "week"
	}
	if m[1] == "day" {
		from = startOfDay(now).AddDate(0, 0, -n)
		return from, from.AddDate(0, 0, 1), true
	}
	at, half := back(now, n, m[1]), now.Sub(back(now, 1, m[1]))/2
	return at.Add(-half), at.Add(half), true
}

func lastFew(m []string, a asking) (from, to time.Time, ok bool) {
	return back(a.now, count(m[0]), m[1]), a.now, true
}

func nearDay(m []string, a asking) (from, to time.Time, ok bool) {
	from = startOfDay(a.now)
	switch m[0] {
	case "yesterday", "last night":
		from = from.AddDate(0, 0, -1)
	case "tomorrow":
		from = from.AddDate(0, 0, 1)
	}
	return from, from.AddDate(0, 0, 1), true
}

// besideDay reads so many days before yesterday or after tomorrow. "days" without a number is no time.
func besideDay(m []string, a asking) (from, to time.Time, ok bool) {
	n := count(cmp.Or(m[1], "one")) + 1
	if m[3] == "before yesterday" {
		n = -n
	}
	from = startOfDay(a.now).AddDate(0, 0, n)
	return from, from.AddDate(0, 0, 1), m[1] != "" || m[2] == "day"
}

// calendar reads a whole week from Monday, month, quarter or year: this one, the last one or the next. "The last" and "past" ones may also be the period that ends now, so
// they reach up to now.
func calendar(m []string, a asking) (from, to time.Time, ok bool) {
	if m[1] == "quarter" && (a.isIdentifier() || partBehind.MatchString(a.behind)) {
		return from, to, false
	}
	shift := -1
	switch m[0] {
	case "this":
		shift = 0
	case "next":
		shift = 1
	}
	from, to = unitFrom(a.now, m[1], shift)
	if m[0] == "past" || m[0] == "the last" {
		to = a.now
	}
	return from, to, true
}

// partBehind matches what follows a quarter that is a fourth part of something: "the last quarter of the list".
var partBehind = pattern.New(`^(?:-| (?:of|century|centuries|hours?|miles?|million|billion|notes?|finals?|pounds?|inch|turns?|sections?|panels?|circles?)\b)`)

// unitFrom returns a day, a week from Monday, a month, a quarter or a year of the calendar, shift units after the current one.
func unitFrom(now time.Time, unit string, shift int) (from, to time.Time) {
	from = startOfDay(now)
	years, months, days := 0, 0, 0
	switch unit {
	case "week":
		from, days = from.AddDate(0, 0, -(int(now.Weekday())+6)%7), 7
	case "month":
		from, months = from.AddDate(0, 0, 1-now.Day()), 1
	case "quarter":
		from, months = time.Date(now.Year(), (now.Month()-1)/3*3+1, 1, 0, 0, 0, 0, now.Location()), 3
	case "year":
		from, years = from.AddDate(0, 0, 1-now.YearDay()), 1
	default:
		days = 1
	}
	from = from.AddDate(shift*years, shift*months, shift*days)
	return from, from.AddDate(years, months, days)
}

// beforeLast reads a unit or a weekday before the last one, or after the next. "The week before last week" is the same; "the week before last month" and "the day
// before last Christmas" are not.
func beforeLast(m []string, a asking) (from, to time.Time, ok bool) {
	if m[3] != "" && m[3] != m[1] || m[3] == "" && !endsPhrase.MatchString(a.behind) {
		return from, to, false
	}
	step := 1
	if m[2] == "before last" {
		step = -1
	}
	if strings.HasSuffix(m[1], "day") && m[1] != "day" {
		from, to, ok = nearestDay(m[1], a.now, step)
		return from.AddDate(0, 0, 7*step), to.AddDate(0, 0, 7*step), ok
	}
	from, to = unitFrom(a.now, m[1], 2*step)
	return from, to, true
}

// endsPhrase matches what follows at the end of a phrase.
var endsPhrase = pattern.New(`^(?:\s*$|\s*[^\s\w'’-]|\s+(?:in|on|at|with|by|about|for|and|or|of|to|from|did|do|have|has|was|were|is|are|will|we|i|you|they|he|she|it|the|a|an|our|my|who|what|that|which|when|where|why|how)\b)`)

// weekday returns the latest one before today. In a tense of the future it may be the next one, see [asking.comes].
func weekday(m []string, a asking) (from, to time.Time, ok bool) {
	from, to, ok = nearestDay(m[0], a.now, -1)
	ok = ok && !a.hasDate()
	if next, end, _ := nearestDay(m[0], a.now, 1); a.lead == "on " && a.tense != anyTense && a.comes(to, next) {
		return next, end, ok
	}
	return from, to, ok
}

func nextWeekday(m []string, a asking) (from, to time.Time, ok bool) {
	from, to, ok = nearestDay(m[0], a.now, 1)
	return from, to, ok && !a.hasDate()
}

// nearestDay returns the nearest day of that name before today (step −1) or after it (step 1).
func nearestDay(name string, now time.Time, step int) (from, to time.Time, ok bool) {
	for range 7 {
		now = now.AddDate(0, 0, step)
		if strings.ToLower(now.Weekday().String()) == name {
			break
		}
	}
	from = startOfDay(now)
	return from, from.AddDate(0, 0, 1), true
}

// back returns the time n units before a time.
func back(t time.Time, n int, unit string) time.Time {
	switch unit {
	case "second":
		return t.Add(-time.Duration(n) * time.Second)
	case "minute":
		return t.Add(-time.Duration(n) * time.Minute)
	case "hour":
		return t.Add(-time.Duration(n) * time.Hour)
	case "day":
		return t.AddDate(0, 0, -n)
	case "week":
		return t.AddDate(0, 0, -7*n)
	case "month":
		return t.AddDate(0, -n, 0)
	}
	return t.AddDate(-n, 0, 0)
}

func startOfDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

func count(word string) int {
	for i, name := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"} {
		if word == name {
			return i + 1
		}
	}
	if word == "a" || word == "an" {
		return 1
	}
	return number(word)
}
