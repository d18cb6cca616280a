package metautl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"asterism/engine/store"
)

// thinStep is about the number of events that one batch of thinning processes.
const thinStep = 2000

// Thin removes old events, and returns how many. In every UTC hour that ended longer ago than the span for which all events are kept, it keeps only the last event of each type
// and domain, with the number of events that it represents. Events older than both spans are removed. Positions in the log move accordingly. It writes batch after batch, each of
// them atomically.
func (s *Service) Thin(ctx context.Context, now time.Time) (removed int, err error) {
	for {
		n, more, err := s.thin(ctx, now)
		if removed += n; err != nil || !more {
			return removed, err
		}
	}
}

// thinSome runs one batch of it, so that no caller waits for more.
func (s *Service) thinSome(ctx context.Context, now time.Time) error {
	_, _, err := s.thin(ctx, now)
	return err
}

func (s *Service) thin(ctx context.Context, now time.Time) (removed int, more bool, err error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	if err := s.finish(ctx); err != nil {
		return 0, false, err
	}
	old, ended := s.log.from(now.Add(-s.rules.full()-s.rules.hourly()).UnixNano()), now.Add(-s.rules.full()).Truncate(time.Hour).UnixNano()
	low, high := s.log.from(s.state.Thinned), s.log.from(ended)
	switch {
	case old > 0:
		removed, err = s.expire(ctx, min(old, thinStep))
		more = old > thinStep || low < high
	case low < high:
		removed, more, err = s.thinHours(ctx, low, high)
	}
	if err != nil {
		err = fmt.Errorf("thin the log: %w", err)
	}
	return removed, more, err
}

// expire removes the oldest n events.
func (s *Service) expire(ctx context.Context, n int) (int, error) {
	positions := make([]int, n)
	for i := range positions {
		positions[i] = i
	}
	return n, s.without(ctx, positions, s.state.head, nil)
}

// thinHours thins whole hours from index low on, up to high or about [thinStep] events.
func (s *Service) thinHours(ctx context.Context, low, high int) (removed int, more bool, err error) {
	until := s.hour(min(low+thinStep, high)-1) + int64(time.Hour)
	end := s.log.from(until)
	gone, stands := s.groups(low, end)
	kept, err := s.standing(ctx, stands)
	if err != nil {
		return 0, false, err
	}
	h := s.state.head
	h.Thinned = until
	return len(gone), end < high, s.without(ctx, gone, h, kept)
}

// groups returns the indexes between low and end whose events are represented by a later event of the same hour, type and domain,
// and for each remaining event how many it represents.
func (s *Service) groups(low, end int) (gone []int, stands map[int]uint32) {
	type group struct {
		hour int64
		kind uint8
	}
	last := map[group]int{}
	stands = map[int]uint32{}
	for i := low; i < end; i++ {
		g := group{s.hour(i), s.log.kinds[i]}
		if before, ok := last[g]; ok {
			gone = append(gone, before)
			stands[i] = stands[before]
			delete(stands, before)
		}
		last[g] = i
		stands[i]++
	}
	slices.Sort(gone)
	return gone, stands
}

// standing returns the events that now represent more than themselves, by index.
func (s *Service) standing(ctx context.Context, stands map[int]uint32) (out []store.Entry, err error) {
	for _, i := range slices.Sorted(maps.Keys(stands)) {
		if stands[i] == 1 {
			continue
		}
		r, err := s.read(ctx, s.log.ordinals[i])
		if err != nil {
			return nil, err
		}
		r.Stands = stands[i]
		out = append(out, entry(numbered(eventPrefix, s.log.ordinals[i]), encode(&r)))
	}
	return out, nil
}

// hour returns the start of the hour of the event at an index.
func (s *Service) hour(position int) int64 {
	t := s.log.times[position]
	return t - t%int64(time.Hour)
}

// without writes the log without the events at some indexes, which are ascending, with a new head and other entries.
func (s *Service) without(ctx context.Context, positions []int, h head, kept []store.Entry) error {
	batch := append(kept, entry([]byte(headKey), encode(&h)))
	for _, p := range positions {
		batch = append(batch, entry(numbered(eventPrefix, s.log.ordinals[p]), nil))
	}
	s.mu.Lock() // held during the write too: a page must not read an event that was just removed
	defer s.mu.Unlock()
	if err := s.put(ctx, batch); err != nil {
		return err
	}
	s.state.head = h
	s.log.remove(positions)
	return nil
}
