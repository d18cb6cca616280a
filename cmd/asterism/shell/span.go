package shell

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Span is a flag of a past duration: 90m, 48h, 7d or 2w, or several of them in sequence.
type Span time.Duration

// longUnits are the units that time.ParseDuration does not know.
var longUnits = map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

// longest is the most days or weeks in one number: 191 years of weeks, while a duration can hold 292 years.
const longest = 9999

// Set reads a span. Days and weeks come first and are whole numbers.
func (s *Span) Set(v string) error {
	bad := errors.New("want a duration above 0, such as 90m, 48h, 7d or 2w")
	rest, sum := v, time.Duration(0)
	for {
		end := strings.IndexAny(rest, "dw")
		if end < 0 {
			break
		}
		n, err := strconv.ParseUint(rest[:end], 10, 64)
		if err != nil || n > longest {
			return bad
		}
		if sum, rest = sum+time.Duration(n)*longUnits[rest[end]], rest[end+1:]; sum < 0 { // too long for a duration
			return bad
		}
	}
	if rest != "" {
		d, err := time.ParseDuration(rest)
		if err != nil || d < 0 {
			return bad
		}
		sum += d
	}
	if v == "" || sum <= 0 {
		return bad
	}
	*s = Span(sum)
	return nil
}

// String returns the span in the format of time.Duration; "" if there is none.
func (s *Span) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}

// Type is the name of the value in the help.
func (s *Span) Type() string { return "duration" }
