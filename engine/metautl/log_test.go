package metautl

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/models"

	"pgregory.net/rapid"
)

func logOf(t testing.TB, s *Service, q Query) *LogPage {
	t.Helper()
	p, err := s.Log(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// write puts events directly into the log.
func write(t testing.TB, s *Service, events ...Event) {
	t.Helper()
	must(t, s.change(context.Background(), func(d *draft) error { d.events = events; return nil }))
}

func someEvent(at time.Time, number int) Event {
	return Event{At: at, Type: EventTypes[number%7], Domain: domainOf(uint8(number / 7 % 7)), Error: float64(number%200)/100 - 1, Before: pair(.5), After: pair(.4),
		Accuracy: .6, Escalated: number%3 == 0, Space: models.Space(number % models.Count), Stands: 1}
}

// TestLogAnswersLikeALook compares filters and pages with a check of every event.
func TestLogAnswersLikeALook(t *testing.T) {
	s := newService(t)
	var all []Event
	for i := range 700 {
		all = append(all, someEvent(noon.Add(time.Duration(i/3)*time.Second), i))
	}
	write(t, s, all...)
	moment := rapid.Map(rapid.IntRange(-5, 240), func(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) })
	rapid.Check(t, func(t *rapid.T) {
		q := Query{Limit: rapid.IntRange(1, 300).Draw(t, "limit")}
		if rapid.Bool().Draw(t, "from?") {
			q.From = moment.Draw(t, "from")
		}
		if rapid.Bool().Draw(t, "to?") {
			q.To = moment.Draw(t, "to")
		}
		if rapid.Bool().Draw(t, "type?") {
			q.Type = rapid.SampledFrom(EventTypes).Draw(t, "type")
		}
		if rapid.Bool().Draw(t, "domain?") {
			q.Domain = rapid.SampledFrom(Domains).Draw(t, "domain")
		}
		if !q.From.IsZero() && !q.To.IsZero() && q.From.After(q.To) {
			q.From, q.To = q.To, q.From
		}
		var want []Event
		for _, e := range all {
			if (q.From.IsZero() || !e.At.Before(q.From)) && (q.To.IsZero() || !e.At.After(q.To)) && (q.Type == "" || e.Type == q.Type) && (q.Domain == "" || e.Domain == q.Domain) {
				want = append(want, e)
			}
		}
		q.Offset = rapid.IntRange(0, len(want)).Draw(t, "offset")
		got, err := s.Log(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		end := min(q.Offset+q.Limit, len(want))
		if got.Total != len(want) || !slices.Equal(got.Events, want[q.Offset:end]) || got.More != (end < len(want)) {
			t.Fatalf("%+v: %d of %d events, more %v; want %d of %d", q, len(got.Events), got.Total, got.More, end-q.Offset, len(want))
		}
	})
}

func TestBadQueries(t *testing.T) {
	s := newService(t)
	write(t, s, someEvent(noon, 1))
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{Limit: 0}, "limit 0 is outside 1…1000"},
		{Query{Limit: 1001}, "limit 1001"},
		{Query{Limit: 1, Offset: -1}, "offset -1"},
		{Query{Limit: 1, Offset: 2}, "Pagination offset 2 exceeds total count 1"},
		{Query{Limit: 1, Type: "nap"}, "Invalid event type 'nap'. Valid types: lambda_adjustment, bayesian_escalation, accuracy_alert, accuracy_recovery, weight_clamped, self_healing, human_escalation"},
		{Query{Limit: 1, Domain: "cooking"}, "Invalid domain 'cooking'. Valid domains: code, medical, legal, creative, research, general"},
		{Query{Limit: 1, From: noon, To: noon.Add(-1)}, "is after end_time"},
	} {
		if _, err := s.Log(context.Background(), c.q); !errors.Is(err, ErrQuery) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.q, err, c.want)
		}
	}
	if p := logOf(t, s, Query{Limit: 1, Offset: 1}); len(p.Events) != 0 || p.Total != 1 || p.More {
		t.Errorf("behind the last: %+v", p)
	}
	if p := logOf(t, s, Query{Limit: 1, From: time.Time{}.Add(1), To: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}); p.Total != 1 {
		t.Errorf("from the year 1 to 9999: %+v", p)
	}
}

// TestPagesWhileEventsArrive reads all pages while others write: no event is missing and none is repeated.
func TestPagesWhileEventsArrive(t *testing.T) {
	s := newService(t)
	const first, later = 500, 1500
	for i := range first {
		write(t, s, numberedEvent(i))
	}
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := first; i < first+later; i++ {
			write(t, s, numberedEvent(i))
		}
	})
	seen := 0
	for seen < first+later {
		p := logOf(t, s, Query{Limit: 37, Offset: seen})
		for _, e := range p.Events {
			if n := int(e.At.Sub(noon)); n != seen {
				t.Fatalf("event %d at position %d", n, seen)
			}
			seen++
		}
	}
	writer.Wait()
}

func numberedEvent(n int) Event { return someEvent(noon.Add(time.Duration(n)), n) }

// TestClockSetBack: events stay in the order in which they were recorded, each with its own time.
func TestClockSetBack(t *testing.T) {
	s := newService(t)
	write(t, s, someEvent(noon, 1))
	write(t, s, someEvent(noon.Add(-time.Hour), 2))
	p := logOf(t, s, Query{Limit: 10, From: noon})
	if p.Total != 2 || !p.Events[1].At.Equal(noon.Add(-time.Hour)) {
		t.Errorf("%+v", p)
	}
}

func TestClearEvents(t *testing.T) {
	s := newService(t)
	fill(t, s, 30)
	state := s.state
	must(t, s.ClearEvents(context.Background()))
	if p := logOf(t, s, Query{Limit: 1}); p.Total != 0 {
		t.Errorf("%d events left", p.Total)
	}
	if s.state != state {
		t.Error("more than events went")
	}
	write(t, s, someEvent(noon.Add(time.Hour), 1))
	sameServices(t, s, openCopy(t, s))
}
