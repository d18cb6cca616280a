package intent

import (
	"time"

	"asterism/engine/temporal"
)

// iso reads 2026-03-12 and 2026-03, also with slashes.
func (t *telling) iso(i int) (d temporal.Days, end int, ok bool) {
	w := &t.words[i]
	sep := t.gap(i + 1)
	if sep != "-" && sep != "/" || !t.is(i+1, numberWord) || i > 0 && t.gap(i) == sep && !t.is(i-1, otherWord) {
		return d, 0, false
	}
	year, month := int(w.value), int(t.words[i+1].value)
	if t.is(i+2, numberWord) && t.gap(i+2) == sep {
		d, ok = dayIn(year, month, int(t.words[i+2].value))
		return d, i + 3, ok
	}
	d, ok = monthIn(year, month)
	return d, i + 2, ok && t.words[i+1].end-t.words[i+1].start == 2 && t.gap(i+2) != sep && sep == "-"
}

// dotted reads 12.3.2026, and with slashes only unambiguous dates: 13/3/2026 and 3/13/2026.
func (t *telling) dotted(i int) (d temporal.Days, end int, ok bool) {
	sep := t.gap(i + 1)
	if !t.is(i+1, numberWord) || !t.is(i+2, number4) || sep != "." && sep != "/" || t.gap(i+2) != sep {
		return d, 0, false
	}
	day, month := int(t.words[i].value), int(t.words[i+1].value)
	if sep == "/" && month > 12 {
		day, month = month, day
	} else if sep == "/" && day <= 12 && day != month {
		return d, 0, false
	}
	d, ok = dayIn(int(t.words[i+2].value), month, day)
	return d, i + 3, ok
}

// dayMonth reads 12 March 2026, the 12th of March and 3–5 March.
func (t *telling) dayMonth(i int) (d temporal.Days, end int, ok bool) {
	first := t.words[i].value
	j := t.behindOrdinal(i)
	last := first
	if t.is(j, numberWord) && dashed(t.gap(j)) || t.is(j, throughWord) && t.is(j+1, numberWord) { // 3–5 March, 3 to 5 March
		if t.words[j].means == throughWord {
			j++
		}
		last = t.words[j].value
		j = t.behindOrdinal(j)
	}
	if t.is(j, ofWord) {
		j++
	}
	if !t.isMonth(j) || !t.joined(j) {
		return d, 0, false
	}
	year, end := t.yearBehind(j)
	if t.words[j].means == monthShort && !t.words[j].capital && year == 0 {
		return d, 0, false
	}
	return t.daysOf(year, int(t.words[j].value), int(first), int(last), end)
}

// month reads March 12 2026, Mar 12th, March 3–5, March 2026, and a month alone behind a word that shows it is one.
func (t *telling) month(i int) (d temporal.Days, end int, ok bool) {
	w := &t.words[i]
	if year, end := t.yearBehind(i); year != 0 {
		d, ok = monthIn(year, int(w.value))
		return d, end, ok
	}
	if t.is(i+1, numberWord) && t.joined(i+1) && (w.means == monthName || w.capital) && !t.isFraction(i+1) {
		first := t.words[i+1].value
		j, last := t.behindOrdinal(i+1), first
		if t.is(j, numberWord) && dashed(t.gap(j)) && !t.isMonth(j+1) {
			last = t.words[j].value
			j = t.behindOrdinal(j)
		}
		year, end := t.yearBehind(j - 1)
		if d, end, ok = t.daysOf(year, int(w.value), int(first), int(last), end); ok {
			return d, end, ok
		}
	}
	if !t.showsMonth(i) {
		return d, 0, false
	}
	d, ok = t.nearestMonth(int(w.value), 0), true
	return d, i + 1, ok
}

// showsMonth reports whether the word in front of a month's name shows that it is a month.
func (t *telling) showsMonth(i int) bool {
	w := &t.words[i]
	switch {
	case !t.joined(i):
		return false
	case t.is(i-1, inWord):
		return w.means == monthName || w.capital || w.end-w.start > 3 || w.value == int16(time.May)
	case t.is(i-1, beforeTime), t.is(i-1, afterTime), t.is(i-1, thisWord):
		return w.means == monthName || w.capital
	case t.is(i-1, ofWord), t.is(i-1, throughWord), t.is(i-1, fromWord):
		return (w.means == monthName || w.capital) && !isName(w.value)
	}
	return false
}

