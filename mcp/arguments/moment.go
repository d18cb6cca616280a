package arguments

import (
	"fmt"
	"strings"
	"time"

	"asterism/mcp/failure"
)

// momentLayouts are the accepted formats, RFC 3339 first. Those without a zone are read as UTC.
var momentLayouts = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04:05.999999999",
	"2006-01-02T15:04",
	"2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05.999999999",
	"2006-01-02 15:04",
	"2006-01-02",
}

// parseMoment reads a timestamp. The year must be in 1…9999, which RFC 3339 can represent.
func parseMoment(s string) (time.Time, error) {
	t := strings.TrimSpace(s)
	if n := len(t); n > 10 && (t[10] == 't' || t[n-1] == 'z') { // RFC 3339 allows lower case
		t = strings.ToUpper(t)
	}
	for _, layout := range momentLayouts {
		if v, err := time.Parse(layout, t); err == nil && !v.IsZero() && v.UTC().Year() >= 1 && v.UTC().Year() <= 9999 {
			return v, nil
		}
	}
	return time.Time{}, fmt.Errorf("%s is not a time: write RFC 3339 such as 2026-03-01T14:30:00Z, or a date such as 2026-03-01 (read as UTC)", failure.Quote(s))
}
