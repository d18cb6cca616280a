package workspace

import (
	"bytes"
	"context"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// ShelfPrefix starts the keys of workspaces on the shelf of state; namespace, NUL and session follow. Neither name contains a
// NUL.
const ShelfPrefix = "workspace\x00"

func (k Key) shelf() []byte { return []byte(ShelfPrefix + k.Namespace + "\x00" + k.Session) }

func parseKey(b []byte) (k Key, ok bool) {
	rest, ok := bytes.CutPrefix(b, []byte(ShelfPrefix))
	if !ok {
		return k, false
	}
	namespace, session, ok := bytes.Cut(rest, []byte{0})
	return Key{string(namespace), string(session)}, ok && !bytes.Contains(session, []byte{0})
}

// loadSaved lists, once, which workspaces were saved. One that cannot be read stays in the store until its session is
// active again.
func (ms *Minds) loadSaved(ctx context.Context) error {
	if ms.known {
		return nil
	}
	open, active := map[Key]*mind{}, map[Key]time.Time{}
	end := []byte(ShelfPrefix)
	end[len(end)-1]++
	err := ms.store.Walk(ctx, store.ShelfState, []byte(ShelfPrefix), end, false, func(k, v []byte) (bool, error) {
		key, ok := parseKey(k)
		saved, err := ReadSaved(v)
		if !ok || err != nil {
			ms.log.Warn("a saved workspace cannot be read, it starts empty", "key", string(k), "error", err)
			return true, nil
		}
		open[key], active[key] = &mind{saved: saved}, saved.Active
		return true, nil
	})
	if err != nil {
		return fault.Storage("read saved workspaces", err)
	}
	ms.open = open
	for key := range open {
		ms.order = append(ms.order, key)
	}
	slices.SortFunc(ms.order, func(a, b Key) int {
		if c := active[a].Compare(active[b]); c != 0 {
			return c
		}
		return bytes.Compare(a.shelf(), b.shelf())
	})
	ms.known = true
	ms.dropOldest(ctx, MaxMinds)
	return nil
}

// dropOldest keeps at most most workspaces.
func (ms *Minds) dropOldest(ctx context.Context, most int) {
	for len(ms.order) > most {
		key := ms.order[0]
		ms.order = ms.order[1:]
		delete(ms.open, key)
		if err := ms.store.Put(ctx, store.Entry{Shelf: store.ShelfState, Key: key.shelf()}, store.Entry{Shelf: store.ShelfState, Key: key.log()}); err != nil {
			ms.log.Warn("remove a workspace that was given up, the next start does", "namespace", key.Namespace, "session", key.Session, "error", err)
		}
	}
}

// restore reads the members of a saved workspace. Those that were forgotten or moved meanwhile are left out.
func (ms *Minds) restore(ctx context.Context, key Key, m *mind) error {
	ids := make([]store.ID, len(m.saved.Members))
	for i, s := range m.saved.Members {
		ids[i] = s.ID
	}
	living, err := ms.living(ctx, key, store.Parts{Spaces: ms.spaces}, ids)
	if err != nil {
		return err
	}
	m.Workspace = Restore(key.Namespace, key.Session, ms.options, m.saved, func(id store.ID) (Thought, bool) {
		if memory := living[id]; memory != nil {
			return thoughtOf(memory), true
		}
		return Thought{}, false
	})
	m.saved = nil
	return nil
}

// save stores a workspace.
func (ms *Minds) save(ctx context.Context, key Key, m *mind) error {
	b, err := m.Save()
	if err != nil {
		return &fault.Error{Kind: fault.KindInternal, Message: "save workspace", Err: err}
	}
	events, err := ms.note(ctx, key, m)
	if err != nil {
		return err
	}
	if err := ms.store.Put(ctx, append([]store.Entry{{Shelf: store.ShelfState, Key: key.shelf(), Value: b}}, events...)...); err != nil {
		return fault.Storage("save workspace", err)
	}
	m.changed = false
	return nil
}

// saveAll stores the changed workspaces: a memory that did not enter is not worth a separate write.
func (ms *Minds) saveAll(ctx context.Context) {
	for _, key := range ms.order {
		if m := ms.open[key]; m.changed {
			if err := ms.save(ctx, key, m); err != nil {
				ms.log.Warn("workspace not saved, it comes back as it was at its last entry", "namespace", key.Namespace, "session", key.Session, "error", err)
			}
		}
	}
}
