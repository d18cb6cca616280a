package intent

import (
	"strings"
	"time"

	"asterism/engine/pattern"
)

// beside is the text around a time: the words of the time, those directly in front of it, all in front back to the previous time, those
// behind it up to the next time, and, for the last time, all behind it.
type beside struct{ words, near, front, next, behind string }

const (
	// fillers may be between a word and its time ("since the", "until last", "by Friday,").
	fillers = `(?:\s*\b(?:the|this|last|past|in|on|at|during|` + dayNames + `)\b,?)*\s*`
	// parts are fillers and the words for a part of the time ("by the end of", "since mid-").
	parts = `(?:\s*\b(?:the|this|last|past|in|on|at|during|of|very|start|beginning|middle|end|early|mid|late|first|second|half` +
		`|morning|noon|afternoon|evening|night|\d{1,2}(?::\d\d|\s*[ap]m)|` + dayNames + `)\b[,-]?)*\s*`
	listWords = `\s*(?:[/&+–—-]|(?:,\s*)?\b(?:and|or|to|until|till|through)\b)\s*`
)

// Words directly in front of a time.
var (
	notWord = pattern.New(`(?:\b(?:no|not|never|nothing|none|cannot)|n['’]t)(?:\s+\w+){0,2}?\s+` +
		`(?:before|prior to|until|till|up to|by|since|after|from|over|\w+ than)` + parts + `$` +
		`|\b(?:not(?: only)?|neither|except(?:ing)?(?: for)?|excluding|besides|without|(?:all|any\w*|every\w*)(?: \w+)? but` +
		`|other than|(?:apart|aside) from)` + parts + `$`)
	comparedWord = pattern.New(`\b(?:than|compared (?:to|with)|versus|vs\.?|instead of|unlike|like|as(?: of)?)` + parts + `$`) // "as of" means since or until
	roughWord    = pattern.New(`(?:[~<>]=?|\b(?:around|roughly|approximately|circa|nearly|almost|half` +
		`|(?:days?|week|weekend) (?:of|beginning|commencing)` +
		`|before,?(?: on)? (?:or|and) after|after (?:or|and) before|since before|(?:until|till) after))` + parts + `$`)

	aboutWord = pattern.New(`\babout` + parts + `$`) // of a date or so many days ago it means approximately; of last week it means the subject

	beforeWord  = pattern.New(`\b(?:before|prior to)` + fillers + `$`)
	untilWord   = pattern.New(`\b(?:(?:on|at|in|during) or before|until|till|by|through|(?:older|earlier) than)` + parts + `$`)
	sinceWord   = pattern.New(`\b(?:since|after|from|(?:newer|later|recent) than)` + parts + `$|\bbeginning(?: on)?\s*$`)
	toWord      = pattern.New(`(?:\b(?:to|through)|[-–—])` + parts + `$`)
	moreThanAgo = pattern.New(`\b(?:more than|over|at least)\s*$`)
	lessThanAgo = pattern.New(`\b(?:less than|under|within|at most)\s*$`)
	upToAgo     = pattern.New(`\bup to\s*$`) // within the last days, or until so many days ago
	listFront   = pattern.New(`(?:(?:\d(?:st|nd|rd|th)?|\b` + countNames + `|\b` + unitNames + `|\b` + monthNames + `|\b` + dayNames + `)` + listWords +
		`|(?:\d(?:st|nd|rd|th)?|\b` + monthNames + `),)` + parts + `$`)
)

// Words anywhere around a time.
var (
	wordsBefore = pattern.New(`\b(?:before|until|till|prior to|preceding|ahead of|eve of|up to|ending|(?:or|and) (?:earlier|older|longer))\b`)
	wordsAfter  = pattern.New(`\b(?:since|after|onwards?|following|starting|(?:or|and) (?:later|newer|more recent))\b`)
)

// Words directly behind a time, and words of a time.
var (
	listBehind = pattern.New(`^` + listWords + parts + `(?:\d|(?:` + countNames + `|` + monthNames + `|` + dayNames + `|now|tomorrow|next|q[1-4])\b)` +
		`|^,\s*(?:` + monthNames + `|` + dayNames + `)\b|^,\s*\d{1,2}(?:st|nd|rd|th)?(?:\s*(?:[,.?!]|$)|` + listWords + `)|^\s+(?:of|or (?:so|more|less)|at (?:most|least|the (?:latest|earliest)))\b`)
	timeOfDay = pattern.New(`^,?\s+(?:at \d{1,2}(?::\d\d)?(?:\s*[ap]m\b)?|\d{1,2}(?::\d\d|\s*[ap]m\b)|(?:at |in the )?(?:morning|noon|afternoon|evening|night|midnight|lunch))`)

	roughTime = pattern.New(`\d|ago$`)
	// After these words the bound is within what they are read as, and not at its beginning ("before tonight", "before a week ago", "before the past month").
	withinWords  = pattern.New(`\dt\d|night|morning|ago$|^past|^the last`)
	monthWord    = pattern.New(monthNames + `|^q[1-4]$|^(?:kw|calendar week)`)
	yearWords    = pattern.New(`\d{4}|year$`)
	weekdayAlone = pattern.New(`^` + dayNames + `$`)
	toNextTime   = pattern.New(`^,?\s+(?:(?:of|in)\s+)?(?:the\s+)?$`)
	toWeekday    = pattern.New(`^,?\s+(?:on\s+)?$`)
)

