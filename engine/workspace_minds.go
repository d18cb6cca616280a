package engine

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"

	"asterism/engine/background"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// maxMinds bounds the workspaces of an engine. When there is one more, the one longest silent is given up.
const maxMinds = 64

// minds are the workspaces. Only their goroutine touches what is in the second part, so that nothing there needs a lock.
type minds struct {
	loop  *background.Loop
	queue mindQueue

	listening sync.Mutex
	listeners []*func(workspace.Entry)

	known  bool // those that were saved have been looked for
	open   map[mindKey]*mind
	order  []mindKey // longest silent first
	cohort cohortPart
}

// mind is one workspace, or what was saved of it until it is needed.
type mind struct {
	*workspace.Workspace
	saved   *workspace.Saved
	changed bool // since it was written down
}

// mindPrefix begins the keys of workspaces on the shelf of state; namespace, NUL and session follow. Neither name holds a NUL.
const mindPrefix = "workspace\x00"

func (k mindKey) shelf() []byte { return []byte(mindPrefix + k.namespace + "\x00" + k.session) }

func parseMindKey(b []byte) (k mindKey, ok bool) {
	rest, ok := bytes.CutPrefix(b, []byte(mindPrefix))
	if !ok {
		return k, false
	}
	namespace, session, ok := bytes.Cut(rest, []byte{0})
	return mindKey{string(namespace), string(session)}, ok && !bytes.Contains(session, []byte{0})
}

// mind returns a workspace, from memory or as it was saved. keep makes one that is not there, because something is about to be put
// into it; a question does not, and gets an empty one that nobody holds on to.
func (e *Engine) mind(ctx context.Context, key mindKey, keep bool) (*mind, error) {
	if err := e.knowMinds(ctx); err != nil {
		return nil, err
	}
	m := e.minds.open[key]
	if m == nil {
		m = &mind{Workspace: workspace.New(key.namespace, key.session, e.cfg.Workspace)}
		if !keep {
			return m, nil
		}
		e.giveUpMinds(ctx, maxMinds-1)
		e.minds.open[key] = m
		e.minds.order = append(e.minds.order, key)
	}
	if m.saved != nil {
		if err := e.restoreMind(ctx, key, m); err != nil {
			return nil, err
		}
	}
	if keep {
		i := slices.Index(e.minds.order, key)
		e.minds.order = append(slices.Delete(e.minds.order, i, i+1), key)
	}
	return m, nil
}

// knowMinds reads, once, which workspaces were saved. One that cannot be read is left where it is until its session is active again.
func (e *Engine) knowMinds(ctx context.Context) error {
	if e.minds.known {
		return nil
	}
	open, active := map[mindKey]*mind{}, map[mindKey]time.Time{}
	end := []byte(mindPrefix)
	end[len(end)-1]++
	err := e.shelves().Walk(ctx, store.ShelfState, []byte(mindPrefix), end, false, func(k, v []byte) (bool, error) {
		key, ok := parseMindKey(k)
		saved, err := workspace.ReadSaved(v)
		if !ok || err != nil {
			e.log.Warn("a saved workspace cannot be read, it starts empty", "key", string(k), "error", err)
			return true, nil
		}
		open[key], active[key] = &mind{saved: saved}, saved.Active
		return true, nil
	})
	if err != nil {
		return fault.Storage("read saved workspaces", err)
	}
	e.minds.open = open
	for key := range open {
		e.minds.order = append(e.minds.order, key)
	}
	slices.SortFunc(e.minds.order, func(a, b mindKey) int {
		if c := active[a].Compare(active[b]); c != 0 {
			return c
		}
		return bytes.Compare(a.shelf(), b.shelf())
	})
	e.minds.known = true
	e.giveUpMinds(ctx, maxMinds)
	return nil
}

// giveUpMinds leaves at most so many workspaces.
func (e *Engine) giveUpMinds(ctx context.Context, most int) {
	for len(e.minds.order) > most {
		key := e.minds.order[0]
		e.minds.order = e.minds.order[1:]
		delete(e.minds.open, key)
		if err := e.shelves().Put(ctx, store.Entry{Shelf: store.ShelfState, Key: key.shelf()}); err != nil {
			e.log.Warn("remove a workspace that was given up, the next start does", "namespace", key.namespace, "session", key.session, "error", err)
		}
	}
}

// restoreMind reads the members of a saved workspace. Those that were forgotten meanwhile, or moved, are not in it any more.
func (e *Engine) restoreMind(ctx context.Context, key mindKey, m *mind) error {
	ids := make([]store.ID, len(m.saved.Members))
	for i, s := range m.saved.Members {
		ids[i] = s.ID
	}
	living, err := e.living(ctx, key, store.Parts{Spaces: stored}, ids)
	if err != nil {
		return err
	}
	m.Workspace = workspace.Restore(key.namespace, key.session, e.cfg.Workspace, m.saved, func(id store.ID) (workspace.Thought, bool) {
		if memory := living[id]; memory != nil {
			return thoughtOf(memory), true
		}
		return workspace.Thought{}, false
	})
	m.saved = nil
	return nil
}

// saveMind writes a workspace down.
func (e *Engine) saveMind(ctx context.Context, key mindKey, m *mind) error {
	b, err := m.Save()
	if err != nil {
		return &Error{Kind: KindInternal, Message: "save workspace", Err: err}
	}
	if err := e.shelves().Put(ctx, store.Entry{Shelf: store.ShelfState, Key: key.shelf(), Value: b}); err != nil {
		return fault.Storage("save workspace", err)
	}
	m.changed = false
	return nil
}

// saveMinds writes down what was changed since: a look at a memory that did not enter is not worth a write of its own.
func (e *Engine) saveMinds(ctx context.Context) {
	for _, key := range e.minds.order {
		if m := e.minds.open[key]; m.changed {
			if err := e.saveMind(ctx, key, m); err != nil {
				e.log.Warn("workspace not saved, it comes back as it was at its last entry", "namespace", key.namespace, "session", key.session, "error", err)
			}
		}
	}
}
