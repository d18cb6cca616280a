package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// smallMemory has only a few spaces, so that thousands of them are made quickly.
func smallMemory(r *rand.Rand) *store.Memory {
	m := &store.Memory{ID: draw.ID(r), Version: 1, Namespace: "a", Time: draw.Epoch.Add(-time.Duration(r.Int64N(1e15)))}
	if r.IntN(4) > 0 {
		m.Record[models.Graph] = fingerprint.Packed{Int8: randomBytes(r, 384), Scales: []float32{0.001}}
	}
	if r.IntN(4) > 0 {
		for id := range 20 {
			m.Record[models.Splade].Terms = append(m.Record[models.Splade].Terms,
				fingerprint.TermWeight{ID: uint16(20*id + r.IntN(20)), Weight: anyWeight(r)})
		}
	}
	if r.IntN(4) > 0 {
		m.Record[models.HDC].Bits = make([]uint64, bitWords)
		for i := range m.Record[models.HDC].Bits {
			m.Record[models.HDC].Bits[i] = r.Uint64()
		}
	}
	return m
}

// same checks that an index answers like a new one that is filled with the given memories.
func same(t *testing.T, ix *Index, live map[store.ID]*store.Memory) {
	t.Helper()
	fresh := New(nil)
	for _, m := range live {
		if err := fresh.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	if ix.Len() != len(live) {
		t.Fatalf("Len is %d, want %d", ix.Len(), len(live))
	}
	for seed := range uint64(2) {
		q := randomQuestion(seed)
		q.TopK, q.Exact = 2000, true
		got, want := mustSearch(t, ix, q), mustSearch(t, fresh, q)
		if got.Scanned != len(live) {
			t.Fatalf("%d scanned, want %d", got.Scanned, len(live))
		}
		if err := sameHits(got.Hits, want.Hits); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHistoryDoesNotMatter: after thousands of random adds, updates and removals, over many chunks and compactions, the
// index answers as if only the last state had been added, and takes little more memory.
func TestHistoryDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	ix, live := New(nil), map[store.ID]*store.Memory{}
	var ids []store.ID
	for step := range 9000 {
		switch m := smallMemory(r); {
		case len(ids) > 0 && r.IntN(3) == 0: // update
			m.ID = ids[r.IntN(len(ids))]
			if old := live[m.ID]; old != nil {
				m.Version = old.Version + 1
			}
			add(t, ix, live, m)
		case len(ids) > 0 && r.IntN(3) == 0: // remove, or try again
			id := ids[r.IntN(len(ids))]
			ix.Remove(id)
			delete(live, id)
		default:
			ids = append(ids, m.ID)
			add(t, ix, live, m)
		}
		if step%3000 == 2999 {
			same(t, ix, live)
		}
	}
	if chunks := len(ix.state.Load().chunks); chunks > len(live)*4/3/chunkRows+2 {
		t.Errorf("%d chunks for %d live memories", chunks, len(live))
	}
	for id := range live {
		ix.Remove(id)
	}
	same(t, ix, nil)
	one := New(nil)
	add(t, one, map[store.ID]*store.Memory{}, smallMemory(r))
	if got, most := ix.MemoryBytes(), 3*one.MemoryBytes(); got > most {
		t.Errorf("%d bytes are held for nothing, at most %d expected", got, most)
	}
}

func add(t *testing.T, ix *Index, live map[store.ID]*store.Memory, m *store.Memory) {
	t.Helper()
	if err := ix.Add(m); err != nil {
		t.Fatal(err)
	}
	live[m.ID] = m
}

func TestAddTwiceIsOnceAndOldVersionsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 1))
	ix, live := New(nil), map[store.ID]*store.Memory{}
	old, other := smallMemory(r), smallMemory(r)
	now := smallMemory(r)
	now.ID, now.Version = old.ID, 3
	add(t, ix, live, old)
	add(t, ix, live, other)
	add(t, ix, live, now)
	clash := smallMemory(r)
	clash.ID, clash.Version = now.ID, now.Version // another text under a version that exists already
	for _, m := range []*store.Memory{now, old, other, old, clash} {
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	same(t, ix, live)
	gone := *other
	gone.Version, gone.Deleted = 2, draw.Epoch
	if err := ix.Add(&gone); err != nil {
		t.Fatal(err)
	}
	delete(live, other.ID)
	same(t, ix, live)
}

