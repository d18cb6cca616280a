package store

import "context"

// Upkeep holds the operations of a store's owner on the whole store. It is safe for concurrent use.
type Upkeep interface {
	// Identity returns bytes that no other store has. The store keeps them for life, also when it is moved.
	Identity() ([]byte, error)
	// Info returns what is known without reading memories.
	Info(ctx context.Context) (Info, error)
	// Load calls fn with all live memories, some at a time, each memory once, with their headers and the given parts, from one state and in any order, to fill an index at
	// start. It calls fn from that many workers at once, each with its own number below workers. fn may keep the memories but not the values in their records, whose arrays
	// are reused after fn returns; [Memory.Clone] copies them.
	Load(ctx context.Context, parts Parts, workers int, fn func(worker int, some []*Memory) error) error
	// Scrub removes the bytes of purged memories from the store's files and returns the number of these memories. A store without files has none to
	// remove.
	Scrub(ctx context.Context) (int, error)
	// Checkpoint creates the folder dir, which must not exist, with a copy of the store at one moment. A store without files returns
	// an error that wraps [errors.ErrUnsupported].
	Checkpoint(ctx context.Context, dir string) error
}

// Info describes the content and size of a store.
type Info struct {
	Format     int    // of its files; 0: it has none
	Profile    string // of [Models.Bind]; empty before its first call
	Namespaces map[string]NamespaceInfo
	Families   []FamilyInfo // parts of its files; nil: it has none
	DiskBytes  int64        // of its sorted files
	LogBytes   int64        // of the log of writes that are not yet in a sorted file
	CacheBytes int64        // of blocks that were read and are cached in memory
	MemBytes   int64        // of writes that are in memory and not yet in files
	Refuses    string       // why the store refuses writes that add something, as on a nearly full disk; empty: it accepts them
}

// NamespaceInfo counts the memories of a namespace, exactly.
type NamespaceInfo struct{ Live, Forgotten int }

// FamilyInfo describes the size of a part of the files. Keys is an estimate; recent writes are in memory and not in Bytes.
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

// Each turns a function that takes one memory into one for [Upkeep.Load].
func Each(fn func(worker int, m *Memory) error) func(worker int, some []*Memory) error {
	return func(worker int, some []*Memory) error {
		for _, m := range some {
			if err := fn(worker, m); err != nil {
				return err
			}
		}
		return nil
	}
}
