package validity

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Book holds the live memories that supersede others or say when they are valid, and the forgotten ones that supersede others; it holds nothing about all others. It is safe
// for concurrent use; the zero value is empty.
type Book struct {
	mu    sync.RWMutex
	facts map[uuid.UUID]entry
	by    map[uuid.UUID][]uuid.UUID // the memories that supersede it directly, in the order of ids
}

// entry is the stored part of a memory.
type entry struct {
	version    uint64
	supersedes []uuid.UUID
	early      bool // it was valid before it happened
	from       time.Time
}

// Put adds a memory, or the new version of a known one. A lower version than the known one changes nothing.
func (b *Book) Put(f *Fact) {
	plain := len(f.Supersedes) == 0 && (f.Gone || f.From.IsZero() && f.Until.IsZero())
	if plain && !b.holds(f.ID) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if f.Version < b.facts[f.ID].version {
		return
	}
	b.drop(f.ID)
	if plain {
		return
	}
	if b.facts == nil {
		b.facts, b.by = map[uuid.UUID]entry{}, map[uuid.UUID][]uuid.UUID{}
	}
	e := entry{version: f.Version, supersedes: slices.Clone(f.Supersedes), early: !f.From.IsZero() && f.From.Before(f.Time), from: f.From}
	b.facts[f.ID] = e
	for _, old := range e.supersedes {
		if i, found := find(b.by[old], f.ID); !found {
			b.by[old] = slices.Insert(b.by[old], i, f.ID)
		}
	}
}

func (b *Book) holds(id uuid.UUID) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	_, ok := b.facts[id]
	return ok
}

// Hide records that a memory was forgotten and can be restored. What it superseded stays connected through it to what supersedes it.
func (b *Book) Hide(id uuid.UUID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.facts[id].supersedes) == 0 {
		b.drop(id)
	}
}

// Remove removes a purged memory.
func (b *Book) Remove(id uuid.UUID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.drop(id)
}

func (b *Book) drop(id uuid.UUID) {
	for _, old := range b.facts[id].supersedes {
		if i, found := find(b.by[old], id); found {
			b.by[old] = slices.Delete(b.by[old], i, i+1)
		}
		if len(b.by[old]) == 0 {
			delete(b.by, old)
		}
	}
	delete(b.facts, id)
}

func find(ids []uuid.UUID, id uuid.UUID) (int, bool) {
	return slices.BinarySearchFunc(ids, id, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
}

// Len returns the number of memories that it holds.
func (b *Book) Len() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.facts)
}

// MostRelated is the greatest number of memories that Related returns.
const MostRelated = 1024

// Related returns those of some memories that the book holds, and all memories connected with them by superseding. A connected group is included completely or
// not at all: it is left out if there would be more than [MostRelated].
func (b *Book) Related(ids []uuid.UUID) (out []uuid.UUID) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if len(b.facts) == 0 {
		return nil
	}
	met := map[uuid.UUID]bool{}
	for _, id := range ids {
		if _, held := b.facts[id]; !held && len(b.by[id]) == 0 || met[id] {
			continue
		}
		first := len(out)
		met[id] = true
		out = append(out, id)
		for next := first; next < len(out); next++ {
			for _, list := range [][]uuid.UUID{b.by[out[next]], b.facts[out[next]].supersedes} {
				for _, other := range list {
					if !met[other] {
						met[other] = true
						out = append(out, other)
					}
				}
			}
			if len(out) > MostRelated {
				out = out[:first]
				break
			}
		}
	}
	return out
}

// Early returns the memories that by their own statement were valid at a time, and may have happened later; forgotten ones may be included.
func (b *Book) Early(at time.Time) map[uuid.UUID]bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	out := map[uuid.UUID]bool{}
	for id, e := range b.facts {
		if e.early && !e.from.After(at) {
			out[id] = true
		}
	}
	return out
}
