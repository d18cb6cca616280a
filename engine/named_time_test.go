package engine

import (
	"strings"
	"testing"
	"time"
)

// TestATimeInAQuestionHidesNothing: what answers was told at another time than the question names, and something else was told at that time.
func TestATimeInAQuestionHidesNothing(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC) // a Friday
	for _, c := range []struct {
		question, answer string
		decoyAt          string // a time that the question names
	}{
		{"which release shipped on 12 March 2026?", "Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "2026-03-12"},
		{"Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "2026-03-12"},
		{"logs kept for the last 30 days", "Logs are kept for 30 days and then deleted.", "2026-11-10"},
		{"May I deploy on Friday?", "Nobody deploys on a Friday without a second pair of eyes.", "2026-11-20"},
		{"checkout outage 6 May TLS certificate", "The checkout outage came from an expired TLS certificate.", "2026-05-06"},
		{"when was Jenkins switched off, 2 days ago?", "Jenkins was switched off in the summer; builds run in the new pipeline.", "2026-11-18"},
		{"what did we promise to finish before October?", "We promised to finish the migration of invoices before October.", "2025-01-15"},
		{"what did the audit of 3 June 2026 find?", "The audit of 3 June found two shared passwords.", "2026-06-03"},
		{"who is on call this week?", "Priya is on call in calendar week 47.", "2026-11-17"},
		{"how many users signed up last month?", "Sign-ups in October: 1,204 users.", "2026-10-10"},
		{"what broke yesterday in the payment gateway?", "The payment gateway broke on the evening of the 19th.", "2026-11-19"},
		{"the contract that ends on 31 December 2026", "The hosting contract ends on 31 December 2026 unless we give notice.", "2026-12-31"},
		{"when does the sale of 1 May 2026 begin?", "The spring sale begins at midnight.", "2026-05-01"},
		{"backup policy since January", "Backups are taken each night and kept for a year.", "2026-02-10"},
		{"which port did the staging server use in 2025?", "The staging server listens on port 8443.", "2025-07-01"},
		{"what was decided about retries on 2026-04-02?", "Retries: three attempts with jitter, decided in spring.", "2026-04-02"},
		{"standup at 9:15 today", "The stand-up is at 9:15 in the small room.", "2026-11-20"},
	} {
		t.Run(c.question, func(t *testing.T) {
			clock := &handClock{now: now}
			e := openWith(t, Config{Now: clock.Now})
			remember(t, e, Note{Content: c.answer, Time: now.AddDate(0, 0, -60)}, Note{Content: "Team lunch at the Thai place.", Time: day(c.decoyAt).Add(9 * time.Hour)},
				Note{Content: "The printer on the second floor is out of toner.", Time: now.AddDate(-1, 0, 0)})
			f := recall(t, e, Question{Text: c.question})
			if len(f.Hits) != 3 {
				t.Fatalf("%d hits, want all 3 memories", len(f.Hits))
			}
			if !strings.HasPrefix(f.Hits[0].Memory.Content, c.answer) {
				t.Errorf("first is %q (%.2f, its time adds %.2f), and then %q (%.2f)", f.Hits[0].Memory.Content, f.Hits[0].Score, f.Hits[0].OfTime, f.Hits[1].Memory.Content, f.Hits[1].Score)
			}
		})
	}
}

// TestTheNamedTimeDecidesBetweenEquals: of two memories that say the same, that of the named time comes first, and the answer says how many are of it.
func TestTheNamedTimeDecidesBetweenEquals(t *testing.T) {
	clock := &handClock{now: day("2026-11-20")}
	e := openWith(t, Config{Now: clock.Now})
	remember(t, e, Note{Content: "The mill stood still because of the flood.", Time: day("2026-03-12")}, Note{Content: "The mill stood still because of the strike.", Time: day("2026-06-12")},
		Note{Content: "The mill got a new roof.", Time: day("2026-11-01")})
	for question, want := range map[string]string{
		"why did the mill stand still in March 2026?": "flood", "why did the mill stand still on 12 June 2026?": "strike", "why did the mill stand still on 13 June 2026?": "strike",
	} {
		f := recall(t, e, Question{Text: question, Explain: true})
		if !strings.Contains(f.Hits[0].Memory.Content, want) || f.Hits[0].OfTime <= 0 {
			t.Errorf("%s %q, for whose time it gains %v; want what speaks of the %s", question, f.Hits[0].Memory.Content, f.Hits[0].OfTime, want)
		}
		of := 1
		if strings.Contains(question, "13 June") {
			of = 0
		}
		if f.OfTime != of || f.After.IsZero() || len(f.Hits) != 3 {
			t.Errorf("%s: %d of the time from %v, want %d; %d hits", question, f.OfTime, f.After, of, len(f.Hits))
		}
	}
	if f := recall(t, e, Question{Text: "why did the mill stand still in March 2026?", Profile: "semantic"}); !f.After.IsZero() || f.Hits[0].OfTime != 0 {
		t.Errorf("a named profile prefers the time from %v", f.After)
	}
	bounds := Question{Text: "why did the mill stand still in March 2026?", After: day("2026-06-01"), Before: day("2026-07-01")}
	if f := recall(t, e, bounds); f.Scanned != 1 || !f.After.IsZero() {
		t.Errorf("with bounds %d were looked at, and the time from %v was read from the words; want 1 and none", f.Scanned, f.After)
	}
}
