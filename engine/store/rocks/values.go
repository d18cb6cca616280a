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

// Values returns the packed values of the given spaces of memories, one record an id, in order, all of one state; an empty record for an id
// that no memory has. It reads nothing else of them, and with as many readers as there are processors: a search asks for hundreds at a time.
func (s *Store) Values(ctx context.Context, spaces models.Set, ids []store.ID) ([]fingerprint.Record, error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	v := s.d.snapshot()
	defer v.close()
	out := make([]fingerprint.Record, len(ids))
	group, ctx := caught.WithContext(ctx)
	size := max(minValues, (len(ids)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	for from := 0; from < len(ids); from += size {
		to := min(from+size, len(ids))
		group.Go(func() error {
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
	return out, group.Wait()
}

// minValues is how many memories a reader of its own is worth.
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
