package passing

import (
	"context"

	"asterism/engine"
	"asterism/engine/store"
)

// storeTold is what a shard's store and index take, as its leader has them.
type storeTold struct {
	Store              store.Info
	Indexed, Cold      int
	IndexMem, IndexMax int64
}

func partStore(ctx context.Context, s *part, _ bool) (out storeTold, err error) {
	st, err := s.engine.Status(ctx)
	if err != nil {
		return out, err
	}
	return storeTold{st.Store, st.Indexed, st.Cold, st.IndexMem, st.IndexMax}, nil
}

// Stores are the states of all shards' stores and indexes, each as its leader has it; of models and devices they say nothing.
func (p *Passer) Stores(ctx context.Context) ([]*engine.Status, error) {
	all, err := each[storeTold](ctx, p, methodStore, true)
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
