package engine

import (
	"testing"
	"time"
)

// TestWhatHappenedEndsNow checks that, in the past tense, a text that names a future day does not match the time of the question, and neither on the next page.
func TestWhatHappenedEndsNow(t *testing.T) {
	now := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
	clock := &handClock{now: now}
	e := openWith(t, Config{Now: clock.Now})
	remember(t, e, Note{Content: "The offer of the cable company is good until 31 March 2027.", Time: day("2026-03-03")}, Note{Content: "The office got a new coffee machine.", Time: day("2026-11-23")},
		Note{Content: "The lease of the warehouse was signed.", Time: day("2026-11-25")}, Note{Content: "The fire drill took nine minutes.", Time: day("2025-02-02")},
		Note{Content: "The lift will be checked on 29 November 2026.", Time: day("2025-03-03")})
	for question, of := range map[string]int{
		"what happened since October": 2, "what happened after 20 November": 2, "anything new since yesterday": 0, "what did we do this year?": 3, "what was decided on 31 March 2027": 1,
		"what is planned after 20 November": 4, "what is due in March 2027?": 1, "notes after 20 November": 4,
	} {
		clock.now = now
		f := recall(t, e, Question{Text: question, TopK: 2})
		if f.OfTime != of || f.Next == "" {
			t.Fatalf("%q: %d of the time from %v to %v, want %d; next page %q", question, f.OfTime, f.After, f.Before, of, f.Next)
		}
		clock.now = now.AddDate(0, 0, 3) // the question was asked earlier
		if next := recall(t, e, Question{Text: question, TopK: 2, Cursor: f.Next}); next.OfTime != of || len(next.Hits) != 2 || !next.After.Equal(f.After) {
			t.Errorf("%q, next page: %d of the time from %v, want %d; %d hits", question, next.OfTime, next.After, of, len(next.Hits))
		}
	}
}

// TestARuleComesBeforeWhatHappenedThatDay: a question about what is allowed on a weekday means the next one, and a rule; a note of the last one must not come before the rule.
func TestARuleComesBeforeWhatHappenedThatDay(t *testing.T) {
	clock := &handClock{now: day("2026-11-29")} // a Sunday
	e := openWith(t, Config{Now: clock.Now})
	rule := rememberOne(t, e, Note{Content: "Production is frozen from Friday noon until Monday morning; nobody ships then.", Time: day("2025-03-05")})
	for i, what := range []string{"search", "billing", "gateway", "login", "export", "import", "queue", "cache", "mail", "report"} {
		remember(t, e, Note{Content: "Deployed the " + what + " service in the afternoon.", Time: day("2026-11-27").Add(time.Duration(i) * time.Hour)},
			Note{Content: "Looked at the logs of the " + what + " service.", Time: day("2026-11-27").Add(time.Duration(i) * time.Hour)})
	}
	at := func(question string) int {
		for i, h := range recall(t, e, Question{Text: question}).Hits {
			if h.Memory.ID == rule {
				return i
			}
		}
		return -1
	}
	for _, question := range []string{"May I deploy on Friday?", "Must I deploy on Friday?", "Is it allowed to deploy on Friday?", "rule for deploying on Friday", "Can we ship on Friday?"} {
		if got := at(question); got < 0 || got > 0 {
			t.Errorf("%s the rule is at place %d", question, got)
		} else {
			t.Logf("%s %d", question, got)
		}
	}
}
