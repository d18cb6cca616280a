// Package passon answers: what becomes of what a memory has replaced, when that memory goes for good? It stays replaced: those that supersede the memory supersede from
// then on what it did.
//
// A memory that is forgotten softly needs none of this: what it said still binds those before it to those after it ([asterism/engine/validity.Fact.Gone]), and nothing else
// is written, so that restoring it leaves all as it was.
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

// Store is what is needed of a store; see [store.Store].
type Store interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Edges(ctx context.Context, id store.ID) (out, in []store.Edge, err error)
	Apply(ctx context.Context, cmds ...store.Command) error
}

// Config is what passing on works with.
type Config struct {
	Store  Store
	Spaces models.Set // that memories are stored in
	Most   int        // how many a memory may supersede
	Now    func() time.Time
	Turn   func(ctx context.Context, id store.ID) (release func(), err error) // on changing a memory
	Hold   func() (release func())                                            // keeps others from measuring anything meanwhile; nil: there are no others
	Show   func(*store.Memory) error                                          // is told of what was written; nil: nobody holds anything of it
	Mend   func(ctx context.Context, id store.ID) error                       // computes anew what is damaged of a memory, whose turn nobody has; nil: nobody can
	Log    *slog.Logger                                                       // is told of what is left; nil: nobody reads it
}

// Left are memories that could not take over anything, since they are damaged and were not mended, each with why.
type Left map[store.ID]error

// From has those that supersede memory id, live or forgotten softly, supersede also what it does, each in one write. The caller holds the turn of none of
// them; once it has that of id, it asks [Config.Owed] whether something was added meanwhile. Done twice it is as done once. One that is damaged is mended first; where that fails it is
// left, and the others are written all the same.
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
		case ctx.Err() != nil || errors.As(err, &known) && known.Kind == fault.KindBusy: // it may go well in a moment
			return left, err
		case left == nil:
			left = Left{}
		}
		left[o.ID] = err
		c.warn(o.ID, id, err)
	}
	return left, nil
}

// warn says that a memory which supersedes another did not take over what that one superseded.
func (c *Config) warn(by, id store.ID, why error) {
	if c.Log != nil {
		c.Log.Warn("a damaged memory could not take over what the one superseded that it supersedes", "memory", by, "supersedes", id, "error", why, "what to do", fault.DamageHint)
	}
}

// lenient are headers, without those that are damaged.
var lenient = store.Parts{Unread: func(store.Unread) {}}

// Owed is a memory and what it is still to supersede.
type Owed struct {
	ID  store.ID
	Old []store.ID
}

// Owed are the memories that supersede m and do not yet supersede all that it does, as far as that is there, be it forgotten, and they have room for it; but for those that are left.
func (c *Config) Owed(ctx context.Context, m *store.Memory, left Left) (out []Owed, err error) {
	out, _, err = c.owed(ctx, m, left)
	return out, err
}

// owed returns also those that supersede m and cannot be read: nobody can tell what these supersede.
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
	slices.SortStableFunc(old, func(a, b *store.Memory) int { return hidden(a) - hidden(b) }) // the live ones first, where there is not room for all
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

// hidden is 1 for what is not live.
func hidden(m *store.Memory) int {
	if m == nil || !m.Deleted.IsZero() {
		return 1
	}
	return 0
}

// add writes the next version of a memory, which supersedes more. Where anything of it is damaged nothing is written: the error wraps [store.ErrDamaged].
func (c *Config) add(ctx context.Context, o Owed) error {
	release, err := c.Turn(ctx, o.ID)
	if err != nil {
		return err
	}
	defer release()
	if c.Hold != nil { // from reading its purpose vector to having it in the index
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
