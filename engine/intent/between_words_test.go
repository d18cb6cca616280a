package intent

import (
	"strings"
	"testing"
	"time"
)

// The range is never narrower than what a question can mean. Words directly in front of a time open a side of it, and several
// times form one range.
func TestBetweenSeveralTimesAndOtherWords(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) // a Friday
	date := func(m time.Month, d int) time.Time { return time.Date(2026, m, d, 0, 0, 0, 0, time.UTC) }
	var open time.Time
	yesterday := [2]time.Time{date(11, 19), date(11, 20)}
	for text, want := range map[string][2]time.Time{
		// bounds
		"after 2026-03-01 and before 2026-03-15":          {date(3, 1), date(3, 15)},
		"before 2026-03-15 but since the 1st of March":    {date(3, 1), date(3, 15)},
		"Since March, what was done until 3 June 2026?":   {date(3, 1), date(6, 4)},
		"what was open until 2026-03-15":                  {open, date(3, 16)},
		"everything decided by the 15th of March 2026":    {open, date(3, 16)},
		"what happened prior to last week":                {open, date(11, 9)},
		"what changed since the last 5 days":              {now.AddDate(0, 0, -5), open},
		"the mail from last week":                         {date(11, 9), open},
		"notes older than 2026-03-01":                     {open, date(3, 2)},
		"notes newer than 2026-03-01":                     {date(3, 1), open},
		"notes of more than 3 days ago":                   {open, date(11, 18)},
		"the notes of 2026-03-01 or later":                {date(3, 1), open},
		"after 2026-03-15, no, after 2026-03-01 even":     {date(3, 1), open},
		"what was done before 2026-03-01 or before April": {open, date(4, 1)},
		"today and tomorrow":                              {date(11, 20), date(11, 22)},
		"what do we plan for next week":                   {date(11, 23), date(11, 30)},
		"what is due next month":                          {date(12, 1), date(13, 1)},
		"who comes next Friday":                           {date(11, 27), date(11, 28)},
		"what did we promise to finish before October?":   {open, date(10, 1)},

		// ranges
		"between 2026-03-01 and 2026-03-15":            {date(3, 1), date(3, 16)},
		"between yesterday and 2026-03-01":             {date(3, 1), date(11, 20)},
		"from 2026-03-01 to 2026-03-15":                {date(3, 1), date(3, 16)},
		"from 2026-03-01 until 2026-03-15":             {date(3, 1), date(3, 16)},
		"2026-03-01 – 2026-03-15":                      {date(3, 1), date(3, 16)},
		"from 1 to 5 March 2026":                       {date(3, 1), date(3, 6)},
		"3-5 March 2026":                               {date(3, 3), date(3, 6)},
		"March 3 to 5":                                 {date(3, 3), date(3, 6)},
		"from March to May 2026":                       {date(3, 1), date(6, 1)},
		"from the 3rd of March 2026 - 5 April 2026":    {date(3, 3), date(4, 6)},
		"on 3 March 2026 and on 5 April 2026":          {date(3, 3), date(4, 6)},
		"in March 2026, on 2026-03-15":                 {date(3, 1), date(4, 1)},
		"on 5 April after the release on 3 March 2026": {date(3, 3), open},

		// words that may belong to something else
		"what did the report by Anna say yesterday":    yesterday,
		"the mail from Anna of yesterday":              yesterday,
		"what did Anna say yesterday, and by whom":     yesterday,
		"the incidents after the outage of 3 June":     {date(6, 3), open},
		"decisions before the release on 3 March 2026": {open, date(3, 4)},
		"what did we decide yesterday after lunch":     {date(11, 19), open},
	} {
		from, to, ok := Between(text, now)
		if !ok || !from.Equal(want[0]) || !to.Equal(want[1]) {
			t.Errorf("%q: [%v, %v) %v, want [%v, %v)", text, from, to, ok, want[0], want[1])
		}
	}
	for _, text := range []string{
		"before 2026-03-01 or after 2026-03-15",
		"yesterday, after the talk and before the dinner",
		"on 2026-03-10, about what was before 2026-03-05 and after 2026-02-01",
		"the 3rd, 4th and 5th of March 2026", "March 3, 4 and 5", // the other days are not understood as times
		"in March and April", "on Monday and Tuesday", "two or three days ago", "in the last week or two",
		"from 2026-03-15 to 2026-03-01",
		"in the last 0 days", "in the last 3000 years", "3000 years ago", "0000-12-31", "0001-01-01", "9999-12-31",
		strings.Repeat("today and yesterday ", 5),
	} {
		if from, to, ok := Between(text, now); ok {
			t.Errorf("%q: [%v, %v), want none", text, from, to)
		}
	}
}
