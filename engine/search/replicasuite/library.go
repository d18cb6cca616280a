package replicasuite

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

const (
	chunkRows = 1024
	alike     = 300 // memories that differ only in their ids
)

// sizes are small enough for two passes, and large enough that the replica refines all its rows: the answer then equals that of an exact
// search.
var sizes = search.Sizes{Few: 100, Candidates: 512, Refined: search.MaxReplicaTopK}

// manyHere are sizes for a last chunk with more than 512 rows: of the processor's rows, estimates select what is compared exactly.
var manyHere = search.Sizes{Few: sizes.Few, Candidates: chunkRows, Refined: search.MaxReplicaTopK}

// shelf holds memories and returns their values.
type shelf struct {
	mu    sync.Mutex
	by    map[store.ID]*store.Memory
	reads atomic.Int64 // of values other than tokens
}

func (s *shelf) put(m *store.Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.by[m.ID] = m
}

func (s *shelf) Vectors(_ context.Context, ids []store.ID, _ models.Set) ([]fingerprint.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads.Add(int64(len(ids)))
	out := make([]fingerprint.Record, len(ids))
	for i, id := range ids {
		if m := s.by[id]; m != nil {
			out[i] = m.Record
		}
	}
	return out, nil
}

// TokenVectors implements [search.TokenSource].
func (s *shelf) TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		if m := s.by[id]; m != nil {
			out[i] = m.Record[models.LateInteraction]
		}
	}
	return out, ctx.Err()
}

// stock holds the memories of all libraries: they are made once and never changed.
type stock struct {
	memories []*store.Memory
	first    *fingerprint.Fingerprint // the values of the first one
	values   []*fingerprint.Fingerprint
}

func newStock(t testing.TB, n int) *stock {
	t.Helper()
	topics := draw.NewTopics(7)
	s := &stock{first: topics.Values()}
	s.memories = append(s.memories, topics.MemoryOf(t, s.first))
	for range n {
		s.memories = append(s.memories, topics.Memory(t))
	}
	for range 6 {
		s.values = append(s.values, topics.Values())
	}
	return s
}

// library is one set of memories in two indexes.
type library struct {
	shelf        *shelf
	plain, index *search.Index // without the replica, and with it
	replica      search.Replica
	spy          *spy
	stock        *stock
	taken        int // number of its memories in use
	memories     []*store.Memory
	same         []store.ID // the memories that are all equal, ascending
	drawn        []*search.Question
	alike        *search.Question // about the equal memories
}

// newLibrary fills both indexes with the same memories: some lack a space or a time, some are replaced and some removed.
func (s *suite) newLibrary(t *testing.T, open func(testing.TB, search.TokenSource) search.Replica) *library {
	t.Helper()
	l := s.emptyLibrary(t, open)
	first := l.next()
	for i := range s.Rows {
		m := new(store.Memory)
		switch *m = *l.next(); {
		case i%7 == 3:
			m.Record[i%len(m.Record)] = fingerprint.Packed{}
		case i%50 == 1:
			m.Time = draw.Epoch.AddDate(0, 0, 1+i%300) // after the question
		case i%50 == 2:
			m.Time = m.Time.AddDate(-200, 0, 0)
		}
		if i%(s.Rows/alike) == 0 && len(l.same) < alike { // in all chunks, also in the last one
			id := m.ID
			*m = *first
			m.ID = id
			l.same = append(l.same, id)
		}
		l.add(t, m)
	}
	for i, m := range slices.Clone(l.memories) {
		switch next := *m; {
		case slices.Contains(l.same, m.ID):
		case i%40 == 7:
			l.remove(m.ID)
		case i%40 == 8:
			next.Version, next.Namespace = 2, "c"
			l.add(t, &next)
		}
	}
	slices.SortFunc(l.same, func(a, b store.ID) int { return slices.Compare(a[:], b[:]) })
	for _, values := range s.stock.values {
		l.drawn = append(l.drawn, l.question(values))
	}
	l.alike = l.question(s.stock.first)
	s.Settle(t, l.replica)
	return l
}

func (s *suite) emptyLibrary(t *testing.T, open func(testing.TB, search.TokenSource) search.Replica) *library {
	t.Helper()
	l := &library{shelf: &shelf{by: map[store.ID]*store.Memory{}}, stock: s.stock}
	l.replica = open(t, l.shelf)
	l.spy = &spy{Replica: l.replica}
	l.plain, l.index = search.New(l.shelf), search.New(l.shelf)
	l.index.SetReplica(l.spy)
	l.use(sizes)
	return l
}

// use sets the sizes of both, and makes the one without a replica select like the one with it.
func (l *library) use(s search.Sizes) {
	l.index.Sizes(s)
	s.Alone = true
	l.plain.Sizes(s)
}

// next returns a memory that the library never had.
func (l *library) next() *store.Memory {
	l.taken++
	return l.stock.memories[l.taken-1]
}

func (l *library) add(t testing.TB, m *store.Memory) {
	t.Helper()
	l.shelf.put(m)
	l.memories = append(l.memories, m)
	for _, ix := range []*search.Index{l.plain, l.index} {
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
}

func (l *library) remove(id store.ID) {
	l.plain.Remove(id)
	l.index.Remove(id)
}

// question returns a question in all spaces.
func (l *library) question(values *fingerprint.Fingerprint) *search.Question {
	q := &search.Question{Values: *values, Time: draw.Epoch, TopK: 50}
	for v := range q.Weights {
		q.Weights[v] = 0.1 + float64((len(l.drawn)*5+v*7)%11)/10
	}
	return q
}
