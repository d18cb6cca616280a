package rocks

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/store"
	"asterism/models"
)

// Bind ties the store to the models whose vectors it holds: the first call notes them, a later one compares. hashes are
// those of the model files, zero for spaces without a model. The error wraps [store.ErrProfile]: vectors of different models
// cannot be compared with each other.
func (s *Store) Bind(ctx context.Context, profile string, hashes [models.Count][32]byte) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return err
	}
	want := modelSet{profile: profile, hashes: hashes}
	kept, err := s.bound()
	if errors.Is(err, errNoKey) && !s.readOnly {
		if err := s.d.put(famSystem, []byte(keyBinding), want.append(nil)); err != nil {
			return fmt.Errorf("note models of the store: %w", err)
		}
		return nil
	}
	if errors.Is(err, errNoKey) {
		return nil // opened for reading, and nothing was stored with any model
	}
	if err != nil {
		return fmt.Errorf("read models of the store: %w", err)
	}
	return kept.compare(&want, s.dir)
}

// bound returns what the store is tied to; errNoKey when it is not yet.
func (s *Store) bound() (m modelSet, err error) {
	return m, s.value(famSystem, []byte(keyBinding), m.read)
}

func (m *modelSet) compare(want *modelSet, dir string) error {
	const wayOut = "open it with --profile and --models as before, or give a new --data directory"
	for i := range m.hashes {
		if m.hashes[i] != want.hashes[i] {
			return fmt.Errorf("%w: %s has vectors of %v made by model %.6x (profile %s), the model given is %.6x (profile %s): %s",
				store.ErrProfile, dir, models.Space(i), m.hashes[i], m.profile, want.hashes[i], want.profile, wayOut)
		}
	}
	if m.profile != want.profile {
		return fmt.Errorf("%w: %s was written with profile %s, given is %s: %s", store.ErrProfile, dir, m.profile, want.profile, wayOut)
	}
	return nil
}
