package metautl

import (
	"context"
	"math"
	"reflect"
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// judged returns an answer of two hits with the given usefulness; NaN: not judged.
func judged(number byte, at time.Time, learned bool, first, second float64) Answer {
	return Answer{ID: uuid.UUID{number}, At: at, Learned: learned, Hits: []AnswerHit{{Useful: first}, {Useful: second}}}
}

// TestHelpedCountsFirstHits: an answer counts once, on the day it was given, with its newest judgements.
func TestHelpedCountsFirstHits(t *testing.T) {
	unknown := math.NaN()
	shelves := store.NewInMemory()
	s := openService(t, shelves)
	next := noon.Add(24 * time.Hour)
	for _, a := range []Answer{
		judged(1, noon, false, unknown, 0), // the first is not judged
		judged(2, noon, false, unknown, 1), // another hit was used
		judged(2, noon, false, 1, 1),       // and the first one too
		judged(3, noon, false, .4, unknown),
		judged(4, next, true, 1, unknown),
		judged(5, time.Time{}, true, 1, 0),                       // its time is not known
		judged(6, noon.Add(-helpDays*24*time.Hour), false, 1, 0), // in the slot of noon's day, and older
	} {
		must(t, s.Record(context.Background(), Cycle{At: next, Answers: []Answer{a}}))
	}
	for _, s := range []*Service{s, openService(t, shelves)} {
		got := s.Status(next).Helped
		day := noon.Truncate(24 * time.Hour)
		want := Helped{Before: Share{2, 1}, After: Share{1, 1}, Days: []HelpedDay{{Day: day, Before: Share{2, 1}}, {Day: day.Add(24 * time.Hour), After: Share{1, 1}}}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if got := s.Status(next.Add(helpDays * 24 * time.Hour)).Helped; len(got.Days) != 0 {
			t.Errorf("days of a quarter ago are returned: %+v", got)
		}
	}
}

// TestInterval compares with values computed by hand from Wilson's formula.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		of        Share
		low, high float64
	}{{Share{10, 5}, .2366, .7634}, {Share{10, 0}, 0, .2775}, {Share{1, 1}, .2065, 1}, {Share{100, 81}, .7222, .8749}} {
		low, high := c.of.Interval()
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%+v: %.4f…%.4f, want %.4f…%.4f", c.of, low, high, c.low, c.high)
		}
	}
	if low, high := (Share{}).Interval(); low == low || high == high {
		t.Errorf("of no search: %v…%v", low, high)
	}
}

// TestEarlierRecordsAreRead: a store of an earlier version opens; its outcomes cannot be replayed, and its ring of measured memories is skipped.
func TestEarlierRecordsAreRead(t *testing.T) {
	s := newService(t)
	fill(t, s, 8) // four outcomes
	earlier := append([]byte{1}, make([]byte, 17)...)
	must(t, s.shelves.Put(context.Background(), entry(numbered(outcomePrefix, 1), earlier), entry(numbered(measuredPrefix, 3), append([]byte{1}, make([]byte, 24)...))))
	if got := openService(t, s.shelves).Status(noon); got.Outcomes != 4 || got.Replayable != 3 {
		t.Errorf("%d outcomes, %d can be replayed; want 4 and 3", got.Outcomes, got.Replayable)
	}
}
