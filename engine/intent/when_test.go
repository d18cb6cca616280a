package intent

import (
	"strings"
	"testing"
	"time"
)

// firstTime returns the time that the first matching rule finds.
func firstTime(text string, now time.Time) (from, to time.Time, ok bool) {
	times := timesOf(strings.ToLower(text), now, tenseOf(strings.ToLower(text)))
	if len(times) == 0 {
		return from, to, false
	}
	return times[0].from, times[0].to, true
}

func TestTimes(t *testing.T) {
	now := time.Date(2026, 3, 18, 15, 30, 0, 0, time.UTC) // a Wednesday
	date := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	for text, want := range map[string][2]time.Time{
		"notes of 2026-03-01":          {date(2026, 3, 1), date(2026, 3, 2)},
		"what was done in 2025-12":     {date(2025, 12, 1), date(2026, 1, 1)},
		"the talk on 3rd of May 2025":  {date(2025, 5, 3), date(2025, 5, 4)},
		"the talk we had on 3 May":     {date(2025, 5, 3), date(2025, 5, 4)},
		"March 3, what was it":         {date(2026, 3, 3), date(2026, 3, 4)},
		"March 2024 figures":           {date(2024, 3, 1), date(2024, 4, 1)},
		"the outage in March":          {date(2026, 3, 1), date(2026, 4, 1)},
		"was the outage in April":      {date(2025, 4, 1), date(2025, 5, 1)},
		"in 2024 we moved":             {date(2024, 1, 1), date(2025, 1, 1)},
		"What did I decide Yesterday?": {date(2026, 3, 17), date(2026, 3, 18)},
		"today's bugs":                 {date(2026, 3, 18), date(2026, 3, 19)},
		"three days ago":               {date(2026, 3, 15), date(2026, 3, 16)},
		"2 hours ago":                  {now.Add(-150 * time.Minute), now.Add(-90 * time.Minute)},
		"in the last 5 days":           {now.AddDate(0, 0, -5), now},
		"this week":                    {date(2026, 3, 16), date(2026, 3, 23)},
		"last week":                    {date(2026, 3, 9), date(2026, 3, 16)},
		"last month":                   {date(2026, 2, 1), date(2026, 3, 1)},
		"last year":                    {date(2025, 1, 1), date(2026, 1, 1)},
		"in the past month":            {date(2026, 2, 1), now},
		"over the last year":           {date(2025, 1, 1), now},
		"in March, 2024":               {date(2024, 3, 1), date(2024, 4, 1)},
		"at 2026-03-01T10:00:00Z":      {date(2026, 3, 1), date(2026, 3, 2)},
		"2026-02-30 or 2026-03-01":     {date(2026, 3, 1), date(2026, 3, 2)},
		"last monday":                  {date(2026, 3, 16), date(2026, 3, 17)},
		"on wednesday":                 {date(2026, 3, 11), date(2026, 3, 12)},
	} {
		from, to, ok := firstTime(text, now)
		if !ok || !from.Equal(want[0]) || !to.Equal(want[1]) {
			t.Errorf("%q: %v to %v (%v), want %v to %v", text, from, to, ok, want[0], want[1])
		}
	}
	for _, text := range []string{"", "the march of progress", "31 February", "2026-13-01", "why", "may I", "day after day"} {
		if from, to, ok := firstTime(text, now); ok {
			t.Errorf("%q: %v to %v", text, from, to)
		}
	}
}

// A time in a text does not end before it begins, and a range for a search is not empty. Both have years of four digits in every
// time zone, which cursors and answers can represent.
func FuzzTimes(f *testing.F) {
	for _, text := range []string{"9999 years ago", "in the last 3000 years", "since 9999-12-31", "until 0001-01-01", "after 2026-03-01 and before 2026-03-15", "between yesterday and 3 June"} {
		f.Add(text, int64(1e9))
	}
	for _, text := range []string{"the week before last, 18.11.2026 – 2026/11/20", "who’s away from 20 Dec. to 5 Jan", "9999 days after tomorrow", "since the Friday before last at 5, 31/12/9999", "will we meet on 29 Feb"} {
		f.Add(text, int64(1795867200))
	}
	f.Add("0000-01-01", int64(0))
	f.Add("After 0000-00 00000000 0002-01", int64(1e9)) // a date that does not exist, and one behind it
	f.Add("on 2026-03-15T10:00:00Z, and in the past month", int64(1e9))
	west, east := time.FixedZone("", -12*3600), time.FixedZone("", 14*3600)
	f.Fuzz(func(t *testing.T, text string, at int64) {
		now := time.Unix(at%1e10, 0).UTC()
		from, to, ok := firstTime(text, now)
		if ok && (to.Before(from) || from.In(west).Year() < 1 || to.In(east).Year() > 9999) {
			t.Fatalf("%v to %v", from, to)
		}
		if alone := OnlyTime(text, now); alone && !ok {
			t.Fatal("about a time alone, and names none")
		}
		after, before, kept := Between(text, now)
		if kept && (!ok || after.IsZero() && before.IsZero() || !after.IsZero() && !before.IsZero() && !after.Before(before)) {
			t.Fatalf("kept to [%v, %v), where %v to %v (%v) is named", after, before, from, to, ok)
		}
	})
}
