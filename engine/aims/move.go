package aims

import (
	"bytes"
	"context"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
)

// Move makes what belongs to a namespace another's, after its memories: goals, their checks, what was measured, the weights of spaces, and what takes corrections back. It writes further entries
// with it, all or nothing, and has the memories aligned. What into has of its own stays.
func (s *Service) Move(ctx context.Context, from, into string, with ...store.Entry) (goals int, err error) {
	if err := s.history.Move(ctx, from, into, CentroidID(from), CentroidID(into)); err != nil { // before the rest, which ends the move: until then it is done again; and before the locks, which a correction takes inside the history
		return 0, fault.Storage("move the drift history of a namespace", err)
	}
	s.setting.Lock()
	defer s.setting.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	before, there := s.trees[from].All(), s.trees[into].All()
	if len(before) > 0 && len(there) > 0 {
		return 0, fault.Invalid("namespaces %s and %s both have goals", "remove those of one", from, into)
	}
	entries := with
	var moved []purpose.Aim
	for _, t := range before {
		aim := t.Aim
		aim.Namespace = into
		moved = append(moved, aim)
		entries = append(entries, store.Entry{Shelf: store.ShelfGoals, Key: goalKey(from, t.ID)}, store.Entry{Shelf: store.ShelfGoals, Key: goalKey(into, t.ID), Value: purpose.Append(nil, &aim)})
	}
	tree, err := purpose.Grow(moved)
	if err != nil {
		return 0, &fault.Error{Kind: fault.KindInternal, Message: "move goals", Err: err}
	}
	others, err := s.moveState(ctx, from, into)
	if err != nil {
		return 0, err
	}
	told, err := s.moveGoalLog(ctx, from, into)
	if err != nil {
		return 0, err
	}
	others = append(others, told...)
	total, err := s.store.Live(ctx, into)
	if err != nil {
		return 0, fault.Storage("count memories", err)
	}
	old, pass := alignPass{namespace: from}, &alignPass{namespace: into, total: total}
	entries = append(append(entries, others...), old.finished(), pass.entry())
	if err := s.store.Put(ctx, entries...); err != nil {
		return 0, fault.Storage("move the goals of a namespace", err)
	}
	if delete(s.trees, from); tree != nil {
		s.trees[into] = tree
	}
	s.setPass(from, nil)
	s.setPass(into, pass)
	s.loop.Kick()
	return len(moved), nil
}

// moveState are the entries that move the weights of spaces, the checks and what takes corrections back.
func (s *Service) moveState(ctx context.Context, from, into string) (out []store.Entry, err error) {
	move := func(old, key []byte) func(value []byte) error {
		return func(value []byte) error {
			out = append(out, store.Entry{Shelf: store.ShelfState, Key: old})
			_, taken, err := s.store.Read(ctx, store.ShelfState, key)
			if err == nil && !taken {
				out = append(out, store.Entry{Shelf: store.ShelfState, Key: key, Value: value})
			}
			return err
		}
	}
	value, ok, err := s.store.Read(ctx, store.ShelfState, weightsKey(from))
	if err == nil && ok {
		err = move(weightsKey(from), weightsKey(into))(value)
	}
	if err != nil {
		return nil, fault.Storage("read weights of spaces", err)
	}
	prefix := []byte(checkPrefix + from + "\x00")
	end := bytes.Clone(prefix)
	end[len(end)-1]++
	err = s.store.Walk(ctx, store.ShelfState, prefix, end, false, func(key, value []byte) (bool, error) {
		to := append([]byte(checkPrefix+into+"\x00"), key[len(prefix):]...)
		return true, move(bytes.Clone(key), to)(bytes.Clone(value))
	})
	if err != nil {
		return nil, fault.Storage("read the checks of goals", err)
	}
	low := undoKey(store.ID{})[:len("correction\x00")]
	end = bytes.Clone(low)
	end[len(end)-1]++
	err = s.store.Walk(ctx, store.ShelfUndo, low, end, false, func(key, value []byte) (bool, error) {
		u, err := drift.ParseUndo(bytes.Clone(value))
		if err != nil || u.Namespace != from {
			return true, err
		}
		u.Namespace = into
		out = append(out, store.Entry{Shelf: store.ShelfUndo, Key: bytes.Clone(key), Value: u.Encode()})
		return true, nil
	})
	return out, fault.Storage("read what takes corrections back", err)
}
