package intent

import (
	"slices"
	"time"

	"asterism/engine/pattern"
)

// namedTime is a time that a text names.
type namedTime struct {
	from, to   time.Time
	first      int // where the match begins, including the words that only announce a time ("since march")
	start, end int // its words, from the name of the time ("march") to the end of the match
}

// asking is what a rule knows in addition to the words that it matched.
type asking struct {
	now           time.Time
	tense         tense
	lead          string // the words of the match in front of the name of the time: "since ", "last "
	front, behind string // the text in front of the match and behind it
}

// timesOf finds the times in a text in lower case, each as the half-open range [from, to) in now's time zone, in the order of the rules. Of each
// rule it takes at most one more than [mostTimes]. It understands a date (2026-03-01, 2026-03, 2026/03/01, 1.3.2026, 3 March 2026, Mar 3, in March), a year
// (in 2025, since 2025), a quarter (Q3 2025, in Q3, last quarter), a week (2026-W12, KW 12), days of one month and months of one year (12-20 March, between March and May 2026, from March to May),
// "N days ago" and the like, today, yesterday, the day before yesterday, the week before last, "the last N days", this or last week, weekend, month, year
// ("the last" and "past" ones up to now), weekdays, and those of a week or a day of the month (Friday last week, Friday the 13th). For a date without a year,
// a month or a weekday, the tense decides which one is meant, see [asking.comes]. A part of an identifier or a version (2026-INV-004, 2026.2) is no time. 14/3/2026 and 3/14/2026 are
// one day; 3/4/2026 is ambiguous, and not understood. A date with a time of day (2026-03-01T10:00) is its whole
// day, with a Z one of UTC. Times outside of the years 2…9999 are not understood.
func timesOf(text string, now time.Time, tense tense) (out []namedTime) {
	for _, rule := range whenRules {
		for _, at := range rule.words.FindAllStringSubmatchIndex(text, mostTimes+1) {
			if slices.ContainsFunc(out, func(t namedTime) bool { return at[0] < t.end && t.start < at[1] }) {
				continue // "march 2026" of "3 march 2026"
			}
			from, to, ok := rule.times(groups(text, at), asking{now, tense, text[at[0]:at[2]], text[:at[0]], text[at[1]:]})
			if ok && from.Year() > 1 && to.Year() < 10000 { // in years of four digits in every time zone, and not the zero time
				out = append(out, namedTime{from, to, at[0], at[2], at[1]})
			}
		}
	}
	return out
}

// groups returns the texts of a match's groups, "" for those without a match.
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
	// longMonths, shortMonths and otherShort are alternatives. The first two name a month behind "in" or "since"; the last are also other words, or begin them.
	longMonths  = `(?:january|february|march|april|may|june|july|august|september|october|november|december)\b`
	shortMonths = `(?:jan|feb|apr|jul|aug|sept?|oct|nov|dec)\b\.?`
	otherShort  = `(?:mar|jun)\b\.?`
	monthNames  = `(` + longMonths + `|` + shortMonths + `|` + otherShort + `)`
	fullYear    = `((?:1[5-9]|2[01])\d\d)`
	countNames  = `(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)`
	unitNames   = `(second|minute|hour|day|week|month|year)s?`
	dayNames    = `(monday|tuesday|wednesday|thursday|friday|saturday|sunday)`
)

