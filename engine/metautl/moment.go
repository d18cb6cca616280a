package metautl

import (
	"fmt"
	"time"
)

// layouts are the forms of ISO 8601 that are understood; fractions of a second are read behind any that has seconds.
var layouts = []string{
	time.DateOnly, "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z07:00",
	"2006-01-02T15:04Z0700", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00",
}

// ParseTime reads a time of ISO 8601, leniently: a day, minutes, seconds or fractions, with Z or an offset; without one it is UTC.
func ParseTime(v string) (time.Time, error) {
	for _, l := range layouts {
		if t, err := time.Parse(l, v); err == nil {
			return t.UTC(), nil
		}
	}
	//lint:ignore ST1005 the text is the tool's, and fixed
	return time.Time{}, fmt.Errorf("Invalid timestamp format '%s'. Expected ISO 8601 (e.g., 2024-01-15T10:30:00Z)", v)
}
