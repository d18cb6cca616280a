package store

import "context"

// Upkeep is what the owner of a store does with it as a whole. It is safe for concurrent use.
type Upkeep interface {
	// Identity returns bytes that no other store has, and that the store keeps as long as it lives, wherever it is moved.
	Identity() ([]byte, error)
	// Info returns what is known without reading memories.
	Info(ctx context.Context) (Info, error)
	// Load calls fn with all live memories, some at a time, each memory once, with their headers and the given parts, from one state and in any order: the way
	// to fill an index at start. fn is called by as many workers at once as said, each with its own number below workers. It may keep the memories but for the values in their
	// records, which are others when fn has returned; [Memory.Clone] has its own.
	Load(ctx context.Context, parts Parts, workers int, fn func(worker int, some []*Memory) error) error
	// Scrub removes the bytes of purged memories from the store's files and returns of how many. A store without files has none to remove.
	Scrub(ctx context.Context) (int, error)
	// Checkpoint makes the folder dir, which must not exist, and fills it with the store as it is at one moment. A store without files
	// returns an error that wraps [errors.ErrUnsupported].
	Checkpoint(ctx context.Context, dir string) error
}

// Info says what a store holds and what it takes.
type Info struct {
	Format     int    // of its files; 0: it has none
	Profile    string // of [Models.Bind]; empty before its first call
	Namespaces map[string]NamespaceInfo
	Families   []FamilyInfo // parts of its files; nil: it has none
	DiskBytes  int64        // of its sorted files
	LogBytes   int64        // of the log of writes that are in no sorted file yet
	CacheBytes int64        // held in memory of what has been read
	MemBytes   int64        // of writes that are in memory beside the files
	Refuses    string       // why what adds something cannot be written now, as on a nearly full disk; empty: it can
}

// NamespaceInfo counts the memories of a namespace, exactly.
type NamespaceInfo struct{ Live, Forgotten int }

// FamilyInfo says what a part of the files takes. Keys is an estimate; recent writes are in memory and not in Bytes.
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

// Each makes of what takes one memory what [Upkeep.Load] calls.
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
