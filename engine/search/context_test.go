package search

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// conversations returns n memories of some sessions, of all lengths, and an index of them.
func conversations(t testing.TB, seed uint64, n int) (*Index, map[store.ID]*store.Memory, *rand.Rand) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	k := &keeper{by: map[store.ID]*store.Memory{}}
	ix := New(k)
	for range n {
		m := turn(t, r)
		k.by[m.ID] = m
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	return ix, k.by, r
}

func turn(t testing.TB, r *rand.Rand) *store.Memory {
	m := randomMemory(t, r, 0.1)
	m.SessionID, m.Source = "", ""
	switch r.IntN(3) {
	case 0:
		m.SessionID = fmt.Sprint("s", r.IntN(20))
	case 1:
		m.Source = fmt.Sprintf("notes/%d.md:%d", r.IntN(20), r.IntN(40))
		m.Time = draw.Epoch // the lines decide
	}
	m.Tokens[models.LateInteraction] = uint32(r.IntN(140))
	return m
}

// slowBefore returns the memories before m, nearest first, by the simplest method.
func slowBefore(m *store.Memory, all map[store.ID]*store.Memory) []*store.Memory {
	path, line, document := documentOf(m.Source)
	var same []*store.Memory
	for _, o := range all {
		p, _, ok := documentOf(o.Source)
		if o.Namespace == m.Namespace && o.SessionID == m.SessionID && (m.SessionID != "" || document && ok && p == path) {
			same = append(same, o)
		}
	}
	slices.SortFunc(same, func(a, b *store.Memory) int {
		la, lb := int32(0), int32(0)
		if m.SessionID == "" {
			_, la, _ = documentOf(a.Source)
			_, lb, _ = documentOf(b.Source)
		}
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(la, lb), compareIDs(a.ID, b.ID))
	})
	at := slices.Index(same, m)
	if at < 0 || m.SessionID == "" && !document {
		return nil
	}
	_ = line
	before := same[max(0, at-contextBack):at]
	slices.Reverse(before)
	return before
}

// slowWindow computes the similarity of a window as the comment in context.go defines it; ok is false if there is none.
func slowWindow(q *Question, m *store.Memory, all map[store.ID]*store.Memory) (_ float64, ok bool) {
	tokens := func(m *store.Memory) float64 { return float64(m.Tokens[models.LateInteraction]) }
	share := min(1, max(0, (100-tokens(m))/40))
	before := slowBefore(m, all)
	if share == 0 || len(before) == 0 {
		return 0, false
	}
	weigh := func(m *store.Memory, id uint16) float64 {
		for _, t := range m.Record[contextSpace].Terms {
			if t.ID == id {
				return float64(t.Weight)
			}
		}
		return 0
	}
	length, sum := tokens(m), 0.0
	for _, b := range before {
		length += share * tokens(b)
	}
	for _, term := range q.Values[contextSpace].Terms {
		most := weigh(m, term.ID)
		for _, b := range before {
			most = max(most, share*weigh(b, term.ID))
		}
		sum += float64(term.Weight) * most
	}
	factor := func(l float64) float64 { return 1 / (1 + 1.2*(1-0.75+0.75*l/80)) }
	return sum * factor(length) / factor(tokens(m)), true
}

// TestWindowsEqualTheirDefinition: context adds E13's share of the difference between the window's standard score and the memory's own.
func TestWindowsEqualTheirDefinition(t *testing.T) {
	ix, all, _ := conversations(t, 1, 1300) // a sealed chunk and one that is being filled
	q := randomQuestion(3)
	q.TopK, q.Exact, q.Weights[models.LateInteraction] = len(all), true, 0
	q.Linear = true
	mean, deviation := scaleOf(mustSearch(t, ix, q).Hits, contextSpace)
	q.Linear = false
	hits, asked := mustSearch(t, ix, q).Hits, rarely(q, all)
	windows := 0
	for _, h := range hits {
		m := all[h.ID]
		want := 0.0
		if w, ok := slowWindow(asked, m, all); ok {
			total, own := 0.0, h.Standard[contextSpace]
			for v, s := range h.Standard {
				if !math.IsNaN(s) {
					total += q.Weights[v]
				}
			}
			if math.IsNaN(own) {
				continue // the window counts for the whole space, which changes the mean of the others as well
			}
			want = q.Weights[contextSpace] / total * (slowlyDrawnIn((w-mean)/deviation) - own)
			windows++
		}
		if math.Abs(h.Context-want) > 1e-3 {
			t.Errorf("%s %s %d tokens: context adds %v, want %v", m.SessionID, m.Source, m.Tokens[models.LateInteraction], h.Context, want)
		}
	}
	if windows < 300 {
		t.Errorf("%d memories have a window: too few to tell", windows)
	}
}

