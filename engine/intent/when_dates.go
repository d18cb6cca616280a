package intent

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"asterism/engine/pattern"
)

func isoDate(m []string, a asking) (from, to time.Time, ok bool) {
	y, mo, now := number(m[0]), number(m[1]), a.now
	if m[3] == "z" { // in UTC
		now = now.UTC()
	}
	if m[2] == "" {
		from, to, ok = month(y, mo, now)
		return from, to, ok && y >= 1900 && y < 2200 && !a.isIdentifier() && (!idFront.MatchString(a.front) || rangeFront.MatchString(a.front))
	}
	return day(y, mo, number(m[2]), now)
}

// idFront matches what is in front of the number of a ticket, a document or a release.
var idFront = pattern.New(`(?:\b(?:tickets?|issue|bug|invoice|order|pr|rfc|case|build|release|version|revision|ref|reference|number|no\.?|id)[ :]?|[-./:\\@#])$`)

func slashedYearFirst(m []string, a asking) (from, to time.Time, ok bool) {
	if a.withinMore() {
		return from, to, false
	}
	return day(number(m[0]), number(m[1]), number(m[2]), a.now)
}

// slashedYearLast returns a day whose day and month cannot be confused. 3/4/2026 may be 3 April or 4 March, and one range
// with both would contain all days between them.
func slashedYearLast(m []string, a asking) (from, to time.Time, ok bool) {
	d, mo := number(m[0]), number(m[1])
	switch {
	case a.withinMore() || d <= 12 && mo <= 12 && d != mo:
		return from, to, false
	case mo > 12:
		d, mo = mo, d
	}
	return day(number(m[2]), mo, d, a.now)
}

// dotted reads day.month.year, unless the words around it show that it is a version.
func dotted(m []string, a asking) (from, to time.Time, ok bool) {
	if a.withinMore() || versionFront.MatchString(a.front) || versionBehind.MatchString(a.behind) {
		return from, to, false
	}
	return day(number(m[2]), number(m[1]), number(m[0]), a.now)
}

var (
	versionFront = pattern.New(`(?:\b(?:versions?|ver|release|build|tag|patch|revision|(?:upgraded?|updated?|downgraded?|bumped|bump) to)(?: (?:is|was|number|to))?|\bv|[@=^])[\s.:=-]*$`)

	versionBehind = pattern.New(`^\s*(?:is |was )?(?:(?:the|a|our|its) )?(?:(?:latest|current|new|next|last|old) )?version\b`)
)

// withinMore reports whether a number with separators continues in front or behind, as in a path or an address.
func (a *asking) withinMore() bool {
	return goesOn.MatchString(a.behind) || len(a.front) > 0 && strings.ContainsRune(`./:\`, rune(a.front[len(a.front)-1]))
}

var goesOn = pattern.New(`^[./:\\]\w`)

func dayMonth(m []string, a asking) (from, to time.Time, ok bool) {
	if minutes.MatchString(a.front) { // "at 10:15 may I …"
		return from, to, false
	}
	return a.dayOf(m[2], m[1], m[0])
}

func monthDay(m []string, a asking) (from, to time.Time, ok bool) {
	if a.isVerb(m[0]) || m[2] == "" && fraction.MatchString(a.behind) {
		return from, to, false
	}
	return a.dayOf(m[2], m[0], m[1])
}

// isVerb reports whether the name of a month is a verb, "may" or "march".
func (a *asking) isVerb(name string) bool {
	return (name == "may" || name == "march") && doer.MatchString(a.front)
}

var (
	minutes  = pattern.New(`\d[.:]$`)
	fraction = pattern.New(`^(?:[.:]\d|\s*%)`)
	doer     = pattern.New(`\b(?:i|you|we|they|he|she|it|who|which|that|users|people|must|should|cannot|can|please)\s*$`) // the subject of "may" or "march"
)

// dayOf returns a day of a month. Without a year, see [asking.comes].
func (a *asking) dayOf(year, name, d string) (from, to time.Time, ok bool) {
	m, n := monthNumber(name), number(d)
	if year != "" {
		return day(namedYear(year, a.now), m, n, a.now)
	}
	return a.yearless(func(y int) (from, to time.Time, ok bool) { return day(y, m, n, a.now) })
}

// monthOf reads a month and its year, or a month alone behind a word that shows it is one.
func monthOf(m []string, a asking) (from, to time.Time, ok bool) {
	n := monthNumber(m[0])
	if a.isVerb(m[0]) {
		return from, to, false
	}
	if m[1] != "" {
		return month(namedYear(m[1], a.now), n, a.now)
	}
	if short := m[0] != strings.ToLower(time.Month(n).String()); short && (ofOne.MatchString(a.behind) || n == 1 && !a.leads("in", "since", "last", "next")) {
		return from, to, false // Jan is also a name of people
	}
	if a.leads("this") && (m[0] == "may" || m[0] == "march") {
		return from, to, false // "this may break"
	}
	return a.yearless(func(y int) (from, to time.Time, ok bool) { return month(y, n, a.now) })
}

var ofOne = pattern.New(`^['’]s\b`)

// leads reports whether one of the words is the lead of the match.
func (a *asking) leads(words ...string) bool {
	return slices.Contains(words, strings.TrimSpace(a.lead))
}

// yearOf reads a year, unless it is a part of an identifier or a count of things.
func yearOf(m []string, a asking) (from, to time.Time, ok bool) {
	if a.isIdentifier() || measured.MatchString(a.behind) {
		return from, to, false
	}
	from = time.Date(number(m[0]), 1, 1, 0, 0, 0, 0, a.now.Location())
	return from, from.AddDate(1, 0, 0), true
}

// sinceYear reads a year that has begun, at the end of a phrase: "since 2025 rows were read" counts rows.
func sinceYear(m []string, a asking) (from, to time.Time, ok bool) {
	from, to, ok = yearOf(m, a)
	return from, to, ok && !from.After(a.now) && endsPhrase.MatchString(a.behind)
}

var measured = pattern.New(`^\s*(?:[%€$£]|(?:ms|milliseconds?|seconds?|minutes?|hours?|bits?|bytes?|[kmgt]i?b|px|pixels?|rows?|lines?|files?|items?|records?|users?|requests?` +
	`|characters?|tokens?|words?|steps?|km|met(?:er|re)s?|miles|eur|euros?|usd|dollars?|gbp|pounds)\b)`)

// day returns a calendar day; ok is false for days that do not exist.
func day(y, m, d int, now time.Time) (from, to time.Time, ok bool) {
	from = time.Date(y, time.Month(m), d, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 0, 1), m >= 1 && m <= 12 && from.Day() == d
}

func month(y, m int, now time.Time) (from, to time.Time, ok bool) {
	from = time.Date(y, time.Month(m), 1, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 1, 0), m >= 1 && m <= 12
}

// monthNumber returns the number of a month whose name or abbreviation a rule has matched.
func monthNumber(name string) int {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), name[:3]) {
			return int(m)
		}
	}
	return 0
}

// number parses digits that a rule has matched.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
