package store

import (
	"bytes"
	"context"
	"maps"
	"slices"
)

// renewed are new values and the version that they belong to.
type renewed struct {
	version uint64
	values  *Renewed
}

// renew stores a copy of the command's values.
func (k *state) renew(c *Command) error {
	if err := k.renewal.Allow(c.Renewed); err != nil {
		return err
	}
	record := (&Memory{Record: c.Renewed.Record}).Clone(everything).Record
	k.renewed[c.ID] = renewed{c.Version, &Renewed{Tokens: c.Renewed.Tokens, Record: record}}
	return nil
}

// BeginRenewal implements [Renewer].
func (s *InMemory) BeginRenewal(ctx context.Context, r Renewal) error {
	if err := r.Check(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if err := s.renewal.Refuse(&r); err != nil {
		return err
	}
	s.renewal = &r
	return nil
}

// Renewal implements [Renewer].
func (s *InMemory) Renewal(ctx context.Context) (*Renewal, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil || s.renewal == nil {
		return nil, err
	}
	out := *s.renewal
	return &out, nil
}

// Unrenewed implements [Renewer].
func (s *InMemory) Unrenewed(ctx context.Context, behind ID, limit int) ([]ID, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	if s.renewal == nil {
		return nil, ErrNoRenewal
	}
	return s.unrenewed(behind, limit), nil
}

func (k *state) unrenewed(behind ID, limit int) (out []ID) {
	if k.renewal.Spaces == 0 {
		return nil
	}
	all := slices.SortedFunc(maps.Keys(k.all), func(a, b ID) int { return bytes.Compare(a[:], b[:]) })
	for _, id := range all {
		n, ok := k.renewed[id]
		if bytes.Compare(id[:], behind[:]) > 0 && len(out) < limit && (!ok || n.version != k.all[id].Version) {
			out = append(out, id)
		}
	}
	return out
}

// EndRenewal implements [Renewer].
func (s *InMemory) EndRenewal(ctx context.Context, entries ...Entry) error {
	for i := range entries {
		if err := entries[i].Check(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if s.renewal == nil {
		return ErrNoRenewal
	}
	if missing := s.unrenewed(ID{}, 1); len(missing) > 0 {
		return LacksValues(missing[0])
	}
	all := make(map[ID]*Memory, len(s.all))
	for id, m := range s.all {
		all[id] = s.settled(m)
	}
	s.all = all
	s.bound = &Bound{Profile: s.renewal.Profile, ModelHashes: s.renewal.ModelHashes}
	s.dropRenewal()
	s.put(entries)
	return nil
}

// settled returns the memory as it is after the renewal.
func (k *state) settled(m *Memory) *Memory {
	out := m.Clone(everything)
	n := k.renewed[m.ID].values
	if n == nil { // no space is renewed
		n = &Renewed{}
	}
	k.renewal.Settle(out, n)
	for _, s := range k.renewal.Spaces.Spaces() {
		out.Record[s] = n.Record[s]
	}
	return out
}

func (k *state) dropRenewal() { k.renewal, k.renewed = nil, map[ID]renewed{} }

// AbandonRenewal implements [Renewer].
func (s *InMemory) AbandonRenewal(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	s.dropRenewal()
	return nil
}
