package intent

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// namedTime is a time that a text names.
type namedTime struct {
	from, to   time.Time
	start, end int // of its words: from what tells the time ("march" of "since march") to the end of the match
}

// timesOf finds the times that a text in lower case names, each as the half-open range [from, to) in now's time zone, in the order of the rules: of each
// rule its first, one more than [mostTimes]. Understood are a date (2026-03-01, 2026-03, 3 March 2026, March 3, in March: the latest one that has begun),
// a year (in 2025), "N days ago" and the like, today, yesterday, "the last N days", this or last week, month, year ("the last" and "past" ones up to
// now), and weekdays (the latest one before today). A date with a time of day (2026-03-01T10:00) is its whole day, with a Z one of UTC. Times outside of
// the years 2…9999 are not understood.
func timesOf(text string, now time.Time) (out []namedTime) {
	for _, rule := range whenRules {
		for _, at := range rule.words.FindAllStringSubmatchIndex(text, mostTimes+1) {
			if slices.ContainsFunc(out, func(t namedTime) bool { return at[0] < t.end && t.start < at[1] }) {
				continue // "march 2026" of "3 march 2026"
			}
			from, to, ok := rule.times(groups(text, at), now)
			if ok && from.Year() > 1 && to.Year() < 10000 { // in years of four digits, wherever on earth, and not the zero time
				out = append(out, namedTime{from, to, at[2], at[1]})
			}
		}
	}
	return out
}

// groups are the texts of a match's groups, "" for those that took no part.
func groups(text string, at []int) (out []string) {
	for i := 2; i < len(at); i += 2 {
		group := ""
		if at[i] >= 0 {
			group = text[at[i]:at[i+1]]
		}
		out = append(out, group)
	}
	return out
}

const (
	monthNames = `(january|february|march|april|may|june|july|august|september|october|november|december)`
	countNames = `(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)`
	unitNames  = `(second|minute|hour|day|week|month|year)s?`
	dayNames   = `(monday|tuesday|wednesday|thursday|friday|saturday|sunday)`
)

