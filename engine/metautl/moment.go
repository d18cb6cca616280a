package metautl

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// layouts are the forms of ISO 8601 that are understood; fractions of a second are read behind any that has seconds, with a point or a comma.
var layouts = func() (out []string) {
	for _, zone := range []string{"", "Z07:00", "Z0700", "Z07"} {
		for _, clock := range []string{"T15:04:05", "T15:04", "T15", " 15:04:05", " 15:04"} {
			out = append(out, time.DateOnly+clock+zone, "2006-002"+clock+zone)
		}
		for _, clock := range []string{"T150405", "T1504", "T15"} {
			out = append(out, "20060102"+clock+zone, "2006002"+clock+zone)
		}
	}
	return append(out, time.DateOnly, "2006-01", "2006", "20060102", "2006-002", "2006002")
}()

// ParseTime reads a time of ISO 8601, leniently: a year, month, day, day of the year or day of a week, minutes, seconds or fractions, in the basic or the extended form, with Z or an
// offset; without one it is UTC. What is left out stands for its beginning.
func ParseTime(v string) (time.Time, error) {
	s := strings.ToUpper(strings.TrimSpace(v))
	if date, rest, ok := weekDate(s); ok {
		s = date.Format(time.DateOnly) + rest
	}
	for _, l := range layouts {
		if t, err := time.Parse(l, s); err == nil {
			return t.UTC(), nil
		}
	}
	//lint:ignore ST1005 the text is the tool's, and fixed
	return time.Time{}, fmt.Errorf("Invalid timestamp format '%s'. Expected ISO 8601 (e.g., 2024-01-15T10:30:00Z)", v)
}

// weekDate reads a date such as 2026-W03-4, or 2026-W03 for its Monday, and returns what stands behind it. The first week of a year is the one with its first Thursday.
func weekDate(s string) (date time.Time, rest string, ok bool) {
	if len(s) < len("2026-W03") || s[4:6] != "-W" {
		return date, "", false
	}
	year, err := strconv.Atoi(s[:4])
	week, err2 := strconv.Atoi(s[6:8])
	day, rest := 1, s[8:]
	if len(rest) > 1 && rest[0] == '-' {
		day, rest = int(rest[1]-'0'), rest[2:]
	}
	if err != nil || err2 != nil || week < 1 || day < 1 || day > 7 {
		return date, "", false
	}
	fourth := time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC) // always in the first week
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
	date = monday.AddDate(0, 0, 7*(week-1)+day-1)
	if y, w := date.ISOWeek(); y != year || w != week { // there is no such week
		return date, "", false
	}
	return date, rest, true
}
