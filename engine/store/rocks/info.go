package rocks

import (
	"context"
	"errors"
	"fmt"

	"github.com/linxGnu/grocksdb"
)

// Info says what a store holds and what it takes.
type Info struct {
	Format     int
	Profile    string // of [Store.Bind]; empty before its first call
	Namespaces map[string]NamespaceInfo
	Families   []FamilyInfo
	DiskBytes  int64 // of the sorted files of all families
	CacheBytes int64 // blocks held in memory now
	MemBytes   int64 // writes that are not yet in sorted files, and the tables' indexes
}

// NamespaceInfo counts the memories of a namespace, exactly.
type NamespaceInfo struct{ Live, Forgotten int }

// FamilyInfo says what a column family takes. Keys is RocksDB's estimate; recent writes are in memory and not in Bytes.
type FamilyInfo struct {
	Name  string
	Bytes int64
	Keys  int64
}

// Live returns the number of memories that are not forgotten, in all namespaces.
func (i *Info) Live() (n int) {
	for _, ns := range i.Namespaces {
		n += ns.Live
	}
	return n
}

// Info returns what is known without reading memories.
func (s *Store) Info(ctx context.Context) (Info, error) {
	if err := s.gate.enter(); err != nil {
		return Info{}, err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return Info{}, err
	}
	out := Info{Format: formatVersion, Namespaces: map[string]NamespaceInfo{}}
	if err := s.countInto(&out); err != nil {
		return Info{}, fmt.Errorf("count memories: %w", err)
	}
	set, err := s.bound()
	if err != nil && !errors.Is(err, errNoKey) {
		return Info{}, fmt.Errorf("read models of the store: %w", err)
	}
	out.Profile = set.profile
	for f, name := range families {
		bytes, _ := s.d.db.GetIntPropertyCF("rocksdb.total-sst-files-size", s.d.handles[f])
		keys, _ := s.d.db.GetIntPropertyCF("rocksdb.estimate-num-keys", s.d.handles[f])
		out.Families = append(out.Families, FamilyInfo{Name: name, Bytes: int64(bytes), Keys: int64(keys)})
		out.DiskBytes += int64(bytes)
	}
	usage, err := grocksdb.GetApproximateMemoryUsageByType([]*grocksdb.DB{s.d.db}, []*grocksdb.Cache{s.d.cache})
	if err != nil {
		return Info{}, fmt.Errorf("ask for memory use: %w", rocksError(err))
	}
	out.CacheBytes = int64(usage.CacheTotal)
	out.MemBytes = int64(usage.MemTableTotal + usage.MemTableReadersTotal)
	return out, nil
}

func (s *Store) countInto(out *Info) error {
	v := s.d.view()
	defer v.close()
	stored := counts{}
	if err := stored.load(v); err != nil {
		return err
	}
	for ns, c := range stored {
		out.Namespaces[ns] = NamespaceInfo{Live: int(c.live), Forgotten: int(c.forgotten)}
	}
	return nil
}
