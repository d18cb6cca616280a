// Package passon answers: what happens to the memories that a memory replaced, when it is purged? It stays replaced: the memories that supersede the purged one then
// also supersede what it did.
//
// A softly forgotten memory needs none of this: its links still connect earlier memories with later ones ([asterism/engine/validity.Fact.Gone]), and nothing else is
// written, so that restoring it restores everything.
package passon

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/models"
)

// Store is the part of [store.Store] that passing on uses.
type Store interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Edges(ctx context.Context, id store.ID) (out, in []store.Edge, err error)
	Apply(ctx context.Context, cmds ...store.Command) error
}

// Config is the configuration for passing on.
type Config struct {
	Store  Store
	Spaces models.Set // in which memories are stored
	Most   int        // the greatest number that a memory may supersede
	Now    func() time.Time
	Turn   func(ctx context.Context, id store.ID) (release func(), err error) // on changing a memory
	Hold   func() (release func())                                            // prevents measurements meanwhile; nil: there are none
	Show   func(*store.Memory) error                                          // called with each written memory; nil: nothing caches it
	Mend   func(ctx context.Context, id store.ID) error                       // recomputes damaged parts of a memory whose turn is free; nil: not possible
	Log    *slog.Logger                                                       // gets warnings about left memories; may be nil
}

// Left holds memories that could not take over anything, since they are damaged and were not repaired, each with the reason.
type Left map[store.ID]error

// From makes the memories that supersede memory id, live or softly forgotten, also supersede what it does, each in one write. The caller must hold none of their turns; after it has
// the turn of id, it must check with [Config.Owed] whether a link was added meanwhile. Doing it twice has no further effect. A damaged memory is repaired first; if that fails it is
// returned as left, and the others are still written.
func (c *Config) From(ctx context.Context, id store.ID) (left Left, err error) {
	many, err := c.Store.Get(ctx, lenient, id)
	if err != nil {
		return nil, fault.Storage("read memory", err)
	}
	if many[0] == nil {
		return nil, nil
	}
	owed, left, err := c.owed(ctx, many[0], nil)
	if err != nil {
		return nil, err
	}
	for by, why := range left {
		c.warn(by, id, why)
	}
	for _, o := range owed {
		err := c.add(ctx, o)
		if !errors.Is(err, store.ErrDamaged) {
			if err != nil {
				return left, err
			}
			continue
		}
		if c.Mend != nil {
			if err = c.Mend(ctx, o.ID); err == nil {
				err = c.add(ctx, o)
			}
		}
		var known *fault.Error
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil || errors.As(err, &known) && known.Kind == fault.KindBusy: // it may succeed a moment later
			return left, err
		case left == nil:
			left = Left{}
		}
		left[o.ID] = err
		c.warn(o.ID, id, err)
	}
	return left, nil
}

// warn logs that a memory which supersedes another did not take over what that one superseded.
func (c *Config) warn(by, id store.ID, why error) {
	if c.Log != nil {
		c.Log.Warn("a damaged memory could not take over what the one superseded that it supersedes", "memory", by, "supersedes", id, "error", why, "what to do", fault.DamageHint)
	}
}

// lenient requests headers, and skips damaged ones.
var lenient = store.Parts{Unread: func(store.Unread) {}}

// Owed is a memory and what it still has to supersede.
type Owed struct {
	ID  store.ID
	Old []store.ID
}

// Owed returns the memories that supersede m but not everything that m does. It considers only existing memories, including forgotten ones, the limit of a memory, and no memories in
// left.
func (c *Config) Owed(ctx context.Context, m *store.Memory, left Left) (out []Owed, err error) {
	out, _, err = c.owed(ctx, m, left)
	return out, err
}

// owed also returns memories that supersede m and cannot be read: what these supersede is unknown.
func (c *Config) owed(ctx context.Context, m *store.Memory, left Left) (out []Owed, damaged Left, err error) {
	if len(m.Supersedes) == 0 {
		return nil, nil, nil
	}
	_, in, err := c.Store.Edges(ctx, m.ID)
	if err != nil {
		return nil, nil, fault.Storage("read what supersedes the memory", err)
	}
	var ids []store.ID
	for _, edge := range in {
		if edge.Kind == store.EdgeSupersedes && left[edge.Other] == nil {
			ids = append(ids, edge.Other)
		}
	}
	if len(ids) == 0 {
		return nil, nil, nil
	}
	old, err := c.Store.Get(ctx, lenient, m.Supersedes...)
	if err != nil {
		return nil, nil, fault.Storage("read superseded memories", err)
	}
	slices.SortStableFunc(old, func(a, b *store.Memory) int { return hidden(a) - hidden(b) }) // the live ones first, if there is not space for all
	above, err := c.Store.Get(ctx, store.Parts{Unread: func(u store.Unread) {
		if damaged == nil {
			damaged = Left{}
		}
		damaged[u.ID] = u.Err
	}}, ids...)
	if err != nil {
		return nil, nil, fault.Storage("read what supersedes the memory", err)
	}
	for _, by := range above {
		if by == nil {
			continue
		}
		o := Owed{ID: by.ID}
		for _, one := range old {
			if one != nil && !slices.Contains(by.Supersedes, one.ID) && len(by.Supersedes)+len(o.Old) < c.Most {
				o.Old = append(o.Old, one.ID)
			}
		}
		if len(o.Old) > 0 {
			out = append(out, o)
		}
	}
	return out, damaged, nil
}

// hidden is 1 for memories that are not live.
func hidden(m *store.Memory) int {
	if m == nil || !m.Deleted.IsZero() {
		return 1
	}
	return 0
}

// add writes the next version of a memory, which supersedes more. If any part of it is damaged nothing is written, and the error wraps
// [store.ErrDamaged].
func (c *Config) add(ctx context.Context, o Owed) error {
	release, err := c.Turn(ctx, o.ID)
	if err != nil {
		return err
	}
	defer release()
	if c.Hold != nil { // from reading its purpose vector until it is in the index
		defer c.Hold()()
	}
	many, err := c.Store.Get(ctx, store.Parts{Content: true, Spaces: c.Spaces}, o.ID)
	if err != nil {
		return fault.Storage("read what supersedes the memory", err)
	}
	m := many[0]
	if m == nil {
		return nil
	}
	all := slices.Clone(m.Supersedes)
	for _, id := range o.Old {
		if !slices.Contains(all, id) && len(all) < c.Most {
			all = append(all, id)
		}
	}
	if len(all) == len(m.Supersedes) {
		return nil
	}
	m.Supersedes, m.Version, m.Updated = all, m.Version+1, c.Now()
	if err := c.Store.Apply(ctx, store.Command{Op: store.OpRemember, ID: m.ID, Memory: m, At: m.Updated}); err != nil {
		return fault.Storage("store what supersedes the memory", err)
	}
	if c.Show == nil {
		return nil
	}
	return c.Show(m)
}
