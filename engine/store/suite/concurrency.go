package suite

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
)

// manyWriters stores from 16 goroutines at once: everything that was acknowledged is stored
// completely.
func manyWriters(t *testing.T, s store.Store) {
	const writers, each = 16, 20
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				m := Sample(w*each + i)
				if err := s.Apply(context.Background(), Remember(m)); err != nil {
					t.Error(err)
				} else if got, err := s.Get(context.Background(), Everything, m.ID); err != nil || Difference(got[0], m.Clone(Everything)) != "" {
					t.Errorf("memory %s was acknowledged and did not come back: %v", m.ID, err)
				}
			}
		})
	}
	wg.Wait()
	if got := scan(t, s, store.Range{}); len(got) != writers*each {
		t.Errorf("%d memories, want %d", len(got), writers*each)
	}
}

// oneID lets many writers write many versions of one memory: only the highest remains.
func oneID(t *testing.T, s store.Store) {
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			for i := range 10 {
				m := Sample(1)
				m.Version = uint64(i*16 + w + 1)
				m.Time = start.Add(time.Duration(m.Version) * time.Second)
				m.TextHash[0] = byte(m.Version)
				m.Source = fmt.Sprint("version ", m.Version)
				if err := s.Apply(context.Background(), Remember(m)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	got := scan(t, s, store.Range{Deleted: true})
	if len(got) != 1 || got[0].Version != 160 || got[0].Source != "version 160" {
		t.Errorf("%d memories in the order of time, want version 160 only", len(got))
	}
	for v := range 160 {
		hash := Sample(1).TextHash
		hash[0] = byte(v + 1)
		if _, ok, err := s.Find(context.Background(), "work", hash); err != nil || ok != (v == 159) {
			t.Fatalf("version %d is found by its text: %v, error %v", v+1, ok, err)
		}
	}
}

// random carries out random commands and compares with [store.InMemory] after each call.
func random(t *testing.T, s store.Store) {
	ctx := context.Background()
	model := store.NewInMemory()
	rng := rand.New(rand.NewPCG(42, 42))
	for range 150 {
		var cmds []store.Command
		for range 1 + rng.IntN(4) {
			cmds = append(cmds, randomCommand(rng))
		}
		got, want := s.Apply(ctx, cmds...), model.Apply(ctx, cmds...)
		if (got == nil) != (want == nil) {
			t.Fatalf("apply: error %v, want %v", got, want)
		}
	}
	var want []*store.Memory
	collect := func(m *store.Memory) (bool, error) { want = append(want, m); return true, nil }
	if err := model.Scan(ctx, store.Range{Deleted: true}, Everything, collect); err != nil {
		t.Fatal(err)
	}
	err := s.Scan(ctx, store.Range{Deleted: true}, Everything, func(m *store.Memory) (bool, error) {
		if len(want) == 0 {
			return false, errors.New("more memories than there should be")
		}
		if d := Difference(m, want[0]); d != "" {
			t.Errorf("memory %s: %s", m.ID, d)
		}
		want = want[1:]
		return true, nil
	})
	if err != nil || len(want) != 0 {
		t.Errorf("%d memories are missing, error %v", len(want), err)
	}
	sameEdges(t, s, model, 12)
}

func randomCommand(rng *rand.Rand) store.Command {
	id := ID(rng.IntN(12))
	switch rng.IntN(13) {
	case 3, 4, 5, 6:
		c := Learn(rng.IntN(6), 6+rng.IntN(6), float32(rng.IntN(4))/4)
		c.ID, c.Other = c.Other, c.ID
		c.Kind = store.Undirected[rng.IntN(len(store.Undirected))]
		return c
	case 8:
		return Repeat(id, rng.Uint64N(9), 1+rng.Uint32N(3))
	case 7:
		return Align(id, rng.Uint64N(9), purposeOf(rng))
	case 0:
		return store.Command{Op: store.OpForget, ID: id, At: later.Add(time.Duration(rng.IntN(1e9)))}
	case 1:
		return store.Command{Op: store.OpRestore, ID: id}
	case 2:
		return Purge(id, rng.Uint64N(9))
	}
	m := Sample(rng.IntN(1000))
	m.ID, m.Version = id, rng.Uint64N(9)
	m.Namespace = string(rune('a' + rng.IntN(3)))
	for range rng.IntN(3) {
		m.Links = append(m.Links, ID(rng.IntN(12)))
	}
	for range rng.IntN(3) { // a link to itself is refused
		m.Supersedes = append(m.Supersedes, ID(rng.IntN(12)))
	}
	if rng.IntN(2) == 0 {
		m.ValidFrom = later
	}
	return Remember(m)
}

func cancelled(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Apply(ctx, Remember(Sample(1))); !errors.Is(err, context.Canceled) {
		t.Errorf("apply: error %v, want context.Canceled", err)
	}
	if err := s.Put(ctx, entry(store.ShelfGoals, "a", "v")); !errors.Is(err, context.Canceled) {
		t.Errorf("put: error %v, want context.Canceled", err)
	}
	wantOn(t, s, store.ShelfGoals, "a", nil)
	apply(t, s, Remember(Sample(2)))
	if _, err := s.Get(ctx, store.Parts{}, ID(2)); !errors.Is(err, context.Canceled) {
		t.Errorf("get: error %v, want context.Canceled", err)
	}
	if got := scan(t, s, store.Range{}); len(got) != 1 {
		t.Errorf("%d memories, want 1: a cancelled call stored something", len(got))
	}
}

func closed(t *testing.T, s store.Store) {
	apply(t, s, Remember(Sample(1)))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	_, getErr := s.Get(ctx, store.Parts{}, ID(1))
	_, _, findErr := s.Find(ctx, "work", [32]byte{})
	_, _, lookErr := s.Read(ctx, store.ShelfGoals, []byte("a"))
	_, _, edgesErr := s.Edges(ctx, ID(1))
	for name, err := range map[string]error{
		"apply": s.Apply(ctx, Remember(Sample(2))), "get": getErr, "find": findErr, "look": lookErr, "edges": edgesErr,
		"put":     s.Put(ctx, entry(store.ShelfGoals, "a", "v")),
		"walk":    s.Walk(ctx, store.ShelfGoals, nil, nil, false, func([]byte, []byte) (bool, error) { return true, nil }),
		"learned": s.LearnedEdges(ctx, func(store.ID, store.ID, store.EdgeKind, float32, time.Time) (bool, error) { return true, nil }),
		"scan":    s.Scan(ctx, store.Range{}, store.Parts{}, func(*store.Memory) (bool, error) { return true, nil }),
	} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s: error %v, want ErrClosed", name, err)
		}
	}
}
