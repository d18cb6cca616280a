package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// recorder is a replica that holds nothing and records its calls.
type recorder struct {
	kept    []*FullChunk
	dropped []uint64
	looked  [][]uint64
}

func (m *recorder) Add(c *FullChunk) { m.kept = append(m.kept, c) }

func (m *recorder) Remove(number uint64) { m.dropped = append(m.dropped, number) }

func (m *recorder) NewSearcher(chunks []uint64) Searcher {
	m.looked = append(m.looked, chunks)
	return nil
}

// A replica is offered every chunk once, as soon as it is full, and is informed when the chunk is dropped. A searcher gets only full chunks
// that were not dropped.
func TestChunksAreOfferedAndDropped(t *testing.T) {
	m, r := &recorder{}, rand.New(rand.NewPCG(81, 1))
	ix := New(&keeper{by: map[store.ID]*store.Memory{}})
	ix.SetReplica(m)
	q := randomQuestion(1)
	var ids []store.ID
	for i := range 3*chunkRows + 10 {
		memory := smallMemory(r)
		ids = append(ids, memory.ID)
		if err := ix.Add(memory); err != nil {
			t.Fatal(err)
		}
		if want := i / chunkRows; len(m.kept) != want {
			t.Fatalf("%d chunks were offered after %d memories, want %d", len(m.kept), i+1, want)
		}
	}
	mustSearch(t, ix, q)
	mustSearch(t, ix, q)
	one, two := m.looked[0], m.looked[1]
	if !slices.Equal(one, []uint64{1, 2, 3, 0}) || &one[0] != &two[0] {
		t.Errorf("looked at %v, then at another list %v", one, two)
	}
	for i, c := range m.kept {
		if c.Number != uint64(i+1) || c.IDs[5] != ids[i*chunkRows+5] || c.Cold {
			t.Errorf("chunk %d is number %d", i, c.Number)
		}
	}
	for _, id := range ids[chunkRows : chunkRows+300] { // more than a quarter of the second
		ix.Remove(id)
	}
	if !slices.Equal(m.dropped, []uint64{2}) || m.kept[1].Current() != nil || m.kept[0].Current() == nil {
		t.Errorf("dropped %v, and chunk 2 is still there or chunk 1 is not", m.dropped)
	}
	mustSearch(t, ix, q)
	if got := m.looked[2]; !slices.Equal(got, []uint64{1, 0, 3, 0}) || !slices.Equal(one, []uint64{1, 2, 3, 0}) {
		t.Errorf("looked at %v; the list of before is %v", got, one)
	}
	for range 2 * chunkRows { // the empty slot gets a chunk with another number
		if err := ix.Add(smallMemory(r)); err != nil {
			t.Fatal(err)
		}
	}
	var numbers []uint64
	for _, c := range m.kept {
		numbers = append(numbers, c.Number)
	}
	if slices.Sort(numbers); len(slices.Compact(numbers)) != len(m.kept) {
		t.Errorf("numbers %v are given twice", numbers)
	}
}

// An offered chunk is complete. When it turns cold, the old export is still complete, and Current has codes only.
func TestOfferedChunksAreWhole(t *testing.T) {
	m, made := &recorder{}, draw.NewTopics(4)
	shelf := &keeper{by: map[store.ID]*store.Memory{}}
	ix := New(shelf)
	ix.SetReplica(m)
	ix.Limit(1, &vault{keeper: shelf})
	var memories []*store.Memory
	for range chunkRows + 1 {
		memory := made.Memory(t)
		memories = append(memories, memory)
		if err := ix.Add(memory); err != nil {
			t.Fatal(err)
		}
	}
	c := m.kept[0]
	for r, memory := range memories[:chunkRows] {
		for i, p := range memory.Record {
			v, info := models.Space(i), models.Catalog[i]
			if info.Origin == models.FromTime {
				continue
			}
			same := true
			switch info.Kind {
			case models.Dense:
				d := c.Dense[denseOf[v]]
				same = slices.Equal(d.Rows[r*info.Width:][:info.Width], p.Int8) && d.Scales[r] == p.Scales[0]
			case models.Pair:
				a, b := c.Dense[causeColumn], c.Dense[effectColumn]
				same = slices.Equal(a.Rows[r*info.Width:][:info.Width], p.Int8[:info.Width]) && a.Scales[r] == p.Scales[0] &&
					slices.Equal(b.Rows[r*info.Width:][:info.Width], p.Int8[info.Width:]) && b.Scales[r] == p.Scales[1]
			case models.Binary:
				same = slices.Equal(c.Bits[r*bitWords:][:bitWords], p.Bits)
			case models.Terms:
				for _, term := range p.Terms {
					same = same && c.Terms[v].weightOf(term.ID, r) == term.Weight
				}
			}
			if !same || !c.Present[r].Has(v) {
				t.Fatalf("row %d: %v is not what was added", r, v)
			}
		}
		if c.IDs[r] != memory.ID || c.Times[r] != memory.Time.UnixNano() || c.Turns[r] != turnsOf(c.Times[r]) {
			t.Fatalf("row %d: id or time is not what was added", r)
		}
	}
	again := c.Current()
	if c.Cold || !again.Cold || again.Dense[denseOf[models.Semantic]].Rows != nil || again.Bits != nil || again.Dense[denseOf[models.Semantic]].Codes == nil || again.BitCode == nil {
		t.Error("the chunk was offered cold, or its values are still there, or its codes are not")
	}
}
