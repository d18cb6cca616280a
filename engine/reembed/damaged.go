package reembed

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/unread"
)

// leaveOut gives memories whose texts are damaged new values that are all absent: nothing stands in for what cannot be embedded, and the others are not kept from their new models by them.
// Nothing else of these memories is touched. [Run.Finish] names them.
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
		if m == nil { // gone meanwhile, or its header is damaged: then it is not among those that are switched
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

// damaged are the memories whose header or text cannot be read, in the order of ids: those that earlier runs met are among them. It reads all texts.
func damaged(ctx context.Context, s store.Store) ([]store.Unread, error) {
	var lost unread.Found
	parts := store.Parts{Content: true, Unread: lost.Note}
	if err := s.Scan(ctx, store.Range{Deleted: true}, parts, func(*store.Memory) (bool, error) { return true, nil }); err != nil {
		return nil, fault.Storage("look for damaged memories", err)
	}
	return lost.All(), nil
}
