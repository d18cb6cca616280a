package intent

import (
	"asterism/engine/temporal"
)

// ago reads "2 weeks ago", "a couple of days ago", "a few months ago": the exact day if the unit is days, otherwise half a unit in both directions.
func (t *telling) ago(i int) (d temporal.Days, end int, ok bool) {
	low, high, j := t.count(i)
	if !t.is(j, unitName) || !t.is(j+1, agoWord) || t.words[j].value == weekendUnit {
		return d, 0, false
	}
	unit, half := t.words[j].value, [...]int32{dayUnit: 0, weekUnit: 3, monthUnit: 15, yearUnit: 182}
	return temporal.Days{From: t.shifted(unit, -high) - half[unit], To: t.shifted(unit, -low) + half[unit]}, j + 2, true
}

// count returns the range that a number or "a few" at word i can mean, and the index behind it.
func (t *telling) count(i int) (low, high, end int) {
	if t.is(i, countWord) && t.words[i].value == 1 && t.is(i+1, countWord) { // a couple, a few
		i++
	}
	n := int(t.words[i].value)
	low, high, end = n, n, i+1
	switch n {
	case aCouple:
		low, high = 2, 3
	case aFew:
		low, high = 2, 5
	case aSeveral:
		low, high = 3, 7
	}
	if t.is(end, ofWord) {
		end++
	}
	return low, high, end
}

// before reads a time that begins with "last" or "past": a night, a weekday, a month, a unit of the calendar, or several ("the last two weeks").
func (t *telling) before(i int) (d temporal.Days, end int, ok bool) {
	if d, end, ok = t.beforeLast(i); ok {
		return d, end, ok
	}
	past := t.words[i].means == pastWord || t.is(i-1, theWord) // the period ends now
	switch j := i + 1; {
	case !t.joined(j):
		return d, 0, false
	case t.is(j, nightWord):
		return oneDay(t.today - 1), j + 1, true
	case t.is(j, dayName) && t.is(j+1, ofWord): // "the last Friday of the month" recurs
		return d, 0, false
	case t.is(j, dayName):
		return oneDay(t.weekday(t.words[j].value, -1)), j + 1, true
	case t.isMonth(j) && !t.is(j+1, number4):
		return t.nearestMonth(int(t.words[j].value), -1), j + 1, true
	case t.is(j, unitName) && t.words[j].value != dayUnit:
		unit := t.words[j].value
		if past && unit != weekendUnit {
			return temporal.Days{From: t.shifted(unit, -1), To: t.today}, j + 1, true
		}
		return t.calendar(unit, -1), j + 1, true
	case t.is(j, countWord), t.is(j, numberWord):
		if _, high, k := t.count(j); t.is(k, unitName) && t.words[k].value != weekendUnit {
			return temporal.Days{From: t.shifted(t.words[k].value, -high), To: t.today}, k + 1, true
		}
	}
	return d, 0, false
}

// beforeLast reads "the week before last", unless "last" belongs to what follows ("the week before last Christmas").
func (t *telling) beforeLast(i int) (d temporal.Days, end int, ok bool) {
	if !t.is(i-1, beforeTime) || !t.is(i-2, unitName) || t.isUnit(i-2, dayUnit) {
		return d, 0, false
	}
	unit, end := t.words[i-2].value, i+1
	switch {
	case t.joined(end) && t.isUnit(end, unit):
		end++
	case t.joined(end) && !t.is(end, andWord) && !t.is(end, inWord) && !t.is(end, onWord) && !t.is(end, theWord):
		return d, 0, false
	}
	return t.calendar(unit, -2), end, true
}

// next reads a time that begins with "next".
func (t *telling) next(i int) (d temporal.Days, end int, ok bool) {
	switch j := i + 1; {
	case !t.joined(j):
		return d, 0, false
	case t.is(j, dayName):
		return oneDay(t.weekday(t.words[j].value, 1)), j + 1, true
	case t.isMonth(j) && !t.is(j+1, number4):
		return t.nearestMonth(int(t.words[j].value), 1), j + 1, true
	case t.is(j, unitName) && t.words[j].value != dayUnit:
		return t.calendar(t.words[j].value, 1), j + 1, true
	case t.is(j, countWord), t.is(j, numberWord):
		if _, high, k := t.count(j); t.is(k, unitName) && t.words[k].value != weekendUnit {
			return temporal.Days{From: t.today, To: t.shifted(t.words[k].value, high)}, k + 1, true
		}
	}
	return d, 0, false
}

// current reads "this week" and "this Friday", which is the coming one. [telling.month] reads the name of a month.
func (t *telling) current(i int) (d temporal.Days, end int, ok bool) {
	switch j := i + 1; {
	case !t.joined(j):
		return d, 0, false
	case t.is(j, dayName):
		return oneDay(t.weekday(t.words[j].value, 1)), j + 1, true
	case t.is(j, unitName) && t.words[j].value != dayUnit:
		return t.calendar(t.words[j].value, 0), j + 1, true
	}
	return d, 0, false
}

// onDay reads "on Friday", the nearest one, unless its date follows.
func (t *telling) onDay(i int) (d temporal.Days, end int, ok bool) {
	j := i + 1
	if !t.is(j, dayName) || !t.joined(j) || t.is(j+1, numberWord) || t.isMonth(j+1) || t.is(j+1, theWord) && t.is(j+2, numberWord) {
		return d, 0, false
	}
	before, after := t.weekday(t.words[j].value, -1), t.weekday(t.words[j].value, 1)
	if t.far(after) < t.far(before) {
		before = after
	}
	return oneDay(before), j + 1, true
}

// weekday returns the nearest day of that name before the day of writing (side −1) or after it (side 1).
func (t *telling) weekday(day int16, side int32) int32 {
	d := t.today + side
	for weekdayOf(d) != day {
		d += side
	}
	return d
}

// weekdayOf returns the weekday of a day, 0 for Sunday.
func weekdayOf(day int32) int16 { return int16(((day+4)%7 + 7) % 7) }

// calendar returns a whole unit of the calendar, shift units after the one of the day of writing. Weeks begin on Mondays.
func (t *telling) calendar(unit int16, shift int) temporal.Days {
	monday := t.today - int32(weekdayOf(t.today)+6)%7 + 7*int32(shift)
	y, m := t.at.Year(), int(t.at.Month())
	switch unit {
	case weekUnit:
		return temporal.Days{From: monday, To: monday + 6}
	case weekendUnit:
		return temporal.Days{From: monday + 5, To: monday + 6}
	case monthUnit:
		return temporal.Days{From: dayNumber(y, m+shift, 1), To: dayNumber(y, m+shift+1, 0)}
	}
	return temporal.Days{From: dayNumber(y+shift, 1, 1), To: dayNumber(y+shift, 12, 31)}
}

// shifted returns the day n units after the day of writing.
func (t *telling) shifted(unit int16, n int) int32 {
	y, m, d := t.at.Date()
	switch unit {
	case dayUnit:
		return t.today + int32(n)
	case weekUnit:
		return t.today + 7*int32(n)
	case monthUnit:
		return dayNumber(y, int(m)+n, d)
	}
	return dayNumber(y+n, int(m), d)
}
