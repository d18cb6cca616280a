package intent

import (
	"regexp"
	"slices"
	"time"
)

// namedTime is a time that a text names.
type namedTime struct {
	from, to   time.Time
	first      int // where the match begins, with the words that only say that a time follows ("since march")
	start, end int // of its words: from what tells the time ("march") to the end of the match
}

// asking is what a rule knows beside the words that it matched.
type asking struct {
	now           time.Time
	tense         tense
	lead          string // the words of the match in front of what tells the time: "since ", "last "
	front, behind string // the text in front of the match and behind it
}

// timesOf finds the times that a text in lower case names, each as the half-open range [from, to) in now's time zone, in the order of the rules: of each
// rule its first, one more than [mostTimes]. Understood are a date (2026-03-01, 2026-03, 2026/03/01, 1.3.2026, 3 March 2026, Mar 3, in March), a year
// (in 2025), "N days ago" and the like, today, yesterday, the day before yesterday, the week before last, "the last N days", this or last week, month, year
// ("the last" and "past" ones up to now), and weekdays. Of a date without a year, a month or a weekday, the tense says which one is meant, see
// [asking.comes]. 14/3/2026 and 3/14/2026 are one day; 3/4/2026 can be two, and is not understood. A date with a time of day (2026-03-01T10:00) is its whole
// day, with a Z one of UTC. Times outside of the years 2…9999 are not understood.
func timesOf(text string, now time.Time, tense tense) (out []namedTime) {
	for _, rule := range whenRules {
		for _, at := range rule.words.FindAllStringSubmatchIndex(text, mostTimes+1) {
			if slices.ContainsFunc(out, func(t namedTime) bool { return at[0] < t.end && t.start < at[1] }) {
				continue // "march 2026" of "3 march 2026"
			}
			from, to, ok := rule.times(groups(text, at), asking{now, tense, text[at[0]:at[2]], text[:at[0]], text[at[1]:]})
			if ok && from.Year() > 1 && to.Year() < 10000 { // in years of four digits, wherever on earth, and not the zero time
				out = append(out, namedTime{from, to, at[0], at[2], at[1]})
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
	// longMonths, shortMonths and otherShort are alternatives: the first two tell a month behind "in" or "since", the last are other words or begin them.
	longMonths  = `(?:january|february|march|april|may|june|july|august|september|october|november|december)\b`
	shortMonths = `(?:jan|feb|apr|jul|aug|sept?|oct|nov|dec)\b\.?`
	otherShort  = `(?:mar|jun)\b\.?`
	monthNames  = `(` + longMonths + `|` + shortMonths + `|` + otherShort + `)`
	fullYear    = `((?:1[5-9]|2[01])\d\d)`
	countNames  = `(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)`
	unitNames   = `(second|minute|hour|day|week|month|year)s?`
	dayNames    = `(monday|tuesday|wednesday|thursday|friday|saturday|sunday)`
)

// whenRules are tried in order. The first group of each begins where its time is told.
var whenRules = []struct {
	words *regexp.Regexp
	times func(m []string, a asking) (from, to time.Time, ok bool)
}{
	{regexp.MustCompile(`\b(\d{4})-(\d\d)(?:-(\d\d)(?:t\d\d(?::?\d\d)*(?:\.\d+)?(z?))?)?\b`), isoDate},
	{regexp.MustCompile(`\b(\d{4})/(\d{1,2})/(\d{1,2})\b`), slashedYearFirst},
	{regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})/(\d{4})\b`), slashedYearLast},
	{regexp.MustCompile(`\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b`), dotted},
	{regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?` + monthNames + `(?:,? (\d{4}))?\b`), dayMonth},
	{regexp.MustCompile(`\b` + monthNames + ` (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?\b`), monthDay},
	{regexp.MustCompile(`\b` + monthNames + `,? ` + fullYear + `\b`), monthOf},
	{regexp.MustCompile(`\b(?:in|since|during|this|last|next|before|after|until|till) (` + longMonths + `|` + shortMonths + `)()`), monthOf},
	{regexp.MustCompile(`\b(?:in|during) ((?:19|20)\d\d)\b`), yearOf},
	{regexp.MustCompile(`\b((?:` + countNames + ` )?(days?) (before yesterday|after tomorrow))\b`), besideDay},
	{regexp.MustCompile(`\b((day|night|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday) (before last|after next)(?: (week|month|year))?)\b`), beforeLast},
	{regexp.MustCompile(`\b` + countNames + ` ` + unitNames + ` ago\b`), ago},
	{regexp.MustCompile(`\b(?:last|past) ` + countNames + ` ` + unitNames + `\b`), lastFew},
	{regexp.MustCompile(`\b(today|tonight|this morning|yesterday|last night|tomorrow)\b`), nearDay},
	{regexp.MustCompile(`\b(this|(?:the )?last|past|previous|next) (week|month|year)\b`), calendar},
	{regexp.MustCompile(`\b(?:on|last|past) ` + dayNames + `\b`), weekday},
	{regexp.MustCompile(`\bnext ` + dayNames + `\b`), nextWeekday},
}
