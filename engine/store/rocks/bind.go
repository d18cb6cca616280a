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

// Bound is what [Store.Bind] tied a store to.
type Bound struct {
	Profile     string
	ModelHashes [models.Count][32]byte
}

// Differ returns the kept spaces whose models are others.
func (b *Bound) Differ(hashes [models.Count][32]byte) (out models.Set) {
	for _, s := range keptSpaces.Spaces() {
		if b.ModelHashes[s] != hashes[s] {
			out = out.With(s)
		}
	}
	return out
}

// Bound returns what the store is tied to; nil before the first Bind.
func (s *Store) Bound(ctx context.Context) (*Bound, error) {
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
	return &Bound{Profile: m.profile, ModelHashes: m.hashes}, ctx.Err()
}

func (m *modelSet) compare(want *modelSet, dir string) error {
	wayOut := fmt.Sprintf("embed it anew with `asterism reembed --profile %s` (and --models, if they are elsewhere), open it with --profile %s and --models as before, or give a new --data directory",
		want.profile, m.profile)
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
