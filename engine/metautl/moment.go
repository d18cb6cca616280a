package metautl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// layouts are the accepted forms of ISO 8601; fractions of a second are accepted after any form with seconds, with a point or a comma.
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

// ParseTime parses a time of ISO 8601, leniently: a year, month, day, day of the year or day of a week, hours, minutes, seconds or fractions of the last of these, in the basic or
// the extended form, with Z or an offset; without one it is UTC. Missing parts have their least value, and 24:00 is the end of its day.
func ParseTime(v string) (time.Time, error) {
	s := strings.ToUpper(strings.TrimSpace(v))
	if date, rest, ok := weekDate(s); ok {
		s = date.Format(time.DateOnly) + rest
	}
	s, more := withoutFraction(s)
	if midnight.MatchString(s) {
		s, more = midnight.ReplaceAllStringFunc(s, func(clock string) string { return clock[:1] + "00" + clock[3:] }), more+24*time.Hour
	}
	for _, l := range layouts {
		if t, err := time.Parse(l, s); err == nil {
			if t = t.UTC().Add(more); t.Year() <= 9999 {
				return t, nil
			}
		}
	}
	//lint:ignore ST1005 the text is the tool's, and fixed
	return time.Time{}, fmt.Errorf("Invalid timestamp format '%s'. Expected ISO 8601 (e.g., 2024-01-15T10:30:00Z)", v)
}

// midnight matches the end of a day, with or without an offset after it.
var midnight = regexp.MustCompile(`[T ]24(:00(:00)?|00(00)?)?(Z|[+-][0-9:]+)?$`)

// fraction matches a part of an hour or of a minute, after a time without seconds.
var fraction = regexp.MustCompile(`^(.*[T ]([0-9]{2})(:?[0-9]{2})?)[.,]([0-9]{1,9})(Z|[+-][0-9:]+)?$`)

// withoutFraction removes a fraction of an hour or a minute, and returns its duration. The end of a day has none.
func withoutFraction(s string) (string, time.Duration) {
	m := fraction.FindStringSubmatch(s)
	if m == nil || m[2] == "24" {
		return s, 0
	}
	unit := time.Minute
	if m[3] == "" {
		unit = time.Hour
	}
	share, err := strconv.ParseFloat("0."+m[4], 64)
	if err != nil {
		return s, 0
	}
	return m[1] + m[5], time.Duration(share * float64(unit))
}

// basicWeek matches a date such as 2026W034, or 2026W03.
var basicWeek = regexp.MustCompile(`^([0-9]{4})W([0-9]{2})([1-7]?)(T([0-9]{2})([0-9]{2})?([0-9]{2})?)?`)

// weekDate parses a date such as 2026-W03-4 or 2026W034, or 2026-W03 for its Monday, and returns the rest of the text, in the extended form. The first week of a year is the one with its
// first Thursday.
func weekDate(s string) (date time.Time, rest string, ok bool) {
	if m := basicWeek.FindStringSubmatch(s); m != nil {
		behind := s[len(m[0]):]
		s = m[1] + "-W" + m[2]
		if m[3] != "" {
			s += "-" + m[3]
		}
		for i, part := range m[5:] {
			if part != "" {
				s += string("T::"[i]) + part
			}
		}
		s += behind
	}
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
	if y, w := date.ISOWeek(); y != year || w != week { // this week does not exist
		return date, "", false
	}
	return date, rest, true
}
