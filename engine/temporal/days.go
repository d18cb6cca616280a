package temporal

import "time"

// Days is a range of calendar days, including both ends, as numbers since 1 January 1970. They have no time zone: a day that somebody names is the day on their
// calendar.
type Days struct{ From, To int32 }

// DayOf returns the number of the day of t, in t's own zone.
func DayOf(t time.Time) int32 {
	y, m, d := t.Date()
	return int32(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// Len returns the number of days.
func (d Days) Len() int32 { return d.To - d.From + 1 }
