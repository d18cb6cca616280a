package words

import (
	"fmt"
	"math"
	"strings"
	"time"

	"asterism/mcp/answer"
	"asterism/models"
)

// Count returns a number with its noun, which forms the plural with s.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "ch") {
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Memories returns a number of memories in words.
func Memories(n int) string {
	if n == 1 {
		return "1 memory"
	}
	return fmt.Sprintf("%d memories", n)
}

// During returns the words if on is true, else "".
func During(on bool, words string) string {
	if on {
		return words
	}
	return ""
}

// Snippet returns the first n characters of a text on one line, escaped by [Plain].
func Snippet(s string, n int) string {
	r := []rune(Plain(strings.Join(strings.Fields(s), " ")))
	if len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return string(r)
}

// OrNull returns nil for "", for JSON.
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Clock formats a time of an answer in the reader's time zone; "" for none.
func Clock(stamp *string) string {
	if stamp == nil {
		return ""
	}
	at, err := time.Parse(time.RFC3339Nano, *stamp)
	if err != nil {
		return *stamp
	}
	return at.Local().Format(time.DateTime)
}

// Trend describes a trend, or says why there is none.
func Trend(t *answer.Trend, note string) string {
	if t == nil {
		return "no trend: " + ForPeople(note, nil)
	}
	out := fmt.Sprintf("trend %s: %.4f a check over %d", t.Direction, t.Velocity, t.Samples)
	if t.PerDay != nil && math.Abs(*t.PerDay) <= 1 { // measurements minutes apart say nothing about days
		out += fmt.Sprintf(", %+.3f a day", *t.PerDay)
	}
	if t.ProjectedCriticalIn != nil {
		out += "; Critical in " + *t.ProjectedCriticalIn
	}
	if t.ProjectedCriticalAt != nil {
		out += ", about " + Clock(t.ProjectedCriticalAt)
	}
	return out
}

// Codes lists spaces for people.
func Codes(set models.Set) string { return strings.Join(set.Codes(), ", ") }
