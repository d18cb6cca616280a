package intent

import (
	"time"

	"asterism/engine/pattern"
)

const (
	ordinal = `(?:st|nd|rd|th)?`
	// rangeWords are between the first and the last of a range; group: the word, "" for a dash.
	rangeWords = `(?: ?[-–—] ?| (to|until|till|through|and)(?: the)? )`
)

// daysOfMonth reads a range of days of one month: 12-20 March, from the 12th to the 20th of March, between 12 and 20 March.
func daysOfMonth(m []string, a asking) (from, to time.Time, ok bool) {
	if longerBefore.MatchString(a.front) {
		return from, to, false
	}
	return a.days(m[5], m[4], number(m[1]), number(m[3]), m[2], m[0])
}

// monthDays reads the same with the month in front: March 12–20.
func monthDays(m []string, a asking) (from, to time.Time, ok bool) {
	verb := a.isVerb(m[1]) || (m[1] == "may" || m[1] == "march") && m[5] == "" && !endsPhrase.MatchString(a.behind) // "may 3-5 users log in"
	if verb || fraction.MatchString(a.behind) || listGoesOn.MatchString(a.behind) {
		return from, to, false
	}
	return a.days(m[5], m[1], number(m[2]), number(m[4]), m[3], m[0])
}

var (
	longerBefore = pattern.New(`(?:[-–—./:\d]|[,/&+]\s*)$`) // a part of a date, or of a list
	listGoesOn   = pattern.New(`^\s*(?:,\s*\d{1,2}\b|[/&+])`)
)

// days returns the range from the first day to the last. With "and" and without "between" it accepts only adjacent days.
func (a *asking) days(year, name string, first, last int, word, all string) (from, to time.Time, ok bool) {
	if first >= last || year == "" && shortYear.MatchString(a.behind) || word == "and" && last != first+1 && !betweenFront.MatchString(all) {
		return from, to, false
	}
	in := func(y int) (from, to time.Time, ok bool) {
		from, _, ok = day(y, monthNumber(name), first, a.now)
		_, to, valid := day(y, monthNumber(name), last, a.now)
		return from, to, ok && valid
	}
	if year != "" {
		return in(namedYear(year, a.now))
	}
	return a.yearless(in)
}

var shortYear = pattern.New(`^,? ['’]?\d\d(?:$|[^\w:.]|\.(?:\W|$))`) // 26-28 March 79

var betweenFront = pattern.New(`^between `)

// monthsOfYear reads a range of months, with the year behind the last: between March and May 2026. From November to February they are in two years.
func monthsOfYear(m []string, a asking) (from, to time.Time, ok bool) {
	first, last, year := monthNumber(m[1]), monthNumber(m[3]), namedYear(m[4], a.now)
	if a.isVerb(m[1]) || listBefore.MatchString(a.front) || first == last || m[2] == "and" && last != first+1 && !betweenFront.MatchString(m[0]) {
		return from, to, false
	}
	_, to, ok = month(year, last, a.now)
	if first > last {
		year--
	}
	from, _, valid := month(year, first, a.now)
	return from, to, ok && valid
}

// monthsAlone reads a range of months without a year: between March and May. "From" needs a word such as "to", and must not be in front of a person's name.
func monthsAlone(m []string, a asking) (from, to time.Time, ok bool) {
	first, last, two := monthNumber(m[1]), monthNumber(m[3]), betweenFront.MatchString(m[0])
	switch {
	case first == last, a.isVerb(m[1]), shortYear.MatchString(a.behind), numberBehind.MatchString(a.behind):
		return from, to, false
	case two && m[2] != "and", !two && m[2] == "and", !two && m[1] == "jan": // "from Jan to May" may be a letter from Jan
		return from, to, false
	case comparedFront.MatchString(a.front): // "the difference between March and May"
		return from, to, false
	}
	return a.yearless(func(y int) (from, to time.Time, ok bool) {
		_, to, ok = month(y, last, a.now)
		if first > last {
			y--
		}
		from, _, valid := month(y, first, a.now)
		return from, to, ok && valid
	})
}

var (
	comparedFront = pattern.New(`\b(?:different|differences?|comparisons?|contrast) $`)
	numberBehind  = pattern.New(`^,? ?\d`)
)

var listBefore = pattern.New(`,\s*$|\d\s*$`)
