package rocks

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// TestRenewalGoesOnOverDamagedHeaders: with a damaged block of headers in the middle, all readable memories are renewed and switched, also after the next opening. The others are damaged
// as before, and have no new values.
func TestRenewalGoesOnOverDamagedHeaders(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	s := mustOpen(t, dir)
	var cmds []store.Command
	for n := range manyBlocks {
		m := suite.Sample(n % 16)
		m.ID = suite.ID(n)
		cmds = append(cmds, suite.Remember(m))
	}
	if err := s.Apply(ctx, cmds...); err != nil {
		t.Fatal(err)
	}
	if err := s.d.flush(); err != nil {
		t.Fatal(err)
	}
	var path string
	for _, file := range s.d.db.GetLiveFilesMetaData() {
		if file.ColumnFamilyName == famMemories.String() {
			path = filepath.Join(dir, file.Name)
		}
	}
	s.Close()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/3] ^= 4
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	broken := map[store.ID]bool{}
	for n := range manyBlocks {
		if _, err := s.Get(ctx, store.Parts{}, suite.ID(n)); errors.Is(err, store.ErrDamaged) {
			broken[suite.ID(n)] = true
		}
	}
	if len(broken) == 0 || len(broken) > manyBlocks/2 {
		t.Fatalf("%d headers are damaged", len(broken))
	}
	r := suite.RenewalOf(keptSpaces, 1)
	if err := again(func() error { return s.BeginRenewal(ctx, r) }); err != nil {
		t.Fatal(err)
	}
	ids, err := s.Unrenewed(ctx, store.ID{}, 2*manyBlocks)
	if err != nil || len(ids) != manyBlocks-len(broken) {
		t.Fatalf("%d of %d are to be renewed, %d are damaged, error %v", len(ids), manyBlocks, len(broken), err)
	}
	var renew []store.Command
	for n := range manyBlocks {
		if !broken[suite.ID(n)] {
			renew = append(renew, suite.Renew(n, suite.Sample(n%16).Version, r))
		}
	}
	if err := again(func() error { return s.Apply(ctx, renew...) }); err != nil {
		t.Fatal(err)
	}
	if few, err := s.Unrenewed(ctx, store.ID{}, 1); err != nil || len(few) != 0 {
		t.Fatalf("still to be renewed: %v, error %v", few, err)
	}
	if err := again(func() error { return s.EndRenewal(ctx) }); err != nil {
		t.Fatal(err)
	}
	if err := s.ClearRenewal(ctx); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = mustOpen(t, dir)
	defer s.Close()
	for n := range manyBlocks {
		m, err := s.Get(ctx, suite.Everything, suite.ID(n))
		if broken[suite.ID(n)] {
			if !errors.Is(err, store.ErrDamaged) {
				t.Errorf("memory %d: error %v, want ErrDamaged", n, err)
			}
			continue
		}
		if err != nil || m[0].Profile != r.Profile || m[0].ModelHashes != r.ModelHashes {
			t.Fatalf("memory %d: %+v, error %v", n, m[0], err)
		}
	}
}

// again retries a call that is refused while the store is reopened because RocksDB found the block while merging files.
func again(do func() error) (err error) {
	for range 100 {
		if err = do(); !errors.Is(err, store.ErrDamaged) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}
