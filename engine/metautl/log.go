package metautl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"asterism/engine/store"
)

// MaxLimit is the greatest number of events in a page.
const MaxLimit = 1000

// Query selects events. The zero value of a filter selects all.
type Query struct {
	From, To      time.Time // both included
	Type          EventType
	Domain        Domain
	Limit, Offset int // 1…1000; ≥ 0
}

// LogPage is a part of the events that a query selects, oldest first, so that events which arrive between two pages do not move
// others to another page.
type LogPage struct {
	Events []Event
	Total  int // before limit and offset
	More   bool
	Counts map[EventType]int // events of each type in the range of time and the domain, of all types
}

// ErrQuery is wrapped by the errors of invalid queries.
var ErrQuery = errors.New("query")

// queryError is an error of a query that shows only the text for the tool's users.
type queryError struct{ error }

func (queryError) Is(target error) bool { return target == ErrQuery }

func badQuery(format string, args ...any) error { return queryError{fmt.Errorf(format, args...)} }

func (q *Query) check() error {
	if q.Limit < 1 || q.Limit > MaxLimit {
		return badQuery("limit %d is outside 1…%d", q.Limit, MaxLimit)
	}
	if q.Offset < 0 {
		return badQuery("offset %d is below 0", q.Offset)
	}
	if !q.From.IsZero() && !q.To.IsZero() && q.From.After(q.To) {
		return badQuery("start_time %s is after end_time %s; swap them", q.From.Format(time.RFC3339Nano), q.To.Format(time.RFC3339Nano))
	}
	if _, err := ParseEventType(string(q.Type)); err != nil {
		return queryError{err}
	}
	if _, err := ParseDomain(string(q.Domain)); err != nil {
		return queryError{err}
	}
	return nil
}

// mask returns which bits of a kind are compared, and with what.
func (q *Query) mask() (mask, want uint8) {
	if q.Type != "" {
		mask |= 0xf0
	}
	if q.Domain != "" {
		mask |= 0x0f
	}
	return mask, kindOf(numberOf(q.Type), q.Domain.number())
}

// Log returns events. An event's time is its own, or that of the preceding event if the clock was set back in between. Errors
// wrap [ErrQuery] if the query is invalid.
func (s *Service) Log(ctx context.Context, q Query) (*LogPage, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	low, high := 0, len(s.log.times)
	if !q.From.IsZero() {
		low = s.log.from(nanos(q.From))
	}
	if !q.To.IsZero() {
		high = max(low, s.log.from(nanos(q.To)+1))
	}
	mask, want := q.mask()
	ordinals, total := s.log.page(low, high, mask, want, q.Offset, q.Limit)
	if q.Offset > total {
		return nil, badQuery("Pagination offset %d exceeds total count %d", q.Offset, total)
	}
	out := &LogPage{Total: total, More: q.Offset+len(ordinals) < total, Counts: s.log.counts(low, high, q.Domain.number())}
	for _, n := range ordinals {
		e, err := s.read(ctx, n)
		if err != nil {
			return nil, err
		}
		out.Events = append(out.Events, e.event())
	}
	return out, nil
}

// nanos returns the ns since 1970, limited to the range of int64.
func nanos(t time.Time) int64 {
	switch sec := t.Unix(); {
	case sec < 0:
		return 0
	case sec >= math.MaxInt64/int64(time.Second):
		return math.MaxInt64 - 1
	}
	return t.UnixNano()
}

func (s *Service) read(ctx context.Context, ordinal uint64) (eventRecord, error) {
	b, ok, err := s.shelves.Read(ctx, store.ShelfState, numbered(eventPrefix, ordinal))
	if err == nil && !ok {
		err = errors.New("it is in the index and not on the shelf")
	}
	var r eventRecord
	if err == nil {
		r, err = decode[eventRecord](b)
	}
	if err != nil {
		return r, fmt.Errorf("read event %d: %w", ordinal, err)
	}
	return r, nil
}
