package intent

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/temporal"
)

// said formats days as dates.
func said(all []temporal.Days) string {
	var out []string
	for _, d := range all {
		from, to := time.Unix(int64(d.From)*86400, 0).UTC().Format(time.DateOnly), time.Unix(int64(d.To)*86400, 0).UTC().Format(time.DateOnly)
		if from == to {
			out = append(out, from)
		} else {
			out = append(out, from+"…"+to)
		}
	}
	return strings.Join(out, " ")
}

func TestTold(t *testing.T) {
	at := time.Date(2026, 5, 8, 23, 30, 0, 0, time.UTC) // a Friday
	for text, want := range map[string]string{
		// dates
		"Release 5.0 shipped on 12 March 2026":                "2026-03-12",
		"shipped 2026-03-12, fixed 2026-03-14T10:00:00Z":      "2026-03-12 2026-03-14",
		"the figures of 2026-03":                              "2026-03-01…2026-03-31",
		"2026/03/12 deploy":                                   "2026-03-12",
		"on 18/4/2026 and 4/18/2026, not 3/4/2026":            "2026-04-18",
		"am 12.3.2026":                                        "2026-03-12",
		"March 12th, 2026 and Mar 14 2026":                    "2026-03-12 2026-03-14",
		"the 3rd of June 2025":                                "2025-06-03",
		"on June 3":                                           "2026-06-03",
		"on December 24":                                      "2025-12-24",
		"Sept. 3 and Oct 4":                                   "2026-09-03 2026-10-04",
		"3–5 March 2026":                                      "2026-03-03…2026-03-05",
		"3 to 5 March 2026":                                   "2026-03-03…2026-03-05",
		"March 3-5, 2026":                                     "2026-03-03…2026-03-05",
		"from 3 March 2026 to 5 April 2026":                   "2026-03-03…2026-04-05",
		"3 March 2026 – 5 April 2026":                         "2026-03-03…2026-04-05",
		"3 March 2026, 5 April 2026":                          "2026-03-03 2026-04-05",
		"March 2026 figures":                                  "2026-03-01…2026-03-31",
		"in February we moved":                                "2026-02-01…2026-02-28",
		"We promised to finish the migration before October.": "2026-10-01…2026-10-31",
		"the end of March":                                    "2026-03-01…2026-03-31",
		"back in 2024":                                        "2024-01-01…2024-12-31",
		"in May":                                              "2026-05-01…2026-05-31",
		"last March, next March":                              "2026-03-01…2026-03-31 2027-03-01…2027-03-31",
		"29 February 2024":                                    "2024-02-29",
		"on Tuesday, 12 May 2026":                             "2026-05-12",

		// relative to the day of writing
		"We met yesterday.":                      "2026-05-07",
		"Yesterday’s build":                      "2026-05-07",
		"the day before yesterday":               "2026-05-06",
		"tomorrow, or the day after tomorrow":    "2026-05-09 2026-05-10",
		"last night":                             "2026-05-07",
		"last Friday":                            "2026-05-01",
		"next Friday":                            "2026-05-15",
		"this Saturday":                          "2026-05-09",
		"I went there on Monday":                 "2026-05-11",
		"I went there on Wednesday":              "2026-05-06",
		"two weeks ago":                          "2026-04-21…2026-04-27",
		"3 days ago":                             "2026-05-05",
		"a couple of days ago, and a month ago":  "2026-03-24…2026-04-23 2026-05-05…2026-05-06",
		"a few days ago":                         "2026-05-03…2026-05-06",
		"a year ago":                             "2024-11-07…2025-11-06",
		"next month":                             "2026-06-01…2026-06-30",
		"last month and this month":              "2026-04-01…2026-04-30 2026-05-01…2026-05-31",
		"last week, next week":                   "2026-04-27…2026-05-03 2026-05-11…2026-05-17",
		"last weekend":                           "2026-05-02…2026-05-03",
		"this weekend":                           "2026-05-09…2026-05-10",
		"last year":                              "2025-01-01…2025-12-31",
		"the week before last":                   "2026-04-20…2026-04-26",
		"the month before last, in the mill":     "2026-03-01…2026-03-31",
		"the week before last week":              "2026-04-20…2026-04-26",
		"the past week":                          "2026-05-01…2026-05-08",
		"over the last two weeks":                "2026-04-24…2026-05-08",
		"in the next 10 days":                    "2026-05-08…2026-05-18",
		"bought it yesterday, sold it yesterday": "2026-05-07",
	} {
		if got := said(Told(at, text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestToldFindsNoTimeWhereNoneIs(t *testing.T) {
	at := time.Date(2026, 5, 8, 12, 0, 0, 0, time.UTC)
	for _, text := range []string{
		"", "the march of progress", "you may 3 times retry", "may I deploy", "We march 3 miles", "31 February", "2026-13-01", "2026-02-30", "today", "tonight", "on 8 May 2026",
		"CVE-2024-1234", "version 2024.1", "port 2024", "a sun in jan's hat", "at last", "the past", "last day", "the second", "call 555-2026-03", "in 20261", "next to May",
		"retrospectives on the last Friday of the month", "the last Monday of each quarter", "one of 12 months", "as long ago as ever", "mayor of 3 cities", "decimal 3.5 march", "ran in 2000ms", "the week before last Christmas", "the days before last",
	} {
		if got := Told(at, text); len(got) > 0 {
			t.Errorf("%q: %s, want nothing", text, said(got))
		}
	}
	var many strings.Builder
	for d := range mostTold + 1 {
		fmt.Fprintf(&many, "%d March 2026\n", d+1)
	}
	if got := Told(at, many.String()); got != nil {
		t.Errorf("a text about %d times tells %s", mostTold+1, said(got))
	}
	if got := Told(at, many.String()[:13], "and on 14 March 2026"); said(got) != "2026-03-01 2026-03-14" {
		t.Errorf("of two texts: %s", said(got))
	}
}

// A day is a day on the calendar of the writer.
func TestToldIsInTheZoneOfTheTelling(t *testing.T) {
	at := time.Date(2026, 5, 8, 23, 30, 0, 0, time.UTC)
	for zone, want := range map[int]string{-12: "2026-05-07", 0: "2026-05-07", 2: "2026-05-08"} {
		if got := said(Told(at.In(time.FixedZone("", zone*3600)), "yesterday")); got != want {
			t.Errorf("yesterday, told at %d hours from Greenwich: %s, want %s", zone, got, want)
		}
	}
}

// If a question is read as a day, a memory with the same words is read as the same day.
func TestToldKnowsTheDatesThatQuestionsName(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, words := range []string{
		"on 12 March 2026", "on March 12, 2026", "on the 12th of March 2026", "on 2026-03-12", "in 2026-03", "in March 2026", "in 2025", "3 days ago", "two days ago", "yesterday", "last week",
		"18 Nov 2026", "on Nov. 18, 2026", "on 18.11.2026", "on 2026/11/18", "on 18/11/2026", "on 11/18/2026", "the day before yesterday", "the week before last", "the month before last",
		"last month", "last year", "last Friday", "in October", "on 3 November",
	} {
		from, to, ok := Between(words, now)
		got := Told(now, "It happened "+words+".")
		if want := (temporal.Days{From: temporal.DayOf(from), To: temporal.DayOf(to.Add(-1))}); !ok || !slices.Contains(got, want) {
			t.Errorf("%q: a question names %s, a memory tells %s", words, said([]temporal.Days{want}), said(got))
		}
	}
}

// Days are in order, and each ends after it begins, in years of four digits.
func FuzzTold(f *testing.F) {
	for _, text := range []string{"3–5 March 2026 to May 3", "9999-12-31 1000-01-01", "99 years ago", "last few days of next 99 years", "the day before yesterday", "Mar. 3rd-99", "\xff on \xe2 Friday", "in 2199 to 1900"} {
		f.Add(text, int64(1e9))
	}
	low, high := temporal.DayOf(time.Date(900, 1, 1, 0, 0, 0, 0, time.UTC)), temporal.DayOf(time.Date(3100, 1, 1, 0, 0, 0, 0, time.UTC))
	f.Fuzz(func(t *testing.T, text string, at int64) {
		all := Told(time.Unix(at%8e9, 0).UTC(), text)
		if len(all) > mostTold {
			t.Fatalf("%d times", len(all))
		}
		for i, d := range all {
			if d.To < d.From || d.From < low || d.To > high || i > 0 && d.From < all[i-1].From {
				t.Fatalf("%v in %v", d, all)
			}
		}
	})
}
