package rocks

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Values implements [store.Memories]. It uses as many readers as there are processors: a search asks for hundreds of memories at a time.
func (s *Store) Values(ctx context.Context, spaces models.Set, ids []store.ID) ([]fingerprint.Record, error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	v := s.d.snapshot()
	defer v.close()
	out := make([]fingerprint.Record, len(ids))
	return out, readInParts(ctx, len(ids), func(ctx context.Context, from, to int) error {
		for i := from; i < to; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := v.values(&out[i], spaces&keptSpaces, ids[i]); err != nil {
				return fmt.Errorf("read values of memory %s: %w", ids[i], err)
			}
		}
		return nil
	})
}

// EachTokens calls fn with the packed token vectors of memories and their indexes in the list, all of one state, from as many readers as there are processors. A memory
// that has none is left out. A value is not copied out of the database, so it is valid only until fn returns.
func (s *Store) EachTokens(ctx context.Context, ids []store.ID, fn func(place int, v *fingerprint.Packed) error) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	v := s.d.snapshot()
	defer v.close()
	return readInParts(ctx, len(ids), func(ctx context.Context, from, to int) error {
		var p fingerprint.Packed
		for i := from; i < to; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			f := v.d.layout.serving(models.LateInteraction)
			err := v.get(f, ids[i][:], func(b []byte) (err error) {
				if p, err = fingerprint.TokensIn(b, p.Scales); err != nil || len(p.Nibbles) == 0 {
					return valueError(err)
				}
				return fn(i, &p)
			})
			if err != nil && !errors.Is(err, errNoKey) {
				return fmt.Errorf("read token vectors of memory %s: %w", ids[i], inKey(f, ids[i][:], err))
			}
		}
		return nil
	})
}

// readInParts calls read with the parts of 0 … n, each at least [minValues] long, on as many goroutines as there are processors.
func readInParts(ctx context.Context, n int, read func(ctx context.Context, from, to int) error) error {
	group, ctx := caught.WithContext(ctx)
	size := max(minValues, (n+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	for from := 0; from < n; from += size {
		group.Go(func() error { return read(ctx, from, min(from+size, n)) })
	}
	return group.Wait()
}

// minValues is the number of memories that is worth an additional reader.
const minValues = 16

func (v *view) values(out *fingerprint.Record, spaces models.Set, id store.ID) error {
	for _, space := range spaces.Spaces() {
		f := v.d.layout.serving(space)
		err := v.get(f, id[:], func(b []byte) (err error) {
			out[space], err = fingerprint.ParseSpace(space, b)
			return valueError(err)
		})
		if err != nil && !errors.Is(err, errNoKey) {
			return inKey(f, id[:], err)
		}
	}
	return nil
}