// whenRules are tried in order.
var whenRules = []struct {
	words *regexp.Regexp
	times func(m []string, now time.Time) (from, to time.Time, ok bool)
}{
	{regexp.MustCompile(`\b(\d{4})-(\d\d)(?:-(\d\d)(?:t\d\d(?::?\d\d)*(?:\.\d+)?(z?))?)?\b`), isoDate},
	{regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?` + monthNames + `(?:,? (\d{4}))?\b`), dayMonth},
	{regexp.MustCompile(`\b` + monthNames + ` (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?\b`), monthDay},
	{regexp.MustCompile(`\b` + monthNames + `,? (\d{4})\b`), monthOf},
	{regexp.MustCompile(`\b(?:in|since|during|last|before|after|until|till) ` + monthNames + `()\b`), monthOf},
	{regexp.MustCompile(`\b(?:in|during) ((?:19|20)\d\d)\b`), yearOf},
	{regexp.MustCompile(`\b` + countNames + ` ` + unitNames + ` ago\b`), ago},
	{regexp.MustCompile(`\b(?:last|past) ` + countNames + ` ` + unitNames + `\b`), lastFew},
	{regexp.MustCompile(`\b(today|tonight|this morning|yesterday|last night|tomorrow)\b`), nearDay},
	{regexp.MustCompile(`\b(this|(?:the )?last|past|previous|next) (week|month|year)\b`), calendar},
	{regexp.MustCompile(`\b(?:on|last|past) ` + dayNames + `\b`), weekday},
	{regexp.MustCompile(`\bnext ` + dayNames + `\b`), nextWeekday},
}

func isoDate(m []string, now time.Time) (from, to time.Time, ok bool) {
	y, mo := number(m[0]), number(m[1])
	if m[3] == "z" { // of a moment in UTC
		now = now.UTC()
	}
	if m[2] == "" {
		return month(y, mo, now)
	}
	return day(y, mo, number(m[2]), now)
}

func dayMonth(m []string, now time.Time) (from, to time.Time, ok bool) {
	return monthDay([]string{m[1], m[0], m[2]}, now)
}

func monthDay(m []string, now time.Time) (from, to time.Time, ok bool) {
	if m[2] != "" {
		return day(number(m[2]), monthNumber(m[0]), number(m[1]), now)
	}
	from, to, ok = day(now.Year(), monthNumber(m[0]), number(m[1]), now)
	if from.After(now) {
		return day(now.Year()-1, monthNumber(m[0]), number(m[1]), now)
	}
	return from, to, ok
}

func monthOf(m []string, now time.Time) (from, to time.Time, ok bool) {
	if m[1] != "" {
		return month(number(m[1]), monthNumber(m[0]), now)
	}
	if from, to, ok = month(now.Year(), monthNumber(m[0]), now); from.After(now) {
		return month(now.Year()-1, monthNumber(m[0]), now)
	}
	return from, to, ok
}

func yearOf(m []string, now time.Time) (from, to time.Time, ok bool) {
	from = time.Date(number(m[0]), 1, 1, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(1, 0, 0), true
}

// ago is the calendar day for days, and half a unit either way for the others.
func ago(m []string, now time.Time) (from, to time.Time, ok bool) {
	n := count(m[0])
	if m[1] == "day" {
		from = startOfDay(now).AddDate(0, 0, -n)
		return from, from.AddDate(0, 0, 1), true
	}
	at, half := back(now, n, m[1]), now.Sub(back(now, 1, m[1]))/2
	return at.Add(-half), at.Add(half), true
}

func lastFew(m []string, now time.Time) (from, to time.Time, ok bool) {
	return back(now, count(m[0]), m[1]), now, true
}

func nearDay(m []string, now time.Time) (from, to time.Time, ok bool) {
	from = startOfDay(now)
	switch m[0] {
	case "yesterday", "last night":
		from = from.AddDate(0, 0, -1)
	case "tomorrow":
		from = from.AddDate(0, 0, 1)
	}
	return from, from.AddDate(0, 0, 1), true
}

// calendar is a whole week from Monday, month or year: this one, the one before or the next. "The last" and "past" ones may also be those that end now, and reach up to it.
func calendar(m []string, now time.Time) (from, to time.Time, ok bool) {
	from, years, months, days := startOfDay(now), 0, 0, 0
	switch m[1] {
	case "week":
		from, days = from.AddDate(0, 0, -(int(now.Weekday())+6)%7), 7
	case "month":
		from, months = from.AddDate(0, 0, 1-now.Day()), 1
	case "year":
		from, years = from.AddDate(0, 0, 1-now.YearDay()), 1
	}
	switch m[0] {
	case "this":
	case "next":
		from = from.AddDate(years, months, days)
	default:
		from = from.AddDate(-years, -months, -days)
	}
	if m[0] == "past" || m[0] == "the last" {
		return from, now, true
	}
	return from, from.AddDate(years, months, days), true
}

func weekday(m []string, now time.Time) (from, to time.Time, ok bool) {
	return nearestDay(m[0], now, -1)
}

func nextWeekday(m []string, now time.Time) (from, to time.Time, ok bool) {
	return nearestDay(m[0], now, 1)
}

// nearestDay is the nearest day of that name before today (step −1) or after it (step 1).
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

// back is n units before a time.
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

// day is a calendar day; ok is false for days that no calendar has.
func day(y, m, d int, now time.Time) (from, to time.Time, ok bool) {
	from = time.Date(y, time.Month(m), d, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 0, 1), m >= 1 && m <= 12 && from.Day() == d
}

func month(y, m int, now time.Time) (from, to time.Time, ok bool) {
	from = time.Date(y, time.Month(m), 1, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 1, 0), m >= 1 && m <= 12
}

func monthNumber(name string) int {
	for m := time.January; m <= time.December; m++ {
		if strings.ToLower(m.String()) == name {
			return int(m)
		}
	}
	return 0
}

// number reads digits that a rule has matched.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
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
