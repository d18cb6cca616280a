package temporal

import "time"

// Days are calendar days from one to another, both of them included, as numbers since 1 January 1970. They have no time zone: a day that somebody names is the day on
// their calendar.
type Days struct{ From, To int32 }

// DayOf is the number of the day that t is on, in t's own zone.
func DayOf(t time.Time) int32 {
	y, m, d := t.Date()
	return int32(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// Len is how many days they are.
func (d Days) Len() int32 { return d.To - d.From + 1 }
