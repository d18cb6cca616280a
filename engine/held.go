package engine

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/unread"
	"asterism/engine/validity"
	"asterism/models"
)

// held is what is kept in memory about the memories: the index, and the book of which memories supersede others or say when they hold, forgotten ones included. [Config.IndexLater]
// leaves both unread until they are needed.
type held struct {
	reading sync.RWMutex // locked while the store is read; shared by changes of what is held: a change comes before the reading, which finds it in the store, or after it
	index   *search.Index
	facts   *validity.Book
	unread  *unread.Book // memories that are damaged in the store
	indexed atomic.Bool  // index and facts have all memories
	booked  atomic.Bool  // facts has all memories
}

// searched returns the index with all memories in it, so that no search sees an incomplete one.
func (p *parts) searched(ctx context.Context) (*search.Index, error) {
	err := p.held.once(&p.held.indexed, func() error { return p.loadIndex(ctx) })
	return p.held.index, err
}

// book returns the book with all memories in it.
func (p *parts) book(ctx context.Context) (*validity.Book, error) {
	err := p.held.once(&p.held.booked, func() error {
		err := p.headers(ctx, func(m *store.Memory) error {
			p.held.note(m)
			return nil
		})
		if err != nil {
			return err
		}
		return p.noteForgotten(ctx)
	})
	return p.held.facts, err
}

// once calls read unless that was done. If it fails, the next call tries again.
func (h *held) once(done *atomic.Bool, read func() error) error {
	if done.Load() {
		return nil
	}
	h.reading.Lock()
	defer h.reading.Unlock()
	if done.Load() {
		return nil
	}
	err := read()
	done.Store(err == nil)
	return err
}

func (h *held) note(m *store.Memory) {
	f := factOf(m)
	h.facts.Put(&f)
}

// noteForgotten adds the forgotten memories that can be restored to the book: what they superseded stays superseded. It runs after the live ones, so that it also sees a memory that is
// forgotten meanwhile.
func (p *parts) noteForgotten(ctx context.Context) error {
	all, err := p.store.Forgotten(ctx, time.Date(LastYear+1, 1, 1, 0, 0, 0, 0, time.UTC), math.MaxInt)
	if errors.Is(err, store.ErrDamaged) { // searches still work; a chain may be broken at one of these
		p.log.Warn("forgotten memories cannot be read: what they replaced may count as current", "error", err, "what to do", fault.DamageHint)
		return nil
	}
	if err != nil {
		return fault.Storage("list forgotten memories", err)
	}
	for some := range slices.Chunk(all, forgottenAtOnce) {
		ids := make([]store.ID, len(some))
		for i, f := range some {
			ids[i] = f.ID
		}
		many, err := p.store.Get(ctx, p.without(store.Parts{}), ids...)
		if err != nil {
			return fault.Storage("read forgotten memories", err)
		}
		for _, m := range many {
			if m != nil {
				p.held.note(m)
			}
		}
	}
	return nil
}

// forgottenAtOnce is how many of them are read at a time.
const forgottenAtOnce = 1024

// noteRelations adds what a memory says about others to the book, without adding it to the index.
func (h *held) noteRelations(m *store.Memory) {
	h.reading.RLock()
	defer h.reading.RUnlock()
	h.note(m)
}

// dropFromBook removes memories from the book that are gone for good.
func (h *held) dropFromBook(ids ...store.ID) {
	h.reading.RLock()
	defer h.reading.RUnlock()
	for _, id := range ids {
		h.facts.Remove(id)
	}
}

// headers calls fn with each live memory, without its text and vectors, from several goroutines.
func (p *parts) headers(ctx context.Context, fn func(*store.Memory) error) error {
	err := p.store.Load(ctx, p.without(store.Parts{}), max(1, p.hardware.CPU.Threads), store.Each(func(_ int, m *store.Memory) error { return fn(m) }))
	return fault.Storage("read what is stored of all memories", err)
}

// without returns parts for a reader that continues without damaged values; the damage is recorded.
func (p *parts) without(wanted store.Parts) store.Parts {
	wanted.Unread = p.held.unread.Note
	return wanted
}

// makeSearchable adds a live memory to the index and the book.
func (p *parts) makeSearchable(m *store.Memory) error {
	p.held.reading.RLock()
	defer p.held.reading.RUnlock()
	p.held.note(m)
	if !p.held.indexed.Load() { // it will be read with the others
		return nil
	}
	return p.held.index.Add(m)
}

