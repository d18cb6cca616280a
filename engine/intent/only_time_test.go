package intent

import (
	"testing"
	"time"
)

func TestOnlyTime(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]bool{
		"what happened on 2026-07-14?":               true,
		"What happened on 14 July 2026":              true,
		"yesterday":                                  true,
		"show me everything from last week":          true,
		"what did we do on Friday?":                  true,
		"notes of 3 March 2026, please":              true,
		"what happened":                              false,
		"what happened to the import on 2026-07-14?": false,
		"which release shipped on 12 March 2026?":    false,
		"May I deploy on Friday?":                    false,
		"what happened on 2026-07-14 in the café?":   false,
		"why did the checkout fail last week":        false,
		"was geschah am 14. Juli 2026":               false,
	} {
		if got := OnlyTime(text, now); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
