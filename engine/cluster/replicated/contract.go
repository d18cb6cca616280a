package replicated

import (
	"context"

	"asterism/engine/store"
	"asterism/models"
)

// These are the parts of the contract that write. The embedded interfaces read from the local store.
type (
	memories struct {
		store.Memories
		s *Store
	}
	shelves struct {
		store.Shelves
		s *Store
	}
	renewer struct {
		store.Renewer
		s *Store
	}
	bound struct {
		store.Models
		s *Store
	}
	upkeep struct {
		store.Upkeep
		s *Store
	}
)

// Apply implements [store.Memories].
func (m memories) Apply(ctx context.Context, cmds ...store.Command) error {
	for i := range cmds {
		if err := cmds[i].Check(); err != nil {
			return err
		}
	}
	if len(cmds) == 0 {
		return ctx.Err()
	}
	return m.s.write(ctx, &store.Write{Commands: cmds})
}

// Put implements [store.Shelves].
func (h shelves) Put(ctx context.Context, entries ...store.Entry) error {
	for i := range entries {
		if err := entries[i].Check(); err != nil {
			return err
		}
	}
	if len(entries) == 0 {
		return ctx.Err()
	}
	return h.s.write(ctx, &store.Write{Entries: entries})
}

// Bind implements [store.Models]. It compares models that are bound already, so that a follower can do that too.
func (b bound) Bind(ctx context.Context, profile string, hashes [models.Count][32]byte) error {
	want := &store.Bound{Profile: profile, ModelHashes: hashes}
	now, err := b.Bound(ctx)
	if err != nil {
		return err
	}
	if now != nil {
		return now.Compare(want, "the shard")
	}
	return b.s.write(ctx, &store.Write{Bind: want})
}

// BeginRenewal implements [store.Renewer].
func (r renewer) BeginRenewal(ctx context.Context, n store.Renewal) error {
	if err := n.Check(); err != nil {
		return err
	}
	if err := r.ClearRenewal(ctx); err != nil { // otherwise the step would do it, and wait for readers while no other write can run
		return err
	}
	return r.s.write(ctx, &store.Write{Begin: &n})
}

// EndRenewal implements [store.Renewer].
func (r renewer) EndRenewal(ctx context.Context, entries ...store.Entry) error {
	for i := range entries {
		if err := entries[i].Check(); err != nil {
			return err
		}
	}
	return r.s.write(ctx, &store.Write{End: &store.RenewalDone{Entries: entries}})
}

// AbandonRenewal implements [store.Renewer].
func (r renewer) AbandonRenewal(ctx context.Context) error {
	if now, err := r.Renewal(ctx); err != nil || now == nil {
		return err
	}
	return r.s.write(ctx, &store.Write{Abandon: true})
}

// Identity implements [store.Upkeep]. It is the same on every machine.
func (u upkeep) Identity() ([]byte, error) { return u.s.cfg.Identity, nil }
