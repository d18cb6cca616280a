package intent

import (
	"testing"
	"time"
)

// Words around a time that negate it, widen it or add to it: the range contains all that they can mean.
func TestBetweenWordsBesideATime(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) // a Friday
	date := func(m time.Month, d int) time.Time { return time.Date(2026, m, d, 0, 0, 0, 0, time.UTC) }
	var open time.Time
	for text, want := range map[string][2]time.Time{
		// parts of a time, and words at a distance
		"from the beginning of March 2026":                         {date(3, 1), open},
		"since mid-March 2026":                                     {date(3, 1), open},
		"what was done by the end of March 2026":                   {open, date(4, 1)},
		"what was done by Friday, 6 March 2026":                    {open, date(3, 7)},
		"what was done by noon on 6 March 2026":                    {open, date(3, 7)},
		"before Tuesday, 3 March 2026":                             {open, date(3, 3)},
		"before the end of March 2026":                             {open, date(4, 1)},
		"from the start of March 2026 to the end of April 2026":    {date(3, 1), date(5, 1)},
		"everything up to 3 March":                                 {open, date(3, 4)},
		"up to and including 3 March":                              {open, date(3, 4)},
		"through 3 March":                                          {open, date(3, 4)},
		"what happened leading up to 3 June":                       {open, date(6, 4)},
		"starting 3 March 2026":                                    {date(3, 3), open},
		"the week following 3 March":                               {date(3, 3), open},
		"beginning 3 March 2026":                                   {date(3, 3), open},
		"at the beginning of March 2026":                           {date(3, 1), date(4, 1)},
		"on the eve of 3 March":                                    {open, date(3, 4)},
		"ahead of 3 March":                                         {open, date(3, 4)},
		"over a year ago":                                          {open, now.AddDate(-1, 0, 0).Add(now.Sub(now.AddDate(-1, 0, 0)) / 2)},
		"at least 3 days ago":                                      {open, date(11, 18)},
		"less than 3 days ago":                                     {date(11, 17), open},
		"notes of 2026-03-01 or newer":                             {date(3, 1), open},
		"notes of 2026-03-01 and later":                            {date(3, 1), open},
		"notes of last week and earlier":                           {open, date(11, 16)},
		"notes of last week or older":                              {open, date(11, 16)},
		"after 2026-03-01 and before yesterday evening, all of it": {date(3, 1), date(11, 20)},

		// what the question is about, not when it happened
		"tell me about last week":           {date(11, 9), date(11, 16)},
		"what do you know about yesterday?": {date(11, 19), date(11, 20)},

		// a weekday and its date are one time
		"on Tuesday, 3 March 2026":          {date(3, 3), date(3, 4)},
		"on Tuesday the 3rd of March":       {date(3, 3), date(3, 4)},
		"on Monday or on 10 November":       {date(11, 10), date(11, 17)},
		"since last Tuesday, 3 March 2026":  {date(3, 3), open},
		"from Tuesday, 3 March to 5 April ": {date(3, 3), date(4, 6)},

		// "before" and a moment within the time
		"on or before 3 March 2026":                {open, date(3, 4)},
		"before or on 3 March 2026":                {open, date(3, 4)},
		"before yesterday evening":                 {open, date(11, 20)},
		"before yesterday at 5":                    {open, date(11, 20)},
		"before yesterday":                         {open, date(11, 19)},
		"before 2026-03-15 14:00":                  {open, date(3, 16)},
		"before 2026-03-15, 2 pm":                  {open, date(3, 16)},
		"before 2026-03-15T10:00:00Z":              {open, date(3, 16)},
		"before 2026-03-15T10:00":                  {open, date(3, 16)},
		"before last night":                        {open, date(11, 20)},
		"before tonight":                           {open, date(11, 21)},
		"before this morning":                      {open, date(11, 21)},
		"before a week ago":                        {open, now.AddDate(0, 0, -7).Add(84 * time.Hour)},
		"on 2026-03-15T10:00:00.5Z":                {date(3, 15), date(3, 16)},
		"since 2026-03-15T10:00:00Z, what changed": {date(3, 15), open},

		// up to now, or only the last one
		"in the past month":       {date(10, 1), now},
		"in the past year":        {time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), now},
		"in the last week":        {date(11, 9), now},
		"before the last week":    {open, now},
		"what was done last week": {date(11, 9), date(11, 16)},
		"since 15 December":       {time.Date(2025, 12, 15, 0, 0, 0, 0, time.UTC), open},
		"by 15 December 2025":     {open, time.Date(2025, 12, 16, 0, 0, 0, 0, time.UTC)},
		"in March, 2024":          {time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 4, 1, 0, 0, 0, 0, time.UTC)},
	} {
		from, to, ok := Between(text, now)
		if !ok || !from.Equal(want[0]) || !to.Equal(want[1]) {
			t.Errorf("%q: [%v, %v) %v, want [%v, %v)", text, from, to, ok, want[0], want[1])
		}
	}
}

