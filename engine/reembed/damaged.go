package reembed

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/unread"
)

// leaveOut stores absent values for memories whose texts are damaged: what cannot be embedded gets no substitute, and does not keep the other memories from their new models. It changes
// nothing else of these memories. [Run.Finish] names them.
func (r *Run) leaveOut(ctx context.Context, s store.Store, ids []store.ID) error {
	if len(ids) == 0 {
		return nil
	}
	heads, err := s.Get(ctx, store.Parts{Unread: func(store.Unread) {}}, ids...)
	if err != nil {
		return fault.Storage("read memories to embed again", err)
	}
	var cmds []store.Command
	for _, m := range heads {
		if m == nil { // gone meanwhile, or its header is damaged: then it is not switched
			continue
		}
		r.log.Warn("a memory is damaged in the store and gets no values of the new models", "memory", m.ID)
		cmds = append(cmds, store.Command{Op: store.OpRenew, ID: m.ID, Version: m.Version, Renewed: &store.Renewed{}})
	}
	if len(cmds) == 0 {
		return nil
	}
	return fault.Storage("leave damaged memories without new values", s.Apply(ctx, cmds...))
}

// damaged returns the memories whose header or text cannot be read, in the order of ids, including those that earlier runs found. It reads all texts.
func damaged(ctx context.Context, s store.Store) ([]store.Unread, error) {
	var lost unread.Found
	parts := store.Parts{Content: true, Unread: lost.Note}
	if err := s.Scan(ctx, store.Range{Deleted: true}, parts, func(*store.Memory) (bool, error) { return true, nil }); err != nil {
		return nil, fault.Storage("look for damaged memories", err)
	}
	return lost.All(), nil
}
