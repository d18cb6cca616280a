package intent

import (
	"strings"
	"testing"
	"time"
)

// A question of Saturday 28 November 2026.
var askedIn2026 = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

func TestBetweenReadsYearsQuartersAndMonths(t *testing.T) {
	for text, want := range map[string]string{
		"what changed since 2025?":                          "2025-01-01 …",
		"since 2024 we have used Postgres":                  "2024-01-01 …",
		"who joined since 2023":                             "2023-01-01 …",
		"outages since 2025, please":                        "2025-01-01 …",
		"what have we shipped since 2022 in the mill":       "2022-01-01 …",
		"Since 2026 what broke?":                            "2026-01-01 …",
		"which customers have left since 2019 and why":      "2019-01-01 …",
		"everything since 2021":                             "2021-01-01 …",
		"decisions since 2020 about storage":                "2020-01-01 …",
		"how often did it fail since 1999?":                 "1999-01-01 …",
		"what did we ship last quarter?":                    "2026-07-01 … 2026-09-30",
		"last quarter's numbers":                            "2026-07-01 … 2026-09-30",
		"goals of this quarter":                             "2026-10-01 … 2026-12-31",
		"what is planned this quarter":                      "2026-10-01 … 2026-12-31",
		"what do we plan next quarter":                      "2027-01-01 … 2027-03-31",
		"in the previous quarter the sales fell":            "2026-07-01 … 2026-09-30",
		"incidents in the past quarter":                     "2026-07-01 … 2026-11-28",
		"what was decided in the last quarter?":             "2026-07-01 … 2026-11-28",
		"since last quarter":                                "2026-07-01 …",
		"before this quarter, who was on call?":             "… 2026-09-30",
		"what happened between March and May?":              "2026-03-01 … 2026-05-31",
		"from March to May we were three":                   "2026-03-01 … 2026-05-31",
		"what were the sales between January and February?": "2026-01-01 … 2026-02-28",
		"who was on call from April until June":             "2026-04-01 … 2026-06-30",
		"what was done between November and February":       "2025-11-01 … 2026-02-28",
		"between Sept and Oct":                              "2026-09-01 … 2026-10-31",
		"bugs from June through August":                     "2026-06-01 … 2026-08-31",
		"compare the sales between March and May by region": "2026-03-01 … 2026-05-31",
		"did we hire anyone between July and September?":    "2026-07-01 … 2026-09-30",
		"what will we do between January and March":         "2027-01-01 … 2027-03-31",
	} {
		if got := saidRange(Between(text, askedIn2026)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{
		"port 2025 since", "since 2025 rows were read", "since 2025 tickets came in", "since 2031", "since 2025-INV-004", "since 2025.1", "since 202", "since 20255", "since 2000 requests a second", "the 2025 port since the move",
		"quarter of the users", "a quarter past nine", "the last quarter of the list", "this quarter of the city", "the last quarter mile", "last quarter-final", "a quarter of an hour", "next quarter note", "headquarter", "quarter",
		"march through the list", "the difference between March and May", "between march and the wall", "from Jan to May", "between May and May", "from may and june", "between 3 and May", "who may march between them", "between March and May 79", "the months are March and May",
	} {
		if got := saidRange(Between(text, askedIn2026)); got != saidRange(time.Time{}, time.Time{}, false) {
			t.Errorf("%q: %s, want none", text, got)
		}
	}
}

// TestApart checks that listed times are two, without the time between them, and that the ends of a range are one.
func TestApart(t *testing.T) {
	for text, want := range map[string]string{
		"what happened on 3 March and on 5 April?":                    "2026-03-03 … 2026-03-03; 2026-04-05 … 2026-04-05",
		"on 3 March and 5 April":                                      "2026-03-03 … 2026-03-03; 2026-04-05 … 2026-04-05",
		"the outages of 2026-03-03 and 2026-04-05":                    "2026-03-03 … 2026-03-03; 2026-04-05 … 2026-04-05",
		"who was ill in May and in July":                              "2026-05-01 … 2026-05-31; 2026-07-01 … 2026-07-31",
		"sales in 2023 and in 2025":                                   "2023-01-01 … 2023-12-31; 2025-01-01 … 2025-12-31",
		"what broke yesterday and on 3 March":                         "2026-11-27 … 2026-11-27; 2026-03-03 … 2026-03-03",
		"what was said on 3 March, on 5 April and on 7 May":           "2026-03-03 … 2026-03-03; 2026-04-05 … 2026-04-05; 2026-05-07 … 2026-05-07",
		"did it fail on March 3rd, and again on April 5th?":           "2026-03-03 … 2026-03-03; 2026-04-05 … 2026-04-05",
		"releases in Q1 2026 and in Q3 2026":                          "2026-01-01 … 2026-03-31; 2026-07-01 … 2026-09-30",
		"notes of last week and of the week before last":              "",
		"what happened between the outages of 3 March and 5 April?":   "",
		"what changed between the release of 3 March and 5 April":     "",
		"what was decided between Tuesday 3 March and Sunday 5 April": "",
		"what did we do last month and last week":                     "2026-10-01 … 2026-10-31; 2026-11-16 … 2026-11-22",
		"between 3 March and 5 April":                                 "",
		"from 3 March to 5 April":                                     "",
		"after 3 March and before 5 April":                            "",
		"on 3 March":                                                  "",
		"on 3 March or on 5 March":                                    "",
		"since 3 March and on 5 April":                                "",
		"compare 3 March and 5 April":                                 "",
		"on 3 March we met Ada and on 5 April":                        "",
		"not on 3 March and on 5 April":                               "",
		"":                                                            "",
		"12-20 March":                                                 "",
		"the difference between 3 March and 5 April":                  "",
		"what came in between 3 March and 5 April and on 7 May":       "",
	} {
		var got []string
		for _, s := range Apart(text, askedIn2026) {
			got = append(got, saidRange(s.From, s.To, true))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: %s, want %s", text, strings.Join(got, "; "), want)
		}
	}
}
