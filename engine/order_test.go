package engine

import (
	"testing"
	"time"

	"asterism/engine/store"
)

// TestWhatHoldsComesFirst checks that a price that begins next year, or has ended, does not come before the one that holds, and that a fact that was changed back comes
// before the value in between.
func TestWhatHoldsComesFirst(t *testing.T) {
	clock := &handClock{now: day("2026-11-28")}
	for name, c := range map[string]struct {
		notes     []Note
		questions []string
		first     string
	}{
		"from next year": {[]Note{{Content: "The price is 10 euros a month.", Time: day("2026-09-01")}, {Content: "The price is 12 euros a month.", Time: day("2026-11-01"), ValidFrom: day("2027-01-01")}},
			[]string{"what is the price?", "what is the current price?"}, "The price is 10 euros a month."},
		"ended": {[]Note{{Content: "The price is 10 euros a month.", Time: day("2026-09-01")}, {Content: "The price is 7 euros a month.", Time: day("2026-10-01"), ValidUntil: day("2026-11-01")}},
			[]string{"what is the price?", "what is the current price?"}, "The price is 10 euros a month."},
		"changed back": {[]Note{{Content: "The session timeout is 30 minutes.", Time: day("2026-09-04")}, {Content: "The session timeout was raised to 60 minutes.", Time: day("2026-09-23")},
			{Content: "The session timeout is 30 minutes again.", Time: day("2026-11-10")}}, []string{"session timeout", "What is the session timeout?", "What is the current session timeout?"}, "The session timeout is 30 minutes again."},
		"the previous one": {[]Note{{Content: "The new product owner of Atlas is Ingrid Solberg.", Time: day("2026-11-03")}, {Content: "The previous product owner of Atlas was Daniel Okafor.", Time: day("2026-11-05")}},
			[]string{"Who is the product owner of Atlas?", "Who is the current product owner?"}, "The new product owner of Atlas is Ingrid Solberg."},
		"asked by the old value": {[]Note{{Content: "The rate limit is 100 requests per minute.", Time: day("2026-09-01")}, {Content: "The rate limit is 300 requests per minute.", Time: day("2026-09-20")}},
			[]string{"Is the rate limit still 100 requests per minute?", "is it true that the rate limit is 100 requests per minute?"}, "The rate limit is 300 requests per minute."},
		"of other things": {[]Note{{Content: "The geocoding service does not use Redis.", Time: day("2026-09-01")}, {Content: "The notification service uses Redis.", Time: day("2026-09-02")}, {Content: "The billing service uses Redis.", Time: day("2026-09-03")}},
			[]string{"which services do not use Redis?"}, "The geocoding service does not use Redis."},
		"who left": {[]Note{{Content: "Oskar Lind maintains the Airflow cluster.", Time: day("2026-09-01")}, {Content: "Oskar Lind left; Wei Zhang maintains the Airflow cluster.", Time: day("2026-10-01")}},
			[]string{"Who maintains the Airflow cluster?"}, "Oskar Lind left; Wei Zhang maintains the Airflow cluster."},
	} {
		t.Run(name, func(t *testing.T) {
			e := openWith(t, Config{Now: clock.Now})
			for i, text := range distractors {
				remember(t, e, Note{Content: text, Time: day("2026-08-01").Add(time.Duration(i) * time.Hour)})
			}
			remember(t, e, c.notes...)
			for _, q := range c.questions {
				if f := recall(t, e, Question{Text: q}); f.Hits[0].Memory.Content != c.first {
					t.Errorf("%s: %q (%.2f), then %q (%.2f)", q, f.Hits[0].Memory.Content, f.Hits[0].Score, f.Hits[1].Memory.Content, f.Hits[1].Score)
				}
			}
		})
	}
}

// TestAChainThatHasNothingToDoWithIt checks that a hit that represents its chain is as weak as the memory that matched, and does not suppress the report that nothing was found.
func TestAChainThatHasNothingToDoWithIt(t *testing.T) {
	clock := &handClock{now: day("2026-11-28")}
	e := openWith(t, Config{Now: clock.Now})
	for _, text := range distractors[1:] { // the first is about a printer
		remember(t, e, Note{Content: text, Time: day("2026-08-01")})
	}
	old := rememberOne(t, e, Note{Content: "Atlas keeps its data in PostgreSQL 15.", Time: day("2026-08-02")})
	remember(t, e, Note{Content: "Atlas was migrated to PostgreSQL 16.", Time: day("2026-09-02"), Supersedes: []store.ID{old}})
	f := recall(t, e, Question{Text: "where is the printer?"})
	for _, h := range f.Hits {
		if h.Judged && h.Relevance < .1 && !h.Weak {
			t.Errorf("%q with %.3f is not weak", h.Memory.Content, h.Relevance)
		}
	}
	f = recall(t, e, Question{Text: "which PostgreSQL 15 data does Atlas keep?"})
	if h := f.Hits[0]; h.Memory.Content != "Atlas was migrated to PostgreSQL 16." || h.Through == nil || h.Weak {
		t.Errorf("%q stands for what matched, with %.3f, weak %v", h.Memory.Content, h.Relevance, h.Weak)
	}
}
