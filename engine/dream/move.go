package dream

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// Hold keeps a namespace from dreaming until leave is called; while it dreams the error is KindBusy.
func (s *Service) Hold(namespace string) (leave func(), err error) { return s.running.enter(namespace) }

// Moving are the entries that make the dreams of a namespace another's, so that they can be taken back there. Its last one counts no more: all memories have new versions.
func (s *Service) Moving(ctx context.Context, from, into string) (out []store.Entry, err error) {
	out = []store.Entry{{Shelf: store.ShelfState, Key: LastKey(from)}}
	err = s.Each(ctx, func(key []byte, r *Record) (bool, error) {
		if r.Namespace != from {
			return true, nil
		}
		r.Namespace = into
		b, err := r.Encode()
		out = append(out, store.Entry{Shelf: store.ShelfUndo, Key: slices.Clone(key), Value: b})
		return true, err
	})
	return out, fault.Storage("read dreams", err)
}
