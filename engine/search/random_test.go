package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// randomMemory makes a memory with labels from small sets.
func randomMemory(t testing.TB, r *rand.Rand, absent float64) *store.Memory {
	t.Helper()
	values := draw.Values(r, absent)
	m := &store.Memory{
		ID: draw.ID(r), Version: 1, Namespace: []string{"a", "b"}[r.IntN(2)], Modality: []string{"text", "code"}[r.IntN(2)],
		SessionID: []string{"", "s1", "s2"}[r.IntN(3)], Source: []string{"", "x", "x.jsonl", "x.jsonl:4"}[r.IntN(4)],
		Time: draw.Epoch.Add(-time.Duration(r.Int64N(int64(400 * 24 * time.Hour)))),
	}
	for _, tag := range []string{"red", "green", "blue"} {
		if r.IntN(2) == 0 {
			m.Tags = append(m.Tags, tag)
		}
	}
	for i := range values {
		p, err := fingerprint.Pack(models.Space(i), values[i])
		if err != nil {
			t.Fatal(err)
		}
		m.Record[i] = p
	}
	return m
}

// keeper is a token source over memories in a map.
type keeper struct {
	mu sync.Mutex
	by map[store.ID]*store.Memory
}

func (k *keeper) TokenVectors(_ context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		if m := k.by[id]; m != nil {
			out[i] = m.Record[models.LateInteraction]
		}
	}
	return out, nil
}

// randomIndex returns an index of n memories, and the memories.
func randomIndex(t testing.TB, seed uint64, n int, absent float64) (*Index, map[store.ID]*store.Memory) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 99))
	k := &keeper{by: map[store.ID]*store.Memory{}}
	ix := New(k)
	for range n {
		m := randomMemory(t, r, absent)
		k.by[m.ID] = m
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	return ix, k.by
}

func randomQuestion(seed uint64) *Question {
	r := rand.New(rand.NewPCG(seed, 7))
	q := &Question{Values: draw.Values(r, 0), Time: draw.Epoch, TopK: 10, Ranks: true}
	for i := range q.Weights {
		q.Weights[i] = 0.05 + r.Float64()
	}
	return q
}

func mustSearch(t testing.TB, ix *Index, q *Question) *Ranking {
	t.Helper()
	got, err := ix.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// sameHits compares ids and scores.
func sameHits(a, b []Hit) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d hits, want %d", len(a), len(b))
	}
	for i := range a {
		if a[i].ID != b[i].ID || a[i].Score != b[i].Score || !slices.Equal(a[i].Rank[:], b[i].Rank[:]) {
			return fmt.Errorf("hit %d is %v (%v), want %v (%v)", i, a[i].ID, a[i].Score, b[i].ID, b[i].Score)
		}
	}
	return nil
}
