package search

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/temporal"
	"asterism/models"
)

// TokenSource returns the packed E12 values of memories, which the index does not hold: one value per id, in order; an
// absent value for a memory that has none or no longer exists.
type TokenSource interface {
	TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error)
}

// TokenVisitor is a [TokenSource] that can pass values without copying them. fn gets each value with its place in the list, from several goroutines, and must not keep
// it. A memory that has none, or no longer exists, is left out.
type TokenVisitor interface {
	EachTokens(ctx context.Context, ids []store.ID, fn func(place int, v *fingerprint.Packed) error) error
}

// Index holds the columns of all live memories. It is safe for concurrent use; readers do not wait for writers.
type Index struct {
	tokens  TokenSource
	terms   [models.Count]frequencies // of the sparse spaces
	sizes   Sizes
	replica Replica // see [Index.SetReplica]; nil: none

	readTimes func(*store.Memory) []temporal.Days // see TellTimes; nil: none

	limit   int64 // see Limit
	vectors VectorSource
	words   WordSource                 // see FoldBy; nil: none
	wordKey func(*store.Memory) uint64 // see KeyWords; nil: keys are read when they are asked for

	state  atomic.Pointer[snapshot] // what readers see
	writes atomic.Uint64            // odd while a write is under way; see [Index.stateWithCounts]

	mu        sync.Mutex // guards everything below, and all writing into chunks
	where     map[store.ID]rowAddress
	sequences map[sequenceKey]*sequence // only grows, as the dictionary
	free      []int                     // slots of state.chunks that hold no chunk
	made      uint64                    // chunks so far
}

// rowAddress is the row of a live memory, and the memory's version.
type rowAddress struct {
	chunk, row int
	version    uint64
}

// New makes an empty index. tokens may be nil: E12 then takes no part in any search.
func New(tokens TokenSource) *Index {
	ix := &Index{tokens: tokens, sizes: DefaultSizes, where: map[store.ID]rowAddress{}, sequences: map[sequenceKey]*sequence{}}
	for _, s := range sparseSpaces {
		ix.terms[s] = newFrequencies()
	}
	ix.state.Store(&snapshot{tail: -1, names: newDictionary()})
	return ix
}

// Remove removes a memory; an id that is not in the index changes nothing.
func (ix *Index) Remove(id store.ID) {
	defer ix.write()()
	old, held := ix.where[id]
	if !held {
		return
	}
	next := ix.state.Load().next()
	ix.markDead(next, id, old)
	ix.compact(next, old.chunk)
	ix.state.Store(next)
}

// write begins a write and returns the function that ends it. Only one write runs at a time.
func (ix *Index) write() (end func()) {
	ix.mu.Lock()
	ix.writes.Add(1)
	return func() {
		ix.writes.Add(1)
		ix.mu.Unlock()
	}
}

// Len is the number of live memories.
func (ix *Index) Len() int { return ix.state.Load().live }

// MemoryBytes returns the memory that the columns take, including unused capacity.
func (ix *Index) MemoryBytes() int64 {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	sum := ix.state.Load().bytes()
	for _, s := range ix.sequences {
		sum += s.bytes()
	}
	return sum
}

// markDead marks a row dead from the next snapshot on.
func (ix *Index) markDead(next *snapshot, id store.ID, p rowAddress) {
	c := next.chunks[p.chunk]
	c.died[p.row].Store(next.epoch)
	c.deaths.Add(1)
	ix.forgetTerms(c, p.row)
	if s := c.sequences[p.row]; s != nil {
		s.countGone()
	}
	c.dead++
	next.live--
	delete(ix.where, id)
}

// allocRow returns the next row: in the tail chunk, or in a new one.
func (ix *Index) allocRow(next *snapshot) (slot, row int) {
	if next.tail >= 0 && next.tailRows < chunkRows {
		return next.tail, next.tailRows
	}
	full := next.tail
	ix.made++
	if n := len(ix.free); n > 0 {
		next.tail, ix.free = ix.free[n-1], ix.free[:n-1]
		next.chunks = append([]*chunk(nil), next.chunks...) // older states keep their list
		next.chunks[next.tail] = &chunk{number: ix.made}
	} else {
		next.tail = len(next.chunks)
		next.chunks = append(next.chunks[:next.tail:next.tail], &chunk{number: ix.made})
	}
	next.tailRows = 0
	if ix.replica != nil {
		next.numberChunks()
	}
	if full >= 0 {
		next.chunks[full].seal()
		ix.offerChunk(next, full) // before the chunk may turn cold
		ix.evictToLimit(next)
		ix.compact(next, full) // remove the rows that died while it was the tail
	}
	return next.tail, next.tailRows
}

// compact moves the live rows of a full chunk to the tail and drops the chunk once more than a quarter of it is dead. So
// dead rows never hold more than a quarter of the memory, and no write pays for moving more than one chunk. A cold chunk
// is dropped only when all of it is dead: its rows hold little, and moving them would read the store.
func (ix *Index) compact(next *snapshot, slot int) {
	old := next.chunks[slot]
	if old == nil || slot == next.tail || 4*old.dead <= chunkRows || old.cold.Load() && old.dead < chunkRows {
		return
	}
	next.chunks = append([]*chunk(nil), next.chunks...)
	next.chunks[slot] = nil // first, so that it does not turn cold when the tail fills up meanwhile
	lists := old.termLists()
	for r := range chunkRows {
		if old.died[r].Load() != 0 {
			continue
		}
		c, to := ix.allocRow(next)
		next.chunks[c].copyRow(to, old, r, &lists)
		next.tailRows = to + 1
		p := ix.where[old.ids[r]]
		ix.where[old.ids[r]] = rowAddress{c, to, p.version}
		if s := old.sequences[r]; s != nil {
			s.countGone()
			ix.joinSequence(next, c, to)
		}
	}
	ix.free = append(ix.free, slot)
	ix.dropChunk(next, old)
}

// checkRecord refuses records whose values are not of the catalogue's shapes.
func checkRecord(m *store.Memory) error {
	for i := range m.Record {
		p, info := &m.Record[i], models.Catalog[i]
		if p.Absent() {
			continue
		}
		ok := true
		switch info.Kind {
		case models.Dense:
			ok = len(p.Int8) == info.Width && len(p.Scales) == 1 || info.Origin == models.FromTime
		case models.Pair:
			ok = len(p.Int8) == 2*info.Width && len(p.Scales) == 2
		case models.Binary:
			ok = len(p.Bits) == (info.Width+63)/64
		}
		if !ok {
			return fmt.Errorf("%v: %d int8 values, %d scales, %d words of bits do not fit a width of %d",
				info.Space, len(p.Int8), len(p.Scales), len(p.Bits), info.Width)
		}
	}
	return nil
}
