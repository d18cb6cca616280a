package rocks

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"asterism/engine/store"
	"asterism/models"
)

// Bind implements [store.Models]. A store that was opened read-only and has no models yet accepts any.
func (s *Store) Bind(ctx context.Context, profile string, hashes [models.Count][32]byte) error {
	return with{s, nil}.bind(ctx, &modelSet{profile: profile, hashes: hashes})
}

// bind stores the models, if there are none yet, in one write with the operations of s.
func (s with) bind(ctx context.Context, want *modelSet) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return err
	}
	kept, err := s.bound()
	if errors.Is(err, errNoKey) && s.follows && len(s.along) == 0 {
		return errFollows
	}
	if errors.Is(err, errNoKey) && !s.readOnly {
		if err := s.d.apply(append(s.along, op{famSystem, []byte(keyBinding), want.append(nil)})); err != nil {
			return fmt.Errorf("note models of the store: %w", err)
		}
		return nil
	}
	if errors.Is(err, errNoKey) {
		return nil // opened read-only, and nothing was stored with any model
	}
	if err != nil {
		return fmt.Errorf("read models of the store: %w", err)
	}
	dir, err := filepath.Abs(s.dir)
	if err != nil {
		dir = s.dir
	}
	return kept.public().Compare(want.public(), dir)
}

// bound returns the models of the store; errNoKey if there are none yet.
func (s *Store) bound() (m modelSet, err error) {
	return m, s.value(famSystem, []byte(keyBinding), m.read)
}

// Bound implements [store.Models].
func (s *Store) Bound(ctx context.Context) (*store.Bound, error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	m, err := s.bound()
	if errors.Is(err, errNoKey) {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("read models of the store: %w", err)
	}
	return m.public(), ctx.Err()
}

func (m modelSet) public() *store.Bound {
	return &store.Bound{Profile: m.profile, ModelHashes: m.hashes}
}
