package dream

import (
	"context"
	"errors"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// Hold keeps a namespace from dreaming until leave is called; while it dreams the error is KindBusy.
func (s *Service) Hold(namespace string) (leave func(), err error) { return s.running.enter(namespace) }

// Moving are the entries that make the dreams of a namespace another's, so that they can be taken back there. The newer of the last dreams of both stays as into's last one.
func (s *Service) Moving(ctx context.Context, from, into string) (out []store.Entry, err error) {
	if out, err = s.movingLast(ctx, from, into); err != nil {
		return nil, err
	}
	met, err := s.movingMet(ctx, from, into)
	if err != nil {
		return nil, err
	}
	out = append(out, met...)
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

// movingLast are the entries by which into keeps when it or from dreamed last. All memories of from have new versions, so what its dream saw is due again, and so are its near copies.
func (s *Service) movingLast(ctx context.Context, from, into string) ([]store.Entry, error) {
	var last [2]*Last
	for i, namespace := range []string{from, into} {
		var err error
		if last[i], err = s.lastDream(ctx, namespace); err != nil && !errors.Is(err, store.ErrDamaged) { // a damaged one tells no time, and keeps no memory from its name
			return nil, err
		}
	}
	out := []store.Entry{{Shelf: store.ShelfState, Key: LastKey(from)}}
	if old := last[0]; old != nil && (last[1] == nil || old.Ended.After(last[1].Ended)) {
		old.Seen, old.NearCopies = 0, -1
		out = append(out, old.Entry(into))
	}
	return out, nil
}
