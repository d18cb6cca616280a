package engine

import (
	"cmp"
	"strings"
	"testing"
	"time"
)

// TestATimeInAQuestionHidesNothing uses an answer that was stored at another time than the question names, and another memory of that time.
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

// TestTheNamedTimeDecidesBetweenEquals checks that of two memories with the same words, that of the named time comes first, and that the answer counts those of that time.
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

// TestATimeInATextCountsAsATimestamp: of memories that answer equally well, one of the named time gains the same, whether its timestamp has that time or its text names it, with a
// date or relative to its own time. One of another time gains less and comes after both; none is left out.
func TestATimeInATextCountsAsATimestamp(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC) // a Friday
	for _, c := range []struct {
		question, says string // the text of all memories
		at             string // a day within the named time
		names, toldAt  string // how a text names that time, and when the text was written
		otherAt        string // "": in January 2024
	}{
		{"which release shipped on 12 March 2026?", "The release with the new pricing engine shipped", "2026-03-12", "on 12 March 2026", "2026-11-20", ""},
		{"which release shipped on 2026-03-12?", "The release with the new pricing engine shipped", "2026-03-12", "on March 12th", "2026-04-20", ""},
		{"what did we promise to finish before October?", "We promised to finish the migration of invoices", "2026-08-03", "by 3 August 2026", "2026-11-01", "2026-11-15"},
		{"logs kept for the last 30 days", "The logs of the gateway are kept", "2026-11-10", "since 10 November", "2026-09-01", ""},
		{"did anybody deploy on Friday?", "Nobody did deploy without a second pair of eyes", "2026-11-13", "on Friday", "2026-11-12", ""},
		{"checkout outage 6 May TLS certificate", "The checkout outage came from an expired TLS certificate", "2026-05-06", "yesterday", "2026-05-07", ""},
		{"when was Jenkins switched off, 2 days ago?", "Jenkins was switched off and builds run in the new pipeline", "2026-11-18", "tomorrow", "2026-11-17", ""},
		{"what did the audit of 3 June 2026 find?", "The audit found two shared passwords", "2026-06-03", "two days ago", "2026-06-05", ""},
		{"what broke yesterday in the payment gateway?", "The payment gateway broke in the evening", "2026-11-19", "the day before yesterday", "2026-11-21", ""},
		{"how many users signed up last month?", "More users signed up than ever", "2026-10-10", "last month", "2026-11-02", ""},
		{"what was decided about retries in April 2026?", "Retries make three attempts with jitter", "2026-04-15", "in April", "2026-07-01", ""},
		{"who visited the office last week?", "The auditors visited the office", "2026-11-11", "next week", "2026-11-04", ""},
		{"which port did the staging server use in 2025?", "The staging server listened on another port", "2025-07-01", "last year", "2026-02-01", ""},
		{"who was on call on 24 December 2025?", "Priya was on call for the whole team", "2025-12-24", "from 23 December to 25 December", "2026-01-10", ""},
		{"what did we deploy on 1 November 2026?", "We deployed the search service", "2026-11-01", "last Sunday", "2026-11-06", ""},
		{"what did we learn a week ago?", "We learned how the parser reads dates", "2026-11-13", "last Friday", "2026-11-16", ""},
	} {
		t.Run(c.question, func(t *testing.T) {
			clock := &handClock{now: now}
			e := openWith(t, Config{Now: clock.Now})
			stamped, told, other := c.says+" as planned.", c.says+" "+c.names+".", c.says+" at some point."
			remember(t, e, Note{Content: other, Time: day(cmp.Or(c.otherAt, "2024-01-20"))}, Note{Content: told, Time: day(c.toldAt).Add(12 * time.Hour)}, Note{Content: stamped, Time: day(c.at).Add(12 * time.Hour)})
			for range 2 { // before and after a restart, which reads the texts again
				f := recall(t, e, Question{Text: c.question})
				if len(f.Hits) != 3 {
					t.Fatalf("%d hits, want all 3 memories", len(f.Hits))
				}
				gain := map[string]float64{}
				for _, h := range f.Hits {
					gain[h.Memory.Content] = h.OfTime
				}
				if gain[told] != gain[stamped] || gain[told] <= gain[other] {
					t.Errorf("what names the time gains %v, what is of it %v, what is of another time %v", gain[told], gain[stamped], gain[other])
				}
				if last := f.Hits[2].Memory.Content; last != other {
					t.Errorf("last is %q", last)
				}
				if err := e.loadIndex(t.Context()); err != nil { // as a restart does
					t.Fatal(err)
				}
			}
		})
	}
}

