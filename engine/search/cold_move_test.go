package search

import (
	"math"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// The rows of the oldest warm chunk are moved when too many of them died. Moving fills the tail, which can bring the index above its bound. The
// chunk must not turn cold before all of its rows are read.
func TestMovedRowsStayWarm(t *testing.T) {
	for name, lacks := range map[string]models.Set{"all spaces": 0, "without E9": models.Set(0).With(models.HDC)} {
		t.Run(name, func(t *testing.T) { movedRowsStayWarm(t, lacks) })
	}
}

func movedRowsStayWarm(t *testing.T, lacks models.Set) {
	made := draw.NewTopics(5)
	source := &vault{keeper: &keeper{by: map[store.ID]*store.Memory{}}}
	plain, cold := New(source), New(source)
	var ids []store.ID
	for range 4*chunkRows + 900 {
		m := made.Memory(t)
		for _, s := range lacks.Spaces() {
			m.Record[s] = fingerprint.Packed{}
		}
		source.by[m.ID], ids = m, append(ids, m.ID)
		if err := plain.Add(m); err != nil {
			t.Fatal(err)
		}
		if len(ids) == 4*chunkRows {
			cold.Limit(plain.MemoryBytes()*93/100, source) // one of the four has to turn cold
		}
	}
	for _, id := range ids {
		if err := cold.Add(source.by[id]); err != nil {
			t.Fatal(err)
		}
	}
	if got, oldest := cold.Cold(), cold.state.Load().chunks[0]; got != chunkRows || !oldest.cold.Load() {
		t.Fatalf("%d memories are cold, want the %d oldest", got, chunkRows)
	}
	for _, id := range ids[chunkRows : chunkRows+chunkRows/4+1] {
		plain.Remove(id)
		cold.Remove(id)
	}
	if cold.state.Load().chunks[1] != nil {
		t.Fatal("the rows were not moved")
	}
	if got := cold.Cold(); got != chunkRows {
		t.Errorf("%d memories are cold, want %d as before", got, chunkRows)
	}
	q := randomQuestion(1)
	q.Values, q.Exact, q.Ranks, q.TopK = *made.Values(), true, false, plain.Len()
	q.Weights[models.LateInteraction] = 0 // rounding of sums decides which memories E12 compares
	want := map[store.ID]Hit{}
	for _, h := range mustSearch(t, plain, q).Hits {
		want[h.ID] = h
	}
	got := mustSearch(t, cold, q).Hits
	if len(got) != len(want) {
		t.Errorf("%d found, want %d", len(got), len(want))
	}
	for _, h := range got {
		w := want[h.ID].Similarity
		for v, x := range h.Similarity {
			if x != w[v] && !(math.IsNaN(x) && math.IsNaN(w[v])) {
				t.Fatalf("%v: similarity %v in %v, want %v", h.ID, x, models.Space(v), w[v])
			}
		}
	}
}
