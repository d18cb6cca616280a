package intent

import (
	"testing"
	"time"
)

// A question of Saturday 28 November 2026: what looks like a time and is a part of something else, and what looks like a year and is an identifier.
func TestBetweenReadsWholeTimes(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		// a weekday and the day of its month
		"what happened on Friday the 13th":                                         "2026-11-13 … 2026-11-13",
		"what different decisions were made between 3 March 2026 and 5 April 2026": "2026-03-03 … 2026-04-05",
		"what differed between 3 March 2026 and 5 April 2026":                      "2026-03-03 … 2026-04-05",
		"the difference between 3 March 2026 and 5 April 2026":                     "none",
		"what changed in 2026-01–2026-03":                                          "2026-01-01 … 2026-03-31",
		"which notes are of 2026-03/2026-04":                                       "2026-03-01 … 2026-04-30",
		"what broke in 2026-W12–2026-W14":                                          "2026-03-16 … 2026-04-05",
		"what was decided since March to May 2026":                                 "2026-03-01 … 2026-05-31",
		"what happened on Friday the 20th?":                                        "2026-11-20 … 2026-11-20",
		"last Friday the 13th":                                                     "2026-11-13 … 2026-11-13",
		"what broke on Friday 13":                                                  "2026-11-13 … 2026-11-13",
		"on Monday the 16th":                                                       "2026-11-16 … 2026-11-16",
		"what did we ship Monday the 13th":                                         "2026-07-13 … 2026-07-13",
		"what will we ship on Monday the 30th":                                     "2026-11-30 … 2026-11-30",
		"since Friday the 13th":                                                    "2026-11-13 …",
		"on Friday the 13th we deployed":                                           "2026-11-13 … 2026-11-13",
		"what broke on Friday the 31st":                                            "2026-07-31 … 2026-07-31",
		"on Friday 3 servers crashed":                                              "2026-11-27 … 2026-11-27",
		"on Friday the 13th floor was wet":                                         "none",
		"on Tuesday the 3rd of March":                                              "2026-03-03 … 2026-03-03",

		// weeks and quarters
		"what happened in 2026-W12?":            "2026-03-16 … 2026-03-22",
		"what happened on 2026-W12-3":           "2026-03-18 … 2026-03-18",
		"what changed in 2026-Q1?":              "2026-01-01 … 2026-03-31",
		"what changed in Q3 2025":               "2025-07-01 … 2025-09-30",
		"Q1/2026 figures":                       "2026-01-01 … 2026-03-31",
		"what did we sell in Q3":                "2026-07-01 … 2026-09-30",
		"what is planned for next Q1":           "2027-01-01 … 2027-03-31",
		"what was sold in Q4 of 2025":           "2025-10-01 … 2025-12-31",
		"what was done in KW 12":                "2026-03-16 … 2026-03-22",
		"KW 53/2026":                            "2026-12-28 … 2027-01-03",
		"what was done in KW 53/2025":           "none",
		"what was answered in Q3 of the survey": "none",
		"12 kW 30 min":                          "none",
		"fiscal Q3 2025":                        "none",
		"what is in 2026-W12.3":                 "none",
		"which model is Q4":                     "none",

		// months and days with their year, and ranges
		"what did we decide in March this year": "2026-03-01 … 2026-03-31",
		"what did we decide in May last year":   "2025-05-01 … 2025-05-31",
		"before March last year":                "… 2025-02-28",
		"on 3 March last year":                  "2025-03-03 … 2025-03-03",
		"on March 3 of this year":               "2026-03-03 … 2026-03-03",
		"in March of 2026":                      "2026-03-01 … 2026-03-31",
		"between March and May 2026":            "2026-03-01 … 2026-05-31",
		"from November to February 2026":        "2025-11-01 … 2026-02-28",
		"March–May 2026":                        "2026-03-01 … 2026-05-31",
		"March and April 2026":                  "2026-03-01 … 2026-04-30",
		"March and July 2026":                   "none",
		"12-20 March 2026":                      "2026-03-12 … 2026-03-20",
		"from the 12th to the 20th of March":    "2026-03-12 … 2026-03-20",
		"between 12 and 20 March":               "2026-03-12 … 2026-03-20",
		"March 12–20, 2026":                     "2026-03-12 … 2026-03-20",
		"held on 26-28 March 79 in Bonn":        "none",
		"12-20 March 10:15":                     "2026-03-12 … 2026-03-20",
		"20-12 March 2026":                      "none",

		// days of a week, weekends, fortnights, years
		"two weeks ago on Friday":             "2026-11-13 … 2026-11-13",
		"what broke on Friday two weeks ago":  "2026-11-13 … 2026-11-13",
		"what broke on Friday last week":      "2026-11-20 … 2026-11-20",
		"last week on Friday":                 "2026-11-20 … 2026-11-20",
		"on Tuesday this week":                "2026-11-24 … 2026-11-24",
		"on Monday of the week before last":   "2026-11-09 … 2026-11-09",
		"what will we do on Monday next week": "2026-11-30 … 2026-11-30",
		"on Monday last month":                "none",
		"last month on Monday":                "none",
		"what broke last weekend":             "2026-11-21 … 2026-11-22",
		"what did we do this weekend":         "2026-11-28 … 2026-11-29",
		"last weekend of October":             "none",
		"what was decided in the year 2025":   "2025-01-01 … 2025-12-31",
		"in 2025, what was decided":           "2025-01-01 … 2025-12-31",
		"what was decided a fortnight ago":    "2026-11-11 … 2026-11-17",

		// two times that are compared, or a choice of two
		"compare March 2026 with October 2026":               "none",
		"the difference between March 2026 and October 2026": "none",
		"12 March or 3 April":                                "none",
		"how did March 2026 go compared to October 2026":     "none",
		"what happened on 26 November or on 27 November":     "2026-11-26 … 2026-11-27",

		"on Monday and Tuesday last week":              "none",
		"in Q3 and Q4":                                 "none",
		"what did we sell between Q1 2026 and Q3 2026": "2026-01-01 … 2026-09-30",

		// versions, identifiers, numbers of things
		"which bug is in 2024.1.3":                "none",
		"what changed in 2026.2":                  "none",
		"is it fixed in 2025-beta":                "none",
		"which invoices were in 2026-INV-004":     "none",
		"what did INV-2026-03 cost":               "none",
		"who pays invoice 2026-03":                "none",
		"is ticket 2026-11 closed":                "none",
		"what is in 2026-03-rc1":                  "none",
		"what is in 2026-03.2":                    "none",
		"keys of 2048 bits, in 2048-bit RSA":      "none",
		"does it answer in 2000 ms":               "none",
		"which error was in 2000 lines of log":    "none",
		"what is in 2026/app.log":                 "none",
		"may 3-5 users be logged in at once":      "none",
		"what is in 2025-2026":                    "none",
		"the phone 0800-12":                       "none",
		"costs it 2026 EUR":                       "none",
		"what listens on port 2025":               "none",
		"what is known of 2019-nCoV in 2019-nCoV": "none",
	} {
		if got := saidRange(Between(text, now)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
