package search

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// wordKeys is a source of known keys, and counts the requests.
type wordKeys struct {
	keys  map[store.ID]uint64
	asked int
}

func (w *wordKeys) WordKeys(_ context.Context, ids []store.ID) (out []uint64, _ error) {
	for _, id := range ids {
		out = append(out, w.keys[id])
		w.asked++
	}
	return out, nil
}

// foldable returns an index with this many texts: each has copies with the same values, some in another spelling. says maps a memory to its namespace and
// words.
func foldable(t *testing.T, seed uint64, texts, most int) (*Index, *wordKeys, map[store.ID]string) {
	t.Helper()
	r, topics := rand.New(rand.NewPCG(seed, 5)), draw.NewTopics(seed)
	w, says := &wordKeys{keys: map[store.ID]uint64{}}, map[store.ID]string{}
	ix := New(nil)
	ix.FoldBy(w)
	for text := range texts {
		values := topics.Values()
		for range 1 + r.IntN(most) {
			m := topics.MemoryOf(t, values)
			spelling := uint64(r.IntN(3))
			binary.LittleEndian.PutUint64(m.TextHash[:], uint64(text)*3+spelling+1)
			w.keys[m.ID] = uint64(text) + 1
			if text%7 == 0 { // words that equal no others
				w.keys[m.ID] = 0
				says[m.ID] = m.Namespace + string(rune('a'+spelling))
			}
			says[m.ID] += m.Namespace + string(rune(0x4e00+text))
			if err := ix.Add(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return ix, w, says
}

func question(topics *draw.Topics, k int) *Question {
	q := &Question{Values: *topics.Values(), Time: draw.Epoch, TopK: k, Fold: true}
	for s := range q.Weights {
		if models.Space(s) != models.LateInteraction {
			q.Weights[s] = 1
		}
	}
	return q
}

// TestFoldLosesNoText: each content is one hit, its best memory; there are k hits if there are k contents. Each copy is counted with its own hit.
func TestFoldLosesNoText(t *testing.T) {
	for seed := range uint64(12) {
		ix, _, says := foldable(t, seed, 5+int(seed)*9, 1+int(seed)*2)
		topics := draw.NewTopics(seed + 100)
		for _, k := range []int{1, 3, 10, 60, 300} {
			q := question(topics, len(says))
			q.Fold, q.Exact = false, true
			all := mustSearch(t, ix, q).Hits
			q.Fold, q.TopK = true, k
			got := mustSearch(t, ix, q).Hits
			var want []store.ID
			copies := map[string]int{}
			for _, h := range all {
				if copies[says[h.ID]]++; copies[says[h.ID]] == 1 {
					want = append(want, h.ID)
				}
			}
			if len(got) != min(k, len(want)) {
				t.Fatalf("seed %d, k %d: %d hits of %d things that are said", seed, k, len(got), len(want))
			}
			for i, h := range got {
				if h.ID != want[i] {
					t.Fatalf("seed %d, k %d: hit %d says %q, want %q", seed, k, i, says[h.ID], says[want[i]])
				}
				for _, c := range h.Copies {
					if says[c.ID] != says[h.ID] || c.ID == h.ID {
						t.Fatalf("seed %d, k %d: %q is a copy of %q", seed, k, says[c.ID], says[h.ID])
					}
				}
				if k == 300 && len(h.Copies) != copies[says[h.ID]]-1 {
					t.Fatalf("seed %d: %d copies of %q, want %d", seed, len(h.Copies), says[h.ID], copies[says[h.ID]]-1)
				}
				if !slices.IsSortedFunc(h.Copies, func(a, b Copy) int { return a.Time.Compare(b.Time) }) {
					t.Fatalf("copies are not in the order of their times: %v", h.Copies)
				}
			}
		}
	}
}

// TestWordsAreReadOnce: the keys are kept, so the same search reads nothing again; a search that does not fold reads nothing.
func TestWordsAreReadOnce(t *testing.T) {
	ix, w, says := foldable(t, 3, 40, 8)
	q := question(draw.NewTopics(9), 5)
	q.Fold = false
	mustSearch(t, ix, q)
	if w.asked != 0 {
		t.Errorf("a search that does not fold read the words of %d memories", w.asked)
	}
	q.Fold = true
	mustSearch(t, ix, q)
	first := w.asked
	mustSearch(t, ix, q)
	if first == 0 || first > 2*5+foldAhead || w.asked != first {
		t.Errorf("of %d memories %d were read, and then %d", len(says), first, w.asked-first)
	}
}

// TestManyCopiesLeaveRoomForOthers: if a text has more copies than there are candidates, other texts are still found.
func TestManyCopiesLeaveRoomForOthers(t *testing.T) {
	r, topics := rand.New(rand.NewPCG(1, 2)), draw.NewTopics(1)
	ix := New(nil)
	ix.FoldBy(&wordKeys{})
	ix.Sizes(Sizes{Few: 200, Candidates: 100, Refined: 0})
	values := topics.Values()
	for i := range 1500 {
		m := topics.MemoryOf(t, values)
		if i >= 300 {
			m = topics.Memory(t)
		}
		m.Namespace, m.Time = "a", draw.Epoch.Add(-time.Duration(r.IntN(1000))*time.Hour)
		binary.LittleEndian.PutUint64(m.TextHash[:], uint64(max(1, i-298)))
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	q := question(topics, 10)
	q.Values = *values
	most, hits := 0, mustSearch(t, ix, q).Hits
	for _, h := range hits {
		most = max(most, len(h.Copies))
	}
	if len(hits) != 10 || most != 299 {
		t.Errorf("%d hits, the most copied with %d copies; want 10 and 299", len(hits), most)
	}
}

// TestKeysMadeAtOnceAreThoseRead: an index that computes the keys when memories are added returns the same hits as one that asks for the keys, and asks for
// none.
func TestKeysMadeAtOnceAreThoseRead(t *testing.T) {
	topics := draw.NewTopics(2)
	says := map[store.ID]uint64{}
	asked := &wordKeys{keys: says}
	atOnce, later := New(nil), New(nil)
	atOnce.FoldBy(asked)
	atOnce.KeyWords(func(m *store.Memory) uint64 { return says[m.ID] })
	later.FoldBy(&wordKeys{keys: says})
	for i := range 300 {
		m := topics.Memory(t)
		m.Namespace = "a"
		says[m.ID] = uint64(i % 40) // 0: like no other
		for _, ix := range []*Index{atOnce, later} {
			if err := ix.Add(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	q := question(topics, 20)
	q.Fold = true
	got, want := mustSearch(t, atOnce, q), mustSearch(t, later, q)
	if fmt.Sprint(got.Hits) != fmt.Sprint(want.Hits) { // some similarities are not a number
		t.Error("the hits differ")
	}
	if asked.asked != 0 {
		t.Errorf("%d keys were asked for", asked.asked)
	}
	copies := 0
	for _, h := range got.Hits {
		copies += len(h.Copies)
	}
	if copies == 0 {
		t.Error("no hit has a copy")
	}
}
