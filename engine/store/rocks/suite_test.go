package rocks

import (
	"context"
	"errors"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func mustOpen(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRocksKeepsTheContract(t *testing.T) {
	suite.Run(t, func(t testing.TB) store.Store { return store.Of(checked{mustOpen(t, t.TempDir()), t}) })
}

// checked is a store that verifies every record at the end of a test: no remains, no wrong counts.
type checked struct {
	*Store
	t testing.TB
}

func (c checked) Close() error {
	report, err := c.Check(context.Background(), nil)
	if err == nil {
		err = report.Err()
	}
	if err != nil && !errors.Is(err, store.ErrClosed) {
		c.t.Errorf("check: %v", err)
	}
	return c.Store.Close()
}