// TestAQuestionAboutADayAlone checks that a question only about a time gets memories of that time first, whatever words are similar.
func TestAQuestionAboutADayAlone(t *testing.T) {
	e := openWith(t, Config{Now: func() time.Time { return day("2026-11-28") }})
	remember(t, e, sampleNotes(t)...)
	remember(t, e, Note{Content: "The board met and decided to hire two people.", Time: day("2026-07-18").Add(10 * time.Hour)})
	for _, text := range []string{"what happened on 2026-07-18?", "What happened on 18 July 2026", "show me everything of 18 July 2026"} {
		f, err := e.Recall(t.Context(), Question{Text: text, TopK: 5})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Hits[0].Memory; !strings.Contains(got.Content, "board") || f.NothingRelevant {
			t.Errorf("%q finds %q first, of %v (nothing relevant: %v)", text, got.Content, got.Time, f.NothingRelevant)
		}
	}
}

// TestTwoDaysAreNoRange checks that memories between two listed days are not preferred.
func TestTwoDaysAreNoRange(t *testing.T) {
	clock := &handClock{now: day("2026-11-20")}
	e := openWith(t, Config{Now: clock.Now})
	for _, at := range []string{"2026-03-03", "2026-03-20", "2026-04-05"} {
		remember(t, e, Note{Content: "The mill stood still and " + map[string]string{"2026-03-03": "a belt was torn.", "2026-03-20": "a wheel was cracked.", "2026-04-05": "a fuse was blown."}[at], Time: day(at)})
	}
	for question, of := range map[string]int{"why did the mill stand still on 3 March and on 5 April?": 2, "why did the mill stand still between 3 March and 5 April?": 3} {
		f := recall(t, e, Question{Text: question, TopK: 3})
		if f.OfTime != of || !f.After.Equal(day("2026-03-03")) || !f.Before.Equal(day("2026-04-06")) {
			t.Errorf("%s: %d memories of the time from %s to %s, want %d", question, f.OfTime, f.After, f.Before, of)
		}
		if between := f.Hits[2]; of == 2 && (!between.Memory.Time.Equal(day("2026-03-20")) || between.OfTime != 0) {
			t.Errorf("%s: last is %q, for whose time it gains %v", question, between.Memory.Content, between.OfTime)
		}
	}
}

// TestATimeOfNearlyAllSpeaksForNone checks that "this week" is no evidence for a memory if all are of this week, unless the question asks for nothing else.
func TestATimeOfNearlyAllSpeaksForNone(t *testing.T) {
	clock := &handClock{now: day("2026-11-20").Add(17 * time.Hour)}
	e := openWith(t, Config{Now: clock.Now})
	for _, n := range sampleNotes(t) {
		n.Time = day("2026-11-20").Add(9 * time.Hour)
		remember(t, e, n)
	}
	for _, question := range []string{"who cleans the aquarium this week?", "which train goes to Lisbon today?", "how much snow fell this month?"} {
		for _, h := range recall(t, e, Question{Text: question}).Hits {
			if !h.Weak && h.Relevance < .1 {
				t.Errorf("%s: %q is not called weak at a chance of %.2f", question, h.Memory.Content, h.Relevance)
			}
		}
	}
	if f := recall(t, e, Question{Text: "what happened this week?"}); f.NothingRelevant || f.Hits[0].Weak {
		t.Errorf("nothing of this week: %+v", f.Hits[0])
	}
}
