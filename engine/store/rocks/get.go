package rocks

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
)

// Get implements [store.Memories]. All parts of all memories are of one state.
func (s *Store) Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	v := s.d.snapshot()
	defer v.close()
	out := make([]*store.Memory, len(ids))
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		h, err := s.header(v, id)
		if errors.Is(err, errNoKey) {
			continue
		}
		if err == nil {
			err = h.read(v, parts)
		}
		if err == nil {
			out[i] = &h.Memory
		} else if err = parts.Pass(store.Unread{ID: id, Whole: true, Err: err}); err != nil {
			return nil, fmt.Errorf("get memory %s: %w", id, err)
		}
	}
	return out, nil
}

// header reads a memory's header; errNoKey if there is none.
func (s *Store) header(v *view, id store.ID) (h *header, err error) {
	err = v.get(famMemories, id[:], func(value []byte) error {
		if h, err = parseHeader(id, value); err != nil {
			return err
		}
		return s.models.fill(h)
	})
	if errors.Is(err, errNoKey) {
		return nil, err
	}
	return h, inKey(famMemories, id[:], err)
}

// read adds the parts to a header. If the header promises a part and it is missing, that is damage. read skips damaged values that the caller accepts as missing; then an
// error is about the text, or is not damage.
func (h *header) read(v *view, parts store.Parts) error {
	if parts.Content {
		if err := h.part(v, famContent, func(b []byte) error { return parseContent(&h.Memory, b) }); err != nil {
			return err
		}
	}
	lost := store.Unread{ID: h.ID}
	for _, space := range (parts.Spaces & h.spaces).Spaces() {
		err := h.part(v, v.d.layout.serving(space), func(b []byte) (err error) {
			h.Record[space], err = fingerprint.ParseSpace(space, b)
			return valueError(err)
		})
		if err = lost.Lack(&parts, space, err); err != nil {
			return err
		}
		if lost.Spaces.Has(space) {
			h.Record[space] = fingerprint.Packed{}
		}
	}
	return parts.Pass(lost)
}

func (h *header) part(v *view, f family, fn func([]byte) error) error {
	err := v.get(f, h.ID[:], fn)
	if errors.Is(err, errNoKey) {
		err = errPartMissing
	}
	return inKey(f, h.ID[:], err)
}

// valueError maps an error of the codec to an error of the store.
func valueError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fingerprint.ErrNewer):
		return fmt.Errorf("%w: %w", store.ErrNewer, err)
	}
	return fmt.Errorf("%w: %w", store.ErrDamaged, err)
}

// Find implements [store.Memories]. Of several memories with the hash it returns the one with the smallest id.
func (s *Store) Find(ctx context.Context, namespace string, hash [32]byte) (id store.ID, ok bool, err error) {
	err = s.Same(ctx, namespace, hash, func(m *store.Memory) (bool, error) {
		if m.Deleted.IsZero() {
			id, ok = m.ID, true
		}
		return !ok, nil
	})
	return id, ok, err
}

// Same implements [store.Memories].
func (s *Store) Same(ctx context.Context, namespace string, hash [32]byte, fn func(*store.Memory) (bool, error)) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return err
	}
	v := s.d.snapshot()
	defer v.close()
	low := hashPrefix(namespace, hash)
	err := v.each(famHashes, low, successor(low), false, func(key, _ []byte) (bool, error) {
		if len(key) != len(low)+idBytes {
			return false, inKey(famHashes, key, fmt.Errorf("%w: key has the wrong length", store.ErrDamaged))
		}
		found := store.ID(key[len(low):])
		h, err := s.header(v, found)
		if errors.Is(err, errNoKey) {
			err = inKey(famHashes, key, fmt.Errorf("%w: memory %s does not exist", store.ErrDamaged, found))
		}
		if err != nil {
			return false, err
		}
		return fn(&h.Memory)
	})
	if err != nil {
		return fmt.Errorf("find memories by their text: %w", err)
	}
	return nil
}