// hideFromSearch removes a memory from the index. For one that is gone for good, see also dropFromBook.
func (h *held) hideFromSearch(id store.ID) {
	h.reading.RLock()
	defer h.reading.RUnlock()
	h.facts.Hide(id)
	h.unread.Clear(id)
	if h.indexed.Load() {
		h.index.Remove(id)
	}
}

// align stores a purpose vector in the index that was measured again.
func (h *held) align(id store.ID, version uint64, vector *[models.Count]float32) {
	h.reading.RLock()
	defer h.reading.RUnlock()
	if h.indexed.Load() {
		h.index.Align(id, version, vector)
	}
}

// openIndex reads the index, unless that is postponed; then it only checks what was asked of GPUs.
func (p *parts) openIndex(ctx context.Context) (err error) {
	if p.cfg.IndexLater {
		_, _, err = p.chooseIndexGPU()
		return err
	}
	_, err = p.searched(ctx)
	return err
}

// loadIndex reads from the store what search holds in memory.
func (p *parts) loadIndex(ctx context.Context) error {
	if from := p.cfg.Takes; from != nil && from.onGPU.replica == nil { // one that was on a GPU was closed with it
		p.held.index, p.held.facts, p.held.unread, p.cfg.Takes = from.held.index, from.held.facts, from.held.unread, nil
		p.held.booked.Store(true)
		return p.openIndexGPU()
	}
	index := search.New(tokensOf(p.store.Memories, p.held.unread))
	index.Limit(p.indexMemory(), vectorsOf(p.store.Memories, p.held.unread))
	index.FoldBy(vectorsOf(p.store.Memories, p.held.unread))
	index.TellTimes(p.toldTimes)
	p.held.index = index
	if err := p.onGPU.close(); err != nil { // of an earlier attempt that failed
		return fault.Machine("close the index on a GPU", err, "choose the index device cpu")
	}
	p.onGPU = indexGPU{}
	if err := p.openIndexGPU(); err != nil {
		return err
	}
	info, err := p.store.Info(ctx)
	if err != nil {
		return fault.Storage("load index", err)
	}
	var done atomic.Int64
	err = p.store.Load(ctx, p.without(inIndex), max(1, p.hardware.CPU.Threads), func(_ int, some []*store.Memory) error {
		p.cfg.Progress("loading memories", int(done.Add(int64(len(some)))), info.Live())
		for _, m := range some {
			p.held.note(m)
		}
		return index.AddAll(some)
	})
	if err != nil {
		return fault.Storage("load index", err)
	}
	if err := p.noteForgotten(ctx); err != nil {
		return err
	}
	p.cfg.Progress("loading memories", info.Live(), info.Live())
	if lost := p.held.unread.State(); !lost.None() {
		p.log.Error("the store is damaged: "+lost.Words(), "what to do", fault.DamageHint)
	}
	index.KeyWords(wordKey) // the keys of stored memories are read when they are needed, so that the start does not wait for them
	p.held.booked.Store(true)
	return nil
}

// inIndex are the parts of a memory from which the index is made. From the text it keeps the times that it names and hashes of its words.
var inIndex = store.Parts{Content: true, Spaces: stored.Without(models.SetOf(models.LateInteraction))}

// indexMemory returns the bound of what search holds; 0 if the size of the machine's memory is unknown.
func (p *parts) indexMemory() int64 {
	if p.cfg.IndexMemory != 0 {
		return p.cfg.IndexMemory
	}
	return int64(p.hardware.MemoryBytes / 2)
}

// late is the index for callers that may not need it: it is read at the first call.
type late struct{ *parts }

// Neighbours is [search.Index.Neighbours].
func (l late) Neighbours(ctx context.Context, namespace string, values *fingerprint.Fingerprint, when time.Time, k int, spaces models.Set) (out [models.Count][]search.Neighbour, err error) {
	index, err := l.searched(ctx)
	if err != nil {
		return out, err
	}
	return index.Neighbours(ctx, namespace, values, when, k, spaces)
}

// Search is [search.Index.Search].
func (l late) Search(ctx context.Context, q *search.Question) (*search.Ranking, error) {
	index, err := l.searched(ctx)
	if err != nil {
		return nil, err
	}
	return index.Search(ctx, q)
}
