package rocks

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/linxGnu/grocksdb"

	"asterism/engine/store"
)

// Info implements [store.Upkeep]. Keys of families are RocksDB's estimates.
func (s *Store) Info(ctx context.Context) (store.Info, error) {
	if err := s.gate.enter(); err != nil {
		return store.Info{}, err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return store.Info{}, err
	}
	out := store.Info{Format: formatVersion, Namespaces: map[string]store.NamespaceInfo{}}
	if err := s.countInto(&out); err != nil {
		return store.Info{}, fmt.Errorf("count memories: %w", err)
	}
	set, err := s.bound()
	if err != nil && !errors.Is(err, errNoKey) {
		return store.Info{}, fmt.Errorf("read models of the store: %w", err)
	}
	out.Profile, out.Refuses = set.profile, s.space.refuses()
	for f, name := range families {
		bytes, _ := s.d.db.GetIntPropertyCF("rocksdb.total-sst-files-size", s.d.handles[f])
		keys, _ := s.d.db.GetIntPropertyCF("rocksdb.estimate-num-keys", s.d.handles[f])
		out.Families = append(out.Families, store.FamilyInfo{Name: name, Bytes: int64(bytes), Keys: int64(keys)})
		out.DiskBytes += int64(bytes)
	}
	if out.LogBytes, err = s.logBytes(); err != nil {
		return store.Info{}, fmt.Errorf("measure the log: %w", err)
	}
	usage, err := grocksdb.GetApproximateMemoryUsageByType([]*grocksdb.DB{s.d.db}, []*grocksdb.Cache{s.d.cache})
	if err != nil {
		return store.Info{}, fmt.Errorf("ask for memory use: %w", rocksError(err))
	}
	out.CacheBytes = int64(usage.CacheTotal)
	out.MemBytes = int64(usage.MemTableTotal + usage.MemTableReadersTotal)
	return out, nil
}

func (s *Store) countInto(out *store.Info) error {
	v := s.d.view()
	defer v.close()
	stored := counts{}
	if err := stored.load(v); err != nil {
		return err
	}
	for ns, c := range stored {
		out.Namespaces[ns] = store.NamespaceInfo{Live: int(c.live), Forgotten: int(c.forgotten)}
	}
	return nil
}

// logBytes returns the size of the files of RocksDB's write-ahead log. A file may be deleted while
// they are counted.
func (s *Store) logBytes() (n int64, err error) {
	logs, err := filepath.Glob(filepath.Join(s.d.db.Name(), "*.log"))
	for _, name := range logs {
		f, err := os.Stat(name)
		switch {
		case err == nil:
			n += f.Size()
		case !errors.Is(err, fs.ErrNotExist):
			return 0, err
		}
	}
	return n, err
}