func TestAddRefusesAnotherModelsRecord(t *testing.T) {
	m := smallMemory(rand.New(rand.NewPCG(43, 1)))
	m.Record[models.Semantic] = fingerprint.Packed{Int8: make([]int8, 100), Scales: []float32{1}}
	ix := New(nil)
	if err := ix.Add(m); err == nil || ix.Len() != 0 {
		t.Errorf("error %v, %d held", err, ix.Len())
	}
}

// TestManyAddedAtOnceAreEachAdded: of several versions with one id the newest counts, in any order; if one is refused, those before it are added.
func TestManyAddedAtOnceAreEachAdded(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 1))
	ix, live := New(nil), map[store.ID]*store.Memory{}
	var some []*store.Memory
	for range 1200 {
		m := smallMemory(r)
		if some = append(some, m); r.IntN(5) == 0 {
			newer := smallMemory(r)
			newer.ID, newer.Version = m.ID, 2
			some = append(some, newer)
		}
	}
	r.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	for _, m := range some {
		if old := live[m.ID]; old == nil || old.Version < m.Version {
			live[m.ID] = m
		}
	}
	if err := ix.AddAll(some); err != nil {
		t.Fatal(err)
	}
	same(t, ix, live)
	bad, last := smallMemory(r), smallMemory(r)
	bad.Record[models.Semantic] = fingerprint.Packed{Int8: make([]int8, 100), Scales: []float32{1}}
	first := smallMemory(r)
	if err := ix.AddAll([]*store.Memory{first, bad, last}); err == nil {
		t.Error("a record of another model was added")
	}
	live[first.ID] = first
	same(t, ix, live)
	if err := ix.AddAll(nil); err != nil {
		t.Error(err)
	}
}

// TestReadersSeeWholeUpdates: while writers replace memories, every search sees each of them exactly once.
func TestReadersSeeWholeUpdates(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 1))
	ix := New(nil)
	const n = 1200 // more than a chunk
	memories := make([]*store.Memory, n)
	for i := range memories {
		memories[i] = smallMemory(r)
		if err := ix.Add(memories[i]); err != nil {
			t.Fatal(err)
		}
	}
	var writers, readers sync.WaitGroup
	stop := make(chan struct{})
	fail := make(chan error, 8)
	for w := range 2 {
		writers.Go(func() {
			r := rand.New(rand.NewPCG(45, uint64(w)))
			for round := range 1500 {
				m := smallMemory(r)
				m.ID, m.Version = memories[2*r.IntN(n/2)+w].ID, uint64(round+2)
				if err := ix.Add(m); err != nil {
					fail <- err
					return
				}
			}
		})
	}
	for seed := range uint64(2) {
		readers.Go(func() {
			q := randomQuestion(seed)
			q.TopK, q.Exact = n, true
			for {
				select {
				case <-stop:
					return
				default:
				}
				got, err := ix.Search(context.Background(), q)
				if err == nil && got.Scanned != n {
					err = fmt.Errorf("%d scanned, want %d", got.Scanned, n)
				}
				seen := map[store.ID]bool{}
				for i := 0; err == nil && i < len(got.Hits); i++ {
					if seen[got.Hits[i].ID] {
						err = fmt.Errorf("%v was found twice", got.Hits[i].ID)
					}
					seen[got.Hits[i].ID] = true
				}
				if _, e := ix.Neighbours(context.Background(), "a", &q.Values, draw.Epoch, 5, models.All); err == nil {
					err = e
				}
				if ix.MemoryBytes() <= 0 || ix.Len() != n {
					err = fmt.Errorf("%d held", ix.Len())
				}
				if err != nil {
					fail <- err
					return
				}
			}
		})
	}
	writers.Wait()
	close(stop)
	readers.Wait()
	select {
	case err := <-fail:
		t.Fatal(err)
	default:
	}
}
