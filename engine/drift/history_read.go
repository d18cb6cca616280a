package drift

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Page is the newest part of a history from some time on.
type Page struct {
	Entries []Entry   // oldest first, without deltas
	Total   int       // number of entries from that time on
	Before  int       // number of entries before it
	Newest  time.Time // of the newest entry before it; zero if there is none
	Oldest  time.Time // of the oldest entry before it; zero if there is none
}

// Newest returns the newest entries of a reference that were recorded at from or later (zero: ever), at most n of them. It
// reads only these and a few more.
func (h *History) Newest(ctx context.Context, reference uuid.UUID, from time.Time, n int) (*Page, error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	out := &Page{}
	if err := h.newest(ctx, reference, at(from), n, out); err != nil {
		return nil, err
	}
	m, err := h.mark(ctx, reference)
	if err != nil {
		return nil, err
	}
	if out.Total, err = h.count(ctx, reference, m, at(from)); err != nil || from.IsZero() {
		return out, err
	}
	if out.Before, err = h.count(ctx, reference, m, first); err != nil {
		return nil, err
	}
	if out.Before -= out.Total; out.Before > 0 {
		err = h.outside(ctx, reference, at(from), out)
	}
	return out, err
}

func (h *History) newest(ctx context.Context, reference uuid.UUID, from position, n int, out *Page) error {
	err := h.walk(ctx, reference, from, true, func(_ position, value []byte) (bool, error) {
		r, err := decode(value, reference)
		if err != nil {
			return false, err
		}
		out.Entries = append(out.Entries, Entry{Measurement: r.Measurement})
		return len(out.Entries) < n, nil
	})
	slices.Reverse(out.Entries)
	return err
}

// count is the number of entries from a place on: the difference of the last and the first ordinal, minus the entries that
// were thinned between them.
func (h *History) count(ctx context.Context, reference uuid.UUID, m mark, from position) (int, error) {
	var lowest, highest position
	var goneBefore uint64
	err := h.walk(ctx, reference, from, false, func(p position, value []byte) (bool, error) {
		lowest, goneBefore = p, m.gone
		if p.before(m.until) {
			r, err := decode(value, reference)
			if err != nil {
				return false, err
			}
			goneBefore = r.gone
		}
		return false, nil
	})
	if err != nil || lowest.ordinal == 0 {
		return 0, err
	}
	err = h.walk(ctx, reference, from, true, func(p position, _ []byte) (bool, error) {
		highest = p
		return false, nil
	})
	return int(highest.ordinal - lowest.ordinal + 1 - (m.gone - goneBefore)), err
}

// outside reads the times of the oldest and the newest entry before a place.
func (h *History) outside(ctx context.Context, reference uuid.UUID, to position, out *Page) error {
	read := func(into *time.Time) func(position, []byte) (bool, error) {
		return func(_ position, value []byte) (bool, error) {
			r, err := decode(value, reference)
			*into = r.At
			return false, err
		}
	}
	if err := h.walk(ctx, reference, first, false, read(&out.Oldest)); err != nil {
		return err
	}
	return h.walkBack(ctx, reference, to, read(&out.Newest))
}
