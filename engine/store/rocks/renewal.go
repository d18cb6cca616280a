package rocks

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"asterism/engine/store"
)

// BeginRenewal implements [store.Renewer]. In a store that is bound to models the renewed spaces must be those whose models
// differ. First it clears what an earlier renewal left.
func (s *Store) BeginRenewal(ctx context.Context, r store.Renewal) error {
	if err := writable(s); err != nil {
		return err
	}
	return with{s, nil}.beginRenewal(ctx, r)
}

// beginRenewal records the renewal in one write with the operations of s.
func (s with) beginRenewal(ctx context.Context, r store.Renewal) error {
	if err := r.Check(); err != nil {
		return err
	}
	if err := s.ClearRenewal(ctx); err != nil {
		return fmt.Errorf("begin renewal: %w", err)
	}
	return s.changing(ctx, func() error {
		if now := s.d.layout.renewal.Load(); now != nil {
			return now.Renewal.Refuse(&r)
		}
		if err := s.checkRenewed(&r); err != nil {
			return err
		}
		next := &renewal{phase: gathering, Renewal: r}
		if err := s.d.apply(append(s.along, next.op())); err != nil {
			return fmt.Errorf("begin renewal: %w", err)
		}
		s.d.layout.renewal.Store(next)
		return nil
	})
}

// checkRenewed compares the spaces with those whose models differ from the store's.
func (s *Store) checkRenewed(r *store.Renewal) error {
	bound, err := s.bound()
	if errors.Is(err, errNoKey) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read models of the store: %w", err)
	}
	if want := bound.public().Differ(r.ModelHashes); want != r.Spaces {
		return fmt.Errorf("%w: the models of spaces %v differ, spaces %v are to be renewed", store.ErrBadRecord, want.Spaces(), r.Spaces.Spaces())
	}
	return nil
}

// changing calls fn while no command is being decided, so that each command sees the state before or after it.
func (s *Store) changing(ctx context.Context, fn func() error) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if s.readOnly {
		return errReadOnly
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.writer.deciding.Lock()
	defer s.writer.deciding.Unlock()
	return fn()
}

// Renewal implements [store.Renewer].
func (s *Store) Renewal(ctx context.Context) (*store.Renewal, error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	r := s.d.layout.activeRenewal()
	if r == nil {
		return nil, ctx.Err()
	}
	out := r.Renewal
	return &out, ctx.Err()
}

// Unrenewed implements [store.Renewer]. It reads every header after the id until it has found enough.
func (s *Store) Unrenewed(ctx context.Context, behind store.ID, limit int) ([]store.ID, error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := s.d.layout.activeRenewal()
	if r == nil {
		return nil, store.ErrNoRenewal
	}
	return s.unrenewed(ctx, r, behind, limit)
}

func (s *Store) unrenewed(ctx context.Context, r *renewal, behind store.ID, limit int) (out []store.ID, err error) {
	if r.Spaces == 0 || limit <= 0 {
		return nil, nil
	}
	err = s.eachWithRenewed(ctx, append(behind[:], 0), func(h *header, n *renewed) (bool, error) {
		if n == nil || n.version != h.Version {
			out = append(out, h.ID)
		}
		return len(out) < limit, nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for memories without new values: %w", err)
	}
	return out, nil
}

// errEnough ends a walk over headers early.
var errEnough = errors.New("no more headers are wanted")

// eachWithRenewed walks headers together with their renewed entries, both in the order of ids, over one snapshot. n is nil if there is none, or a damaged one, which must be written again.
// Damaged headers are left out: nothing can be written to their memories, and no reader finds these before or after.
func (s *Store) eachWithRenewed(ctx context.Context, from []byte, fn func(h *header, n *renewed) (more bool, err error)) error {
	v := s.d.scanSnapshot()
	defer v.close()
	c := v.cursor(famRenewed)
	defer c.close()
	there, visited := c.seek(from), 0
	without := store.Parts{Unread: func(store.Unread) {}}
	err := eachHeaderFrom(s, v, from, &without, func(h *header) error {
		if visited++; visited%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for there && bytes.Compare(c.key(), h.ID[:]) < 0 {
			there = c.next()
		}
		if err := c.err(); err != nil {
			return err
		}
		var found *renewed
		if there && bytes.Equal(c.key(), h.ID[:]) {
			n, err := parseRenewed(c.value())
			if err != nil && !errors.Is(err, store.ErrDamaged) {
				return inKey(famRenewed, h.ID[:], err)
			}
			if err == nil {
				found = &n
			}
		}
		more, err := fn(h, found)
		if err == nil && !more {
			err = errEnough
		}
		return err
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// AbandonRenewal implements [store.Renewer]. The new values stay in the files until [Store.ClearRenewal].
func (s *Store) AbandonRenewal(ctx context.Context) error {
	if err := writable(s); err != nil {
		return err
	}
	return with{s, nil}.abandonRenewal(ctx)
}

func (s with) abandonRenewal(ctx context.Context) error {
	return s.changing(ctx, func() error {
		r := s.d.layout.activeRenewal()
		if r == nil {
			return nil
		}
		next := &renewal{phase: clearing, Renewal: r.Renewal}
		if err := s.d.apply(append(s.along, next.op())); err != nil {
			return fmt.Errorf("abandon renewal: %w", err)
		}
		s.d.layout.renewal.Store(next)
		return nil
	})
}
