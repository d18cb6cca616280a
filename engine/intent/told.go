package intent

import (
	"cmp"
	"slices"
	"time"

	"asterism/engine/temporal"
)

// mostTold is the largest number of times that a text may name. A text with more is about times, and none of them is its own time.
const mostTold = 16

// Told returns the times that the texts of a memory name, as days of the calendar, in order. at is when the texts were written, in the zone of the writer. Relative words are
// relative to at: "yesterday", "last Friday", "two weeks ago", "next month", "the day after tomorrow". A date without a year is the one nearest to at, and
// "on Friday" the nearest Friday. It also understands 2026-03-12, 12.3.2026, 12 March (2026), Mar 12th, 3–5 March, "from 3 March to 5 April", March 2026,
// a month or a year behind a word such as "in", "before" or "last", and this, last and next week, weekend, month and year.
//
// It accepts more than [Between]: the time of a memory only changes how much it is preferred, so a wrong reading costs little. The day of at itself is
// left out, since a memory has it anyway. Names of months that have another meaning, as May, need a capital, or a word or a number next to them that shows the month.
func Told(at time.Time, texts ...string) (out []temporal.Days) {
	var space [64]toldWord
	for _, text := range texts {
		if !mayNameTime(text) {
			continue
		}
		t := telling{text: text, words: toldWords(space[:0], text), at: at, today: temporal.DayOf(at)}
		out = append(out, t.all()...)
	}
	slices.SortFunc(out, func(a, b temporal.Days) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	if out = slices.Compact(out); len(out) > mostTold {
		return nil
	}
	return slices.Clip(out)
}

// telling is a text that is being read for times.
type telling struct {
	text  string
	words []toldWord
	at    time.Time
	today int32
}

// toldTime is a time and the index range [first, end) of its words.
type toldTime struct {
	temporal.Days
	first, end int
}

func (t *telling) all() (out []temporal.Days) {
	var last toldTime
	for i := 0; i < len(t.words); {
		days, end, ok := t.read(i)
		if !ok {
			i++
			continue
		}
		now := toldTime{days, i, end}
		if last.end > 0 && t.through(last.end, i) && last.From <= now.To { // the two times are the ends of one
			now.From, now.first = min(last.From, now.From), last.first
			out = out[:len(out)-1]
		}
		out, last, i = append(out, now.Days), now, end
	}
	return slices.DeleteFunc(out, func(d temporal.Days) bool { return d.From == t.today && d.To == t.today })
}

// through reports whether the words between two times, from end to next, make them the ends of one.
func (t *telling) through(end, next int) bool {
	switch next - end {
	case 0:
		return dashed(t.gap(end))
	case 1:
		return t.is(end, throughWord)
	}
	return false
}

// read reads a time that begins at word i; end is the index behind its last word.
func (t *telling) read(i int) (d temporal.Days, end int, ok bool) {
	switch w := &t.words[i]; w.means {
	case number4:
		if d, end, ok = t.iso(i); ok {
			return d, end, ok
		}
		return t.yearAlone(i)
	case numberWord:
		for _, rule := range []func(int) (temporal.Days, int, bool){t.dotted, t.dayMonth, t.ago} {
			if d, end, ok = rule(i); ok {
				return d, end, ok
			}
		}
	case countWord:
		return t.ago(i)
	case monthName, monthShort:
		return t.month(i)
	case lastWord, pastWord:
		return t.before(i)
	case nextWord:
		return t.next(i)
	case thisWord:
		return t.current(i)
	case onWord:
		return t.onDay(i)
	case yesterdayWord:
		back := int32(1)
		if t.is(i-1, beforeTime) && t.isUnit(i-2, dayUnit) {
			back = 2
		}
		return oneDay(t.today - back), i + 1, true
	case tomorrowWord:
		on := int32(1)
		if t.is(i-1, afterTime) && t.isUnit(i-2, dayUnit) {
			on = 2
		}
		return oneDay(t.today + on), i + 1, true
	}
	return d, 0, false
}

func (t *telling) is(i int, m meaning) bool {
	return i >= 0 && i < len(t.words) && t.words[i].means == m
}

func (t *telling) isUnit(i int, unit int16) bool {
	return t.is(i, unitName) && t.words[i].value == unit
}

func (t *telling) isMonth(i int) bool { return t.is(i, monthName) || t.is(i, monthShort) }

// gap returns the text between word i and the previous word.
func (t *telling) gap(i int) string {
	if i <= 0 || i >= len(t.words) {
		return ""
	}
	return t.text[t.words[i-1].end:t.words[i].start]
}

// joined reports whether word i belongs to the previous one: at most a space, a comma or a dash is between them, or the point of an abbreviation.
func (t *telling) joined(i int) bool {
	if i <= 0 || i >= len(t.words) {
		return false
	}
	gap := t.gap(i)
	if w := &t.words[i-1]; len(gap) > 0 && gap[0] == '.' && w.means == monthShort {
		gap = gap[1:]
	}
	switch gap {
	case "", " ", ", ", ",", "-", "\n":
		return true
	}
	return false
}

func dashed(gap string) bool {
	switch gap {
	case "-", " - ", "–", " – ", "—", " — ":
		return true
	}
	return false
}

func oneDay(day int32) temporal.Days { return temporal.Days{From: day, To: day} }