// No filter is made if it might exclude what is meant.
func TestBetweenGivesNoRangeWhereWordsAreUnclear(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) // a Friday
	for _, text := range []string{
		// negated
		"no later than 2026-03-15", "no older than 2026-03-15", "no more than 3 days ago", "no later than the end of March 2026", "not over a year ago",
		"not after 3 March", "not before 3 March", "what wasn't done before 3 March", "what wasn’t done by 3 March", "nothing since yesterday",
		"except last week", "except for last week", "everything excluding yesterday", "other than yesterday", "apart from last week", "aside from last week",
		"not yesterday", "not on Tuesday, 3 March 2026", "all but last week", "everything since 3 March 2026 except last week",

		"neither yesterday nor today", "any day but yesterday", "before or after 3 March", "before and after 3 March", "before, on or after 3 March",
		"after or before 3 March", "since before 3 March", "until after 3 March", "date >= 2026-03-01", "date<2026-03-01",

		// compared
		"did we sell more than last month", "less than last month", "better than yesterday", "compared to last week", "compared with last week",
		"sales versus last year", "sales vs. last year", "sales vs last year", "the same as yesterday", "instead of yesterday",

		// approximate
		"around 3 March", "about 3 March", "about 3 days ago", "roughly 3 days ago", "circa 3 March 2026", "the week of 3 March", "the weekend of 3 March 2026",
		"the week beginning 3 March", "as of last week", "half a year ago", "up to 3 days ago", "around 3 March and since 5 April 2026",
		"what did Anna say yesterday about 18 November",

		// lists
		"in March, April and May", "on Monday, Tuesday and Wednesday", "March 3, 4, 5 and 6", "March 3, 4", "March 3 & 4", "3 & 4 March", "3, 4, 5 March",
		"March 3/4", "March 3 + 4", "in the last week or so", "3 days ago or so", "a year ago or more", "3 days ago or less", "3 days ago at most",
		"3 March 2026 at the latest", "between last week and now", "this month and next", "April, May 2026", "from mid-March to mid-April 2026", "3 weeks and 2 days ago",
		"on Monday, Tuesday and on 3 March 2026", "before 2026-03-15T10:00:00+02:00", "before 2026-03-15T10:00:00-05:00", // nor a time in another zone

		// the year, the month or the day is unclear
		"on Tuesday, 4 March 2026", "the last week of October", "the last month of 2025", "on 3 March of 2025",
		"by 15 December", "until 15 December", "before 15 December", "before the release on 15 December", "between 3 March and 15 December",
	} {
		if from, to, ok := Between(text, now); ok {
			t.Errorf("%q: [%v, %v), want none", text, from, to)
		}
	}
}

// A moment with a Z is in UTC, whatever the zone of the caller.
func TestBetweenReadsAMomentOfUTC(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.FixedZone("", 14*3600))
	from, to, ok := Between("before 2026-03-15T23:00:00Z", now)
	if want := time.Date(2026, 3, 16, 0, 0, 0, 0, time.UTC); !ok || !from.IsZero() || !to.Equal(want) {
		t.Errorf("[%v, %v) %v, want all before %v", from, to, ok, want)
	}
}
