package passing

import (
	"context"

	"asterism/engine"
	"asterism/engine/store"
)

// storeAnswer is the size of a shard's store and index, as reported by its leader.
type storeAnswer struct {
	Store              store.Info
	Indexed, Cold      int
	IndexMem, IndexMax int64
}

func partStore(ctx context.Context, s *part, _ bool) (out storeAnswer, err error) {
	st, err := s.engine.Status(ctx)
	if err != nil {
		return out, err
	}
	return storeAnswer{st.Store, st.Indexed, st.Cold, st.IndexMem, st.IndexMax}, nil
}

// Stores returns the states of all shards' stores and indexes, as reported by their leaders. It has nothing about models and devices.
func (p *Passer) Stores(ctx context.Context) ([]*engine.Status, error) {
	all, err := each[storeAnswer](ctx, p, methodStore, true)
	if err != nil {
		return nil, asEngine(err)
	}
	out := make([]*engine.Status, len(all))
	for i := range all {
		t := &all[i]
		out[i] = &engine.Status{Store: t.Store, Indexed: t.Indexed, Cold: t.Cold, IndexMem: t.IndexMem, IndexMax: t.IndexMax}
	}
	return out, nil
}
