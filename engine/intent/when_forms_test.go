package intent

import (
	"testing"
	"time"
)

// A question of Saturday 28 November 2026. "a … b" are the first and the last day that it names.
func TestBetweenReadsTheseForms(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		// listed times
		"what happened the day before yesterday":      "2026-11-26 … 2026-11-26",
		"what happened on the day before yesterday?":  "2026-11-26 … 2026-11-26",
		"what do we do the day after tomorrow":        "2026-11-30 … 2026-11-30",
		"what happened the week before last":          "2026-11-09 … 2026-11-15",
		"the week before last we met the auditors":    "2026-11-09 … 2026-11-15",
		"the week before last week":                   "2026-11-09 … 2026-11-15",
		"what happened in the month before last?":     "2026-09-01 … 2026-09-30",
		"sales of the year before last":               "2024-01-01 … 2024-12-31",
		"what broke the night before last":            "2026-11-26 … 2026-11-26",
		"what was said the Friday before last, there": "2026-11-20 … 2026-11-20",
		"what do we ship the week after next":         "2026-12-07 … 2026-12-13",
		"who is on call the Monday after next":        "2026-12-07 … 2026-12-07",
		"two days before yesterday":                   "2026-11-25 … 2026-11-25",
		"a day before yesterday":                      "2026-11-26 … 2026-11-26",
		"3 days after tomorrow":                       "2026-12-02 … 2026-12-02",
		"since the day before yesterday":              "2026-11-26 …",
		"before the day before yesterday":             "… 2026-11-25",
		"in the days before yesterday":                "… 2026-11-26",
		"before yesterday":                            "… 2026-11-26",
		"the week before last month":                  "… 2026-09-30",

		// abbreviations
		"what happened on 18 Nov":              "2026-11-18 … 2026-11-18",
		"18 Nov":                               "2026-11-18 … 2026-11-18",
		"18 Nov 2026":                          "2026-11-18 … 2026-11-18",
		"Nov 18":                               "2026-11-18 … 2026-11-18",
		"Nov. 18, 2026":                        "2026-11-18 … 2026-11-18",
		"on the 18th of Nov. 2025":             "2025-11-18 … 2025-11-18",
		"which bug did we fix on Sept. 3":      "2026-09-03 … 2026-09-03",
		"Sep 3rd, 2026":                        "2026-09-03 … 2026-09-03",
		"outages of Mar 14":                    "2026-03-14 … 2026-03-14",
		"on 7 Jun.":                            "2026-06-07 … 2026-06-07",
		"on 5 May":                             "2026-05-05 … 2026-05-05",
		"Mar 2026 figures":                     "2026-03-01 … 2026-03-31",
		"Oct. 2025 figures":                    "2025-10-01 … 2025-10-31",
		"what changed in Oct":                  "2026-10-01 … 2026-10-31",
		"what changed since Sept. in the mill": "2026-09-01 …",
		"from 3 Feb to 5 Apr 2026":             "2026-02-03 … 2026-04-05",
		"between Jul 1 and Aug 15":             "2026-07-01 … 2026-08-15",

		// numbers
		"what happened on 18.11.2026?":           "2026-11-18 … 2026-11-18",
		"18.11.2026":                             "2026-11-18 … 2026-11-18",
		"notes of 1.2.2026.":                     "2026-02-01 … 2026-02-01",
		"2026/11/18":                             "2026-11-18 … 2026-11-18",
		"what was done on 2026/3/1":              "2026-03-01 … 2026-03-01",
		"18/11/2026":                             "2026-11-18 … 2026-11-18",
		"11/18/2026":                             "2026-11-18 … 2026-11-18",
		"since 13/1/2026":                        "2026-01-13 …",
		"on 5/5/2026":                            "2026-05-05 … 2026-05-05",
		"between 18.11.2026 and 20.11.2026":      "2026-11-18 … 2026-11-20",
		"18.11.2026 – 20.11.2026":                "2026-11-18 … 2026-11-20",
		"what was in the release of 18.11.2026":  "2026-11-18 … 2026-11-18",
		"which version did we ship on 1.2.2026?": "2026-02-01 … 2026-02-01",
	} {
		if got := saidRange(Between(text, now)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestBetweenReadsNoTimeInThese(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	for _, text := range []string{
		"May I deploy", "march through the list", "18.11 is the version", "the last 3 lines", "sat on it", "second", "Sun JVM", "Mon Repos", "wed the two tables",
		"version 18.11.2026", "v18.11", "v18.11.2026", "version is 18.11.2026", "upgrade to 1.2.2026", "18.11.2026 is our version", "release 1.2.2026", "package@1.2.2026", "build 18.11.2026",
		"10.1.2.2026", "18.11.2026.4", "192.168.10.12", "1.2.2026.7", "/logs/2026/11/18", "2026/11/18/app.log", "05/06/2026", "on 3/4/2026", "31.2.2026", "32/13/2026", "13/13/2026", "2026/13/01", "18.11.26",
		"in mar", "since jun", "the mar on the table", "jan wrote it", "before Jan left", "in Jan's hat", "in Oct's notation", "Mar-a-Lago", "sep by commas", "dec to hex", "novel", "octal 18", "decimal 3",
		"APR 20% loan", "APR 4.5 loan", "at 10:15 may I deploy", "you may 3 times retry", "we march 3 miles", "which users may 2026 rows see", "this may break", "this march of progress",
		"the day before", "day after day", "the days of the mill", "the week before the launch", "the last one before next", "next to May",
	} {
		if from, to, ok := Between(text, now); ok {
			t.Errorf("%q: %s, want none", text, saidRange(from, to, ok))
		}
	}
}

// TestBetweenChoosesByTense checks that the tense decides between the last and the next month, date without a year and weekday.
func TestBetweenChoosesByTense(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	const lastDecember, nextDecember = "2025-12-01 … 2025-12-31", "2026-12-01 … 2026-12-31"
	for text, want := range map[string]string{
		"when is the holiday party in December":     nextDecember,
		"Who is on vacation in December?":           nextDecember,
		"will we close the office in December":      nextDecember,
		"are we open in December?":                  nextDecember,
		"who's away in December":                    nextDecember,
		"what is planned during December":           nextDecember,
		"what have we planned in Dec.":              nextDecember,
		"we'll move in December":                    nextDecember,
		"next December":                             nextDecember,
		"this December":                             nextDecember,
		"the party in December":                     nextDecember,
		"do we meet in December":                    nextDecember,
		"what happened in December":                 lastDecember,
		"was the office closed in December?":        lastDecember,
		"who visited the office in December":        lastDecember,
		"what had we planned last December":         lastDecember,
		"which release shipped in December":         lastDecember,
		"what broke in December":                    lastDecember,
		"what has been done in December":            lastDecember,
		"what's happened since December":            "2025-12-01 …",
		"what is due before December":               "… 2026-11-30",
		"what must be done by 15 December":          "… 2026-12-15",
		"last November":                             "2025-11-01 … 2025-11-30",
		"what happened in November":                 "2026-11-01 … 2026-11-30",
		"what will happen in November":              "2026-11-01 … 2026-11-30",
		"next November":                             "2027-11-01 … 2027-11-30",
		"is the audit on 18 December":               "2026-12-18 … 2026-12-18",
		"what did the audit of 18 December find":    "2025-12-18 … 2025-12-18",
		"the outage of 3 December":                  "2025-12-03 … 2025-12-03",
		"the checkout outage 6 May TLS":             "2026-05-06 … 2026-05-06",
		"which decision is the one of 3 February":   "2026-02-03 … 2026-02-03",
		"who is on call on 24 January":              "2027-01-24 … 2027-01-24",
		"outages in October":                        "2026-10-01 … 2026-10-31",
		"is the bug of the week in October fixed":   "2026-10-01 … 2026-10-31",
		"will we deploy on Monday":                  "2026-11-30 … 2026-11-30",
		"who is on call on Monday":                  "2026-11-30 … 2026-11-30",
		"what did we deploy on Monday":              "2026-11-23 … 2026-11-23",
		"May I deploy on Monday?":                   "2026-11-30 … 2026-11-30",
		"what's new on Friday":                      "2026-11-27 … 2026-11-27",
		"when was the party, on Friday":             "2026-11-27 … 2026-11-27",
		"what is planned after 20 November":         "2026-11-20 …",
		"what will we do after October?":            "2026-10-01 …",
		"what will we do after January?":            "2027-01-01 …",
		"from 3 March to 5 April":                   "2026-03-03 … 2026-04-05",
		"who is away from 20 December to 5 January": "2026-12-20 … 2027-01-05",
	} {
		if got := saidRange(Between(text, now)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestHappened(t *testing.T) {
	for text, want := range map[string]bool{
		"what happened since October": true, "What was promised after 20 November": true, "anything new since yesterday": true, "what changed this year": true, "who joined in May": true,
		"what is due after 20 November": false, "what is planned since October": false, "notes after 20 November": false, "when is the party": false, "": false, "who did plan the next party": false,
		"what do we need": false,
	} {
		if got := Happened(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// saidRange formats a range as its first and its last day.
func saidRange(from, to time.Time, ok bool) string {
	switch {
	case !ok:
		return "none"
	case from.IsZero():
		return "… " + to.Add(-1).Format(time.DateOnly)
	case to.IsZero():
		return from.Format(time.DateOnly) + " …"
	}
	return from.Format(time.DateOnly) + " … " + to.Add(-1).Format(time.DateOnly)
}
