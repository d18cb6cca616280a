package words

import (
	"fmt"
	"math"
	"strings"
	"time"

	"asterism/mcp/answer"
	"asterism/models"
)

// Count counts a word that takes an s.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "ch") {
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Memories counts memories.
func Memories(n int) string {
	if n == 1 {
		return "1 memory"
	}
	return fmt.Sprintf("%d memories", n)
}

// During is the words when something holds.
func During(on bool, words string) string {
	if on {
		return words
	}
	return ""
}

// Snippet is the first n characters of a text on one line, as [Plain] shows them.
func Snippet(s string, n int) string {
	r := []rune(Plain(strings.Join(strings.Fields(s), " ")))
	if len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return string(r)
}

// OrNull is for JSON: nothing said is null.
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Clock shows a time of an answer in the time zone of the person who reads it; "" for none.
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

// Trend says a trend, or why there is none.
func Trend(t *answer.Trend, note string) string {
	if t == nil {
		return "no trend: " + ForPeople(note, nil)
	}
	out := fmt.Sprintf("trend %s: %.4f a check over %d", t.Direction, t.Velocity, t.Samples)
	if t.PerDay != nil && math.Abs(*t.PerDay) <= 1 { // measurements minutes apart say nothing of days
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
