package journal

import (
	"bytes"
	"context"
	"fmt"
	"sync"
)

// Memory is a [Journal] in memory for tests, shared by all holders. Its records are gone when the program ends.
type Memory struct {
	mu      sync.Mutex
	grown   chan struct{} // closed when a record comes in
	records []Entry
	cut     uint64
	faults  []Fault
}

// Fault is how an append fails.
type Fault int

// The faults.
const (
	Down       Fault = 1 + iota // nobody answers
	LostRecord                  // the record never arrives, and no answer does
	LostAnswer                  // the record arrives, its answer does not
)

// NewMemory returns an empty log.
func NewMemory() *Memory { return &Memory{grown: make(chan struct{})} }

// Fail makes the next appends fail in these ways, one after the other.
func (m *Memory) Fail(faults ...Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults = append(m.faults, faults...)
}

// Append implements [Journal].
func (m *Memory) Append(ctx context.Context, expected uint64, id string, data []byte) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	fault := Fault(0)
	if len(m.faults) > 0 {
		fault, m.faults = m.faults[0], m.faults[1:]
	}
	switch fault {
	case Down:
		return 0, ErrUnavailable
	case LostRecord:
		return 0, ErrUnknown
	}
	place, err := m.append(expected, id, data)
	if fault == LostAnswer {
		return 0, ErrUnknown
	}
	return place, err
}

func (m *Memory) append(expected uint64, id string, data []byte) (uint64, error) {
	end := m.cut + uint64(len(m.records))
	if expected < end && expected >= m.cut && m.records[expected-m.cut].ID == id {
		return expected + 1, nil
	}
	if expected != end {
		return 0, fmt.Errorf("%w: the log ends at %d, expected was %d", ErrDeposed, end, expected)
	}
	m.records = append(m.records, Entry{Place: end + 1, ID: id, Data: bytes.Clone(data)})
	close(m.grown)
	m.grown = make(chan struct{})
	return end + 1, nil
}

// Follow implements [Journal].
func (m *Memory) Follow(ctx context.Context, after uint64, fn func(Entry) error) error {
	for {
		e, grown, err := m.behind(after)
		if err != nil {
			return err
		}
		if grown == nil {
			if err := fn(e); err != nil {
				return err
			}
			after = e.Place
		}
		if grown == nil {
			if err := ctx.Err(); err != nil {
				return err
			}
			continue
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Read implements [Journal].
func (m *Memory) Read(ctx context.Context, after, upTo uint64, fn func(Entry) error) error {
	for after < upTo {
		e, grown, err := m.behind(after)
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case grown != nil:
			return fmt.Errorf("read up to place %d: the log ends at %d", upTo, after)
		}
		if err := fn(e); err != nil {
			return err
		}
		after = e.Place
	}
	return nil
}

// behind returns the record after a place. If there is none, it returns a channel that is closed when a record is added.
func (m *Memory) behind(after uint64) (Entry, chan struct{}, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if after < m.cut {
		return Entry{}, nil, fmt.Errorf("%w: it begins behind %d, asked was behind %d", ErrCut, m.cut, after)
	}
	at := after - m.cut
	if at >= uint64(len(m.records)) {
		return Entry{}, m.grown, nil
	}
	e := m.records[at]
	e.Data, e.After = bytes.Clone(e.Data), uint64(len(m.records))-at-1
	return e, nil, nil
}

// End implements [Journal].
func (m *Memory) End(ctx context.Context) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cut + uint64(len(m.records)), ctx.Err()
}

// Size implements [Journal].
func (m *Memory) Size(ctx context.Context) (records, bytes uint64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.records {
		bytes += uint64(len(e.Data))
	}
	return uint64(len(m.records)), bytes, ctx.Err()
}

// Cut implements [Journal].
func (m *Memory) Cut(ctx context.Context, place uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := min(place, m.cut+uint64(len(m.records)))
	if n > m.cut {
		m.records, m.cut = m.records[n-m.cut:], n
	}
	return ctx.Err()
}
