package engine

import (
	"context"
	"errors"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
)

// openStore opens the store that c names: RocksDB in the folder Data, unless a test brings another. This file is the only one of the package
// that knows RocksDB.
func openStore(ctx context.Context, c *Config) (store.Store, error) {
	if c.store != nil {
		return c.store, nil
	}
	s, err := rocks.Open(ctx, rocks.Options{Dir: c.Data, CacheBytes: c.StoreCache, Logger: c.Log})
	if err != nil {
		return nil, err // and not a nil *rocks.Store in an interface
	}
	return s, nil
}

// countIn is how many live memories a checkpoint holds. Those of the store may be more by now.
func (e *Engine) countIn(ctx context.Context, checkpoint string) (int, error) {
	s, err := rocks.Open(ctx, rocks.Options{Dir: checkpoint, ReadOnly: true, CacheBytes: 8 << 20, Logger: e.log})
	if err != nil {
		return 0, err
	}
	info, err := s.Info(ctx)
	return info.Live(), errors.Join(err, s.Close())
}