// isName reports whether a month's name is also a name of people.
func isName(month int16) bool {
	switch time.Month(month) {
	case time.April, time.May, time.June, time.August:
		return true
	}
	return false
}

// yearAlone reads a year behind a word that shows it is one.
func (t *telling) yearAlone(i int) (d temporal.Days, end int, ok bool) {
	year := int(t.words[i].value)
	switch {
	case year < 1900 || year >= 2200 || t.gap(i) != " " || t.isFraction(i) || letterAt(t.text, int(t.words[i].end)) > 0:
		return d, 0, false
	case t.is(i-1, inWord), t.is(i-1, ofWord), t.is(i-1, beforeTime), t.is(i-1, afterTime), t.is(i-1, throughWord), t.is(i-1, fromWord):
		return temporal.Days{From: dayNumber(year, 1, 1), To: dayNumber(year, 12, 31)}, i + 1, true
	}
	return d, 0, false
}

// behindOrdinal returns the index behind a number and its st, nd, rd or th.
func (t *telling) behindOrdinal(i int) int {
	if t.is(i+1, ordinalEnd) && t.gap(i+1) == "" {
		return i + 2
	}
	return i + 1
}

// yearBehind returns the year directly behind word i, 0 if there is none, and the index behind both.
func (t *telling) yearBehind(i int) (year, end int) {
	if t.is(i+1, number4) && t.joined(i+1) {
		if y := int(t.words[i+1].value); y >= 1000 && y < 3000 {
			return y, i + 2
		}
	}
	return 0, i + 1
}

// isFraction reports whether a number continues behind a point or a colon.
func (t *telling) isFraction(i int) bool {
	end := int(t.words[i].end)
	return end+1 < len(t.text) && (t.text[end] == '.' || t.text[end] == ':') && isDigit(t.text[end+1])
}

// daysOf returns days of a month; with year 0 they are of the nearest year.
func (t *telling) daysOf(year, month, first, last, end int) (d temporal.Days, _ int, ok bool) {
	if last < first {
		first = last
	}
	years := []int{year}
	if year == 0 {
		years = []int{t.at.Year(), t.at.Year() - 1, t.at.Year() + 1}
	}
	best := int32(-1)
	for _, y := range years {
		from, valid := dayIn(y, month, first)
		to, also := dayIn(y, month, last)
		if far := t.far(from.From); valid && also && (best < 0 || far < best) {
			d, best, ok = temporal.Days{From: from.From, To: to.To}, far, true
		}
	}
	return d, end, ok
}

// far returns the distance of a day from the day of writing.
func (t *telling) far(day int32) int32 { return max(day-t.today, t.today-day) }

// nearestMonth returns the month nearest to the day of writing: of those before it if side is −1, after it if side is 1.
func (t *telling) nearestMonth(month, side int) (d temporal.Days) {
	best := int32(-1)
	for y := t.at.Year() - 1; y <= t.at.Year()+1; y++ {
		m, _ := monthIn(y, month)
		far := min(t.far(m.From), t.far(m.To))
		if m.From <= t.today && t.today <= m.To {
			far = 0
		}
		if side < 0 && m.To >= t.today || side > 0 && m.From <= t.today || best >= 0 && far >= best {
			continue
		}
		d, best = m, far
	}
	return d
}

// dayIn returns a day of the calendar; ok is false for days that do not exist.
func dayIn(y, m, d int) (_ temporal.Days, ok bool) {
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return oneDay(temporal.DayOf(t)), y >= 1000 && y < 3000 && m >= 1 && m <= 12 && t.Day() == d
}

func monthIn(y, m int) (_ temporal.Days, ok bool) {
	return temporal.Days{From: dayNumber(y, m, 1), To: dayNumber(y, m+1, 0)}, y >= 1000 && y < 3000 && m >= 1 && m <= 12
}

func dayNumber(y, m, d int) int32 {
	return temporal.DayOf(time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC))
}