// unclear reports whether the words around a time say that it is not meant, or is approximate, or part of a list that is not understood.
func (b *beside) unclear() bool {
	for _, words := range []*pattern.Pattern{notWord, roughWord, listFront} {
		if words.MatchString(b.near) {
			return true
		}
	}
	return aboutWord.MatchString(b.near) && roughTime.MatchString(b.words) || listBehind.MatchString(b.next)
}

// opened returns the time with the sides open that the words around it open.
func (b *beside) opened(t timeRange) timeRange {
	ago := strings.HasSuffix(b.words, "ago")
	switch {
	case untilWord.MatchString(b.near), ago && moreThanAgo.MatchString(b.near):
		return timeRange{to: t.to}
	case beforeWord.MatchString(b.near) && (withinWords.MatchString(b.words) || timeOfDay.MatchString(b.next)):
		return timeRange{to: t.to}
	case beforeWord.MatchString(b.near):
		return timeRange{to: t.from}
	case sinceWord.MatchString(b.near), ago && lessThanAgo.MatchString(b.near):
		return timeRange{from: t.from}
	case comparedWord.MatchString(b.near), ago && upToAgo.MatchString(b.near):
		return timeRange{}
	}
	if wordsBefore.MatchString(b.front) || wordsBefore.MatchString(b.behind) {
		t.from = time.Time{}
	}
	if wordsAfter.MatchString(b.front) || wordsAfter.MatchString(b.behind) {
		t.to = time.Time{}
	}
	return t
}

// yearUnclear reports whether a date without a year has not yet come this year. As an end, it may then mean this year's or last year's.
// It is clear if the present or future tense chose the next one.
func (b *beside) yearUnclear(t *namedTime, now time.Time, tense tense) bool {
	if t.from.After(now) && (tense == present || tense == future) {
		return false
	}
	return (t.from.Year() < now.Year() || t.from.After(now)) && monthWord.MatchString(b.words) && !yearWords.MatchString(b.words)
}

var (
	comparingWord = pattern.New(`\b(?:compar(?:e[sd]?|ing|isons?)|differ(?:s|ed|ences?)?|contrast(?:s|ed|ing)?)\b`)
	betweenFirst  = pattern.New(`\bbetween\s+$`)
	twoCompared   = pattern.New(`\b(?:differences?|comparisons?|contrast) between\s+$`)
	dayAndMore    = pattern.New(`^` + dayNames + `\W`)
	orWord        = pattern.New(`^,?\s+or\b` + fillers + `$`)
)

// spans reports whether the words in front of the first of two times make them the ends of one time ("what differed between"), and not two times to compare ("the difference between").
func spans(front string) bool {
	return betweenFirst.MatchString(front) && !twoCompared.MatchString(front)
}

// comparing reports whether several times are no range from the first to the last: they are compared, or are a choice of times far apart.
func comparing(text string, times []namedTime) bool {
	if len(times) > 1 && comparingWord.MatchString(text) && !spans(text[:times[0].start]) {
		return true
	}
	for i := 1; i < len(times); i++ {
		a, b := times[i-1], times[i]
		if a.from.After(b.from) {
			a, b = b, a
		}
		if weekdayAlone.MatchString(text[times[i-1].start:times[i-1].end]) && listFront.MatchString(text[times[i-1].start:times[i].start]) &&
			dayAndMore.MatchString(text[times[i].start:times[i].end]) {
			return true // "on Monday and Tuesday last week"
		}
		if orWord.MatchString(text[times[i-1].end:times[i].start]) && b.from.Sub(a.to) > 7*24*time.Hour {
			return true
		}
	}
	return false
}

// withoutWeekdays leaves out weekdays in front of their own date ("on Tuesday, 3 March"). ok is false if the date is on another weekday, and if a weekday
// is next to a longer time ("on Monday last month").
func withoutWeekdays(text string, times []namedTime) (out []namedTime, ok bool) {
	for i, t := range times {
		if i+1 < len(times) && weekdayAlone.MatchString(text[t.start:t.end]) && toNextTime.MatchString(text[t.end:times[i+1].start]) {
			switch date := times[i+1]; {
			case !isDay(&date), date.from.Weekday() != t.from.Weekday():
				return nil, false
			default:
				continue
			}
		}
		if i > 0 && weekdayAlone.MatchString(text[t.start:t.end]) && toWeekday.MatchString(text[times[i-1].end:t.start]) && !isDay(&times[i-1]) {
			return nil, false
		}
		out = append(out, t)
	}
	return out, true
}

func isDay(t *namedTime) bool { return t.to.Equal(t.from.AddDate(0, 0, 1)) }
