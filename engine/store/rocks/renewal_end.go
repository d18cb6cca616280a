package rocks

import (
	"context"
	"fmt"

	"asterism/engine/store"
)

// EndRenewal implements [store.Renewer]. One write stores which side is served, which models the store is bound to, and that headers must be
// rewritten; from then on the new values are served, whatever happens. Then every header is rewritten. This is idempotent, so opening the store after
// a crash completes it. EndRenewal is exclusive: it waits for the calls inside, and others wait for it.
func (s *Store) EndRenewal(ctx context.Context, entries ...store.Entry) error {
	if err := writable(s); err != nil {
		return err
	}
	return with{s, nil}.endRenewal(ctx, entries)
}

// endRenewal switches in one write with the entries and the operations of s.
func (s with) endRenewal(ctx context.Context, entries []store.Entry) error {
	extra, _, err := shelfOps(entries)
	if err != nil {
		return err
	}
	extra = append(extra, s.along...)
	if err := s.gate.enterExclusive(ctx); err != nil {
		return err
	}
	defer s.gate.leave()
	s.writer.deciding.Lock() // a cancelled call may still be running
	defer s.writer.deciding.Unlock()
	r := s.d.layout.activeRenewal()
	if r == nil {
		return store.ErrNoRenewal
	}
	missing, err := s.unrenewed(ctx, r, store.ID{}, 1)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		return store.LacksValues(missing[0])
	}
	return s.switchSides(r, extra)
}

// switchSides makes the inactive sides the active ones. If it fails half-way the store must be opened again, which
// completes it.
func (s *Store) switchSides(r *renewal, extra []op) error {
	set := r.modelSet()
	if _, err := s.models.number(set, s.d); err != nil {
		return err
	}
	second, next := s.d.layout.second^r.Spaces, &renewal{phase: settling, Renewal: r.Renewal}
	ops := append(extra, next.op(), sidesOp(second), op{famSystem, []byte(keyBinding), set.append(nil)})
	atRenewal("switching")
	err := s.d.apply(ops)
	if err != nil {
		err = fmt.Errorf("switch to the new values: %w: %w", store.ErrUnknown, err)
	} else {
		atRenewal("switched")
		s.d.layout.second = second
		s.d.layout.renewal.Store(next)
		err = s.rewriteHeaders(next)
	}
	if err != nil { // otherwise a memory stored now would never be rewritten
		s.gate.fail(fmt.Errorf("the store must be opened again: %w", err))
	}
	return err
}

// rewriteBatch is the number of headers in one write of rewriteHeaders.
const rewriteBatch = 4096

// rewriteHeaders updates every header to the new values. It is idempotent.
func (s *Store) rewriteHeaders(r *renewal) error {
	number, err := s.models.number(r.modelSet(), s.d)
	if err != nil {
		return err
	}
	var ops []op
	err = s.eachWithRenewed(context.Background(), nil, func(h *header, n *renewed) (bool, error) {
		if err := h.applyRenewal(r, n, number); err != nil {
			return false, inKey(famMemories, h.ID[:], err)
		}
		ops = append(ops, op{famMemories, h.ID[:], appendHeader(nil, h)})
		if len(ops) < rewriteBatch {
			return true, nil
		}
		err := s.d.apply(ops)
		ops = nil
		atRenewal("settling")
		return true, err
	})
	if err != nil {
		return fmt.Errorf("settle memories in their new values, the next opening goes on: %w", err)
	}
	next := &renewal{phase: clearing, Renewal: r.Renewal}
	if err := s.d.apply(append(ops, next.op())); err != nil {
		return fmt.Errorf("settle memories in their new values, the next opening goes on: %w", err)
	}
	s.d.layout.renewal.Store(next)
	atRenewal("settled")
	return nil
}

func (h *header) applyRenewal(r *renewal, n *renewed, number uint32) error {
	if r.Spaces == 0 {
		n = &renewed{version: h.Version}
	}
	if n == nil || n.version != h.Version {
		return fmt.Errorf("%w: it has no new values of version %d", store.ErrDamaged, h.Version)
	}
	r.Settle(&h.Memory, &store.Renewed{Tokens: n.tokens})
	h.spaces = h.spaces.Without(r.Spaces) | n.spaces
	h.modelSet = number
	return nil
}

// atRenewal is called at the points where a renewal can be interrupted; tests stop it there.
var atRenewal = func(string) {}
