package compare

import "testing"

// TestBansOfAmounts checks that a limit or a forbidden amount is also found in another form.
func TestBansOfAmounts(t *testing.T) {
	for _, c := range []struct {
		goal, text string
		want       bool
	}{
		{"Never keep a lock for more than 60 seconds", "Keep a lock for more than 1 minute", true},
		{"Never keep a lock for more than 60 seconds", "Keep a lock for less than 1 minute", false},
		{"Answer a search in under 1 second", "Answer a search in over 1000 ms", true},
		{"Answer a search in under 1 second", "Answer a search in under 1000 ms", false},
		{"Answer a search in under 1 second", "Alert when a search takes over 1000 ms", false},
		{"Keep logs for at most 30 days", "Do not keep logs for more than 30 days", false},
		{"Keep logs for at most 30 days", "Do not keep logs for at most 30 days", true},
		{"Never deploy after 14:00", "Deploy after 2 pm", true},
		{"Never deploy after 14:00", "Deploy before 2 pm", false},
	} {
		if differs, got := Against(c.goal, c.text); got != c.want {
			t.Errorf("%q, %q: %v (%s), want %v", c.goal, c.text, got, differs, c.want)
		}
	}
}