// scaleOf computes the mean and deviation of a space from the scores in hits.
func scaleOf(hits []Hit, v models.Space) (mean, deviation float64) {
	var a, b *Hit
	for i := range hits {
		if h := &hits[i]; !math.IsNaN(h.Standard[v]) && (a == nil || h.Similarity[v] < a.Similarity[v]) {
			a = h
		}
	}
	for i := range hits {
		if h := &hits[i]; !math.IsNaN(h.Standard[v]) && (b == nil || h.Similarity[v] > b.Similarity[v]) {
			b = h
		}
	}
	deviation = (b.Similarity[v] - a.Similarity[v]) / (b.Standard[v] - a.Standard[v])
	return a.Similarity[v] - deviation*a.Standard[v], deviation
}

// TestWindowsFollowChanges: after memories were added, removed, changed and moved, the answers equal those of an index built from scratch.
func TestWindowsFollowChanges(t *testing.T) {
	ix, all, r := conversations(t, 2, 2600)
	ids := make([]store.ID, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, compareIDs)
	for i, id := range ids {
		switch {
		case i%3 == 0: // enough to compact chunks and move rows
			ix.Remove(id)
			delete(all, id)
		case i%7 == 0:
			m := turn(t, r)
			m.ID, m.Version = id, 2
			all[id] = m
			if err := ix.Add(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	fresh := New(&keeper{by: all})
	for _, id := range ids {
		if m := all[id]; m != nil {
			if err := fresh.Add(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	q := randomQuestion(4)
	q.TopK, q.Exact, q.Weights[models.LateInteraction] = len(all), true, 0
	got, want := mustSearch(t, ix, q).Hits, map[store.ID]float64{}
	windows := 0
	for _, h := range mustSearch(t, fresh, q).Hits {
		want[h.ID] = h.Context
		if h.Context != 0 {
			windows++
		}
	}
	for _, h := range got {
		if math.Abs(h.Context-want[h.ID]) > 1e-4 {
			t.Errorf("context adds %v to %v, want %v", h.Context, h.ID, want[h.ID])
		}
	}
	if windows < 200 {
		t.Errorf("%d memories have a window: too few to tell", windows)
	}
}

// TestTheMemoryAfterTheBestIsFound: the answer to a question that only the preceding turn names is among the first hits. It shares no term with the question and is
// not a candidate on its own.
func TestTheMemoryAfterTheBestIsFound(t *testing.T) {
	ix, all, r := conversations(t, 3, 2000)
	ix.sizes = Sizes{Few: 100, Candidates: 64}
	q := randomQuestion(5)
	q.Weights = [models.Count]float64{models.Semantic: .2, models.Splade: .8}
	named, answer := turn(t, r), turn(t, r)
	for i, m := range []*store.Memory{named, answer} {
		m.SessionID, m.Namespace, m.Time = "one", "a", draw.Epoch.Add(time.Duration(i)*time.Minute)
		m.Tokens[models.LateInteraction] = 20
	}
	named.Record[models.Splade] = mustPack(t, q.Values, models.Splade)
	answer.Record[models.Splade] = fingerprint.Packed{}
	for _, m := range []*store.Memory{named, answer} {
		all[m.ID] = m
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	position := func() int {
		return slices.IndexFunc(mustSearch(t, ix, q).Hits, func(h Hit) bool { return h.ID == answer.ID })
	}
	if with := position(); with < 0 || with > 2 {
		t.Errorf("the answer is at place %d, want it among the first three", with)
	}
	if q.WithoutContext = true; position() >= 0 {
		t.Error("the answer is found without its context as well: the test shows nothing")
	}
	q.WithoutContext = false
	answer.Version, answer.Tokens[models.LateInteraction] = 2, contextNone
	if err := ix.Add(answer); err != nil {
		t.Fatal(err)
	}
	if position() >= 0 {
		t.Error("a long text is found by the memory before it")
	}
}

func mustPack(t testing.TB, values fingerprint.Fingerprint, v models.Space) fingerprint.Packed {
	t.Helper()
	p, err := fingerprint.Pack(v, values[v])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkContext searches 20,000 memories, two thirds of them short turns of sessions or lines of documents, with and without their preceding memories.
func BenchmarkContext(b *testing.B) {
	ix, _, _ := conversations(b, 9, 20_000)
	for name, without := range map[string]bool{"with": false, "without": true} {
		b.Run(name, func(b *testing.B) {
			q := randomQuestion(6)
			q.Ranks, q.WithoutContext = false, without
			for b.Loop() {
				mustSearch(b, ix, q)
			}
		})
	}
}

func TestDocumentOf(t *testing.T) {
	for source, want := range map[string]struct {
		path string
		line int32
		ok   bool
	}{
		"notes/a.md:12": {"notes/a.md", 12, true}, "C:\\a.md:3": {"C:\\a.md", 3, true}, "a:b:0": {"a:b", 0, true},
		"": {}, "claude": {}, ":4": {}, "a.md:": {}, "a.md:x": {}, "a.md:-1": {}, "notes.jsonl:4": {}, "memory.json:4": {}, "http://host:99999999999": {}, "http://host:8080": {},
	} {
		path, line, ok := documentOf(source)
		if ok != want.ok || ok && (path != want.path || line != want.line) {
			t.Errorf("documentOf(%q) = %q, %d, %v, want %+v", source, path, line, ok, want)
		}
	}
}