// whenRules are tried in order. The first group of each begins at the name of the time.
var whenRules = []struct {
	words *pattern.Pattern
	times func(m []string, a asking) (from, to time.Time, ok bool)
}{
	{pattern.New(`\b(\d{4})-(\d\d)(?:-(\d\d)(?:t\d\d(?::?\d\d)*(?:\.\d+)?(z?))?)?\b`), isoDate},
	{pattern.New(`\b(` + fullYear + `-?w(\d\d)(?:-([1-7]))?)\b`), isoWeek},
	{pattern.New(`\b(?:(?:in|since|during|this|last|next|before|after|by|until|till) )?(` + fullYear + `[- ]?q([1-4])|q([1-4])(?:(?: ?[-/] ?|,? (?:of )?)` + fullYear + `)?)\b`), quarterOf},
	{pattern.New(`\b((?:kw|calendar week) ?(\d{1,2})(?:(?: ?/ ?|,? (?:of )?)` + fullYear + `)?)\b`), calendarWeek},
	{pattern.New(`\b(\d{4})/(\d{1,2})/(\d{1,2})\b`), slashedYearFirst},
	{pattern.New(`\b(\d{1,2})/(\d{1,2})/(\d{4})\b`), slashedYearLast},
	{pattern.New(`\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b`), dotted},
	{pattern.New(`\b((?:between |from |since )?(?:the )?(\d{1,2})` + ordinal + rangeWords + `(\d{1,2})` + ordinal + ` (?:of )?` + monthNames + `(?:,? ` + yearNames + `)?)\b`), daysOfMonth},
	{pattern.New(`\b((?:between |from |since )?` + monthNames + ` (\d{1,2})` + ordinal + rangeWords + `(\d{1,2})` + ordinal + `(?:,? ` + yearNames + `)?)\b`), monthDays},
	{pattern.New(`\b((?:between |from |since )?` + monthNames + rangeWords + monthNames + `,? (?:of )?` + yearNames + `)\b`), monthsOfYear},
	{pattern.New(`\b(\d{1,2})` + ordinal + ` (?:of )?` + monthNames + `(?:,? ` + yearNames + `)?\b`), dayMonth},
	{pattern.New(`\b` + monthNames + ` (\d{1,2})` + ordinal + `(?:,? ` + yearNames + `)?\b`), monthDay},
	{pattern.New(`\b` + monthNames + `,? (?:of )?(` + fullYear + `|(?:this|last|next) year)\b`), monthOf},
	{pattern.New(`\b((?:between|from) ` + monthNames + rangeWords + monthNames + `)\b`), monthsAlone},
	{pattern.New(`\b(?:(?:on|last|past|this|next) )?(` + dayNames + `,? (?:the )?(\d{1,2})(st|nd|rd|th)?)\b`), weekdayDate},
	{pattern.New(`\b(?:in|since|during|this|last|next|before|after|until|till) (` + longMonths + `|` + shortMonths + `)()`), monthOf},
	{pattern.New(`\b(?:in|during|the year) ((?:19|20)\d\d)\b`), yearOf},
	{pattern.New(`\bsince ((?:19|20)\d\d)\b`), sinceYear},
	{pattern.New(`\b(?:on )?(` + dayNames + `,? (?:(?:of|in) )?(?:the )?` + weekNames + `)\b`), func(m []string, a asking) (from, to time.Time, ok bool) {
		return dayOfWeek(m[1], m[2], m[3], m[4], a.now)
	}},
	{pattern.New(`\b(` + weekNames + `,? (?:on )?` + dayNames + `)\b`), func(m []string, a asking) (from, to time.Time, ok bool) {
		return dayOfWeek(m[4], m[1], m[2], m[3], a.now)
	}},
	{pattern.New(`\b((last|past|this) weekend)\b`), weekend},
	{pattern.New(`\b((?:` + countNames + ` )?(days?) (before yesterday|after tomorrow))\b`), besideDay},
	{pattern.New(`\b((day|night|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday) (before last|after next)(?: (week|month|year))?)\b`), beforeLast},
	{pattern.New(`\b` + countNames + ` (second|minute|hour|day|week|fortnight|month|year)s? ago\b`), ago},
	{pattern.New(`\b(?:last|past) ` + countNames + ` ` + unitNames + `\b`), lastFew},
	{pattern.New(`\b(today|tonight|this morning|yesterday|last night|tomorrow)\b`), nearDay},
	{pattern.New(`\b(this|(?:the )?last|past|previous|next) (week|month|quarter|year)\b`), calendar},
	{pattern.New(`\b(?:on|last|past) ` + dayNames + `\b`), weekday},
	{pattern.New(`\bnext ` + dayNames + `\b`), nextWeekday},
}
