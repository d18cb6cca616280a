package suite

import (
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"asterism/engine/store"
)

// renewsAtRandom compares the store with the in-memory one over random commands in three renewals, one of them abandoned.
func renewsAtRandom(t *testing.T, s store.Store) {
	ctx, model, rng := context.Background(), store.NewInMemory(), rand.New(rand.NewPCG(3, 3))
	for round := range 3 {
		r := RenewalOf(renewedSpaces, byte(round+1))
		begin(t, s, r)
		begin(t, model, r)
		for range 80 {
			cmds := []store.Command{randomCommand(rng), Renew(rng.IntN(12), rng.Uint64N(9), r), randomCommand(rng)}
			if got, want := s.Apply(ctx, cmds...), model.Apply(ctx, cmds...); (got == nil) != (want == nil) {
				t.Fatalf("apply: error %v, want %v", got, want)
			}
		}
		if round == 1 {
			if err := errors.Join(s.AbandonRenewal(ctx), model.AbandonRenewal(ctx)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		sameUnrenewed(t, s, model)
		renewAll(t, s, r)
		renewAll(t, model, r)
		if err := errors.Join(s.EndRenewal(ctx), model.EndRenewal(ctx)); err != nil {
			t.Fatal(err)
		}
		sameMemories(t, s, model)
	}
}

// renewAll stores new values for every memory that lacks them.
func renewAll(t testing.TB, s store.Store, r store.Renewal) {
	t.Helper()
	ctx := context.Background()
	for behind := (store.ID{}); ; {
		missing, err := s.Unrenewed(ctx, behind, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(missing) == 0 {
			return
		}
		for _, id := range missing {
			m, err := store.One(ctx, s, store.Parts{}, id)
			if err != nil {
				t.Fatal(err)
			}
			apply(t, s, Renew(numberOf(id), m.Version, r))
		}
		behind = missing[len(missing)-1]
	}
}

// numberOf is the inverse of [ID].
func numberOf(id store.ID) int { return int(binary.BigEndian.Uint32(id[12:])) }

func sameUnrenewed(t *testing.T, s, model store.Store) {
	t.Helper()
	got, err := s.Unrenewed(context.Background(), store.ID{}, 100)
	want, werr := model.Unrenewed(context.Background(), store.ID{}, 100)
	if err != nil || werr != nil || !slices.Equal(got, want) {
		t.Errorf("without new values: %v, error %v; want %v, error %v", got, err, want, werr)
	}
}

func sameMemories(t *testing.T, s, model store.Store) {
	t.Helper()
	got, want := scan(t, s, store.Range{Deleted: true}), scan(t, model, store.Range{Deleted: true})
	if !slices.Equal(ids(got), ids(want)) {
		t.Fatalf("memories %v, want %v", ids(got), ids(want))
	}
	for _, m := range want {
		mustBe(t, s, get(t, model, m.ID))
	}
}

// renewsBesideWriters renews while others write and read: at the end every memory has the new values of its last version.
func renewsBesideWriters(t *testing.T, s store.Store) {
	const writers, each = 4, 40
	ctx, r := context.Background(), RenewalOf(renewedSpaces, 1)
	begin(t, s, r)
	var wg sync.WaitGroup
	var writing atomic.Int32
	writing.Store(writers)
	for w := range writers {
		wg.Go(func() {
			defer writing.Add(-1)
			for i := range each {
				m := Sample(w*each + i/2)
				m.Version = uint64(i%2 + 1)
				if err := s.Apply(ctx, Remember(m)); err != nil {
					t.Error(err)
				}
				if got, err := s.Get(ctx, Everything, m.ID); err != nil || Difference(got[0], m.Clone(Everything)) != "" {
					t.Errorf("memory %s does not serve its old values: %v", m.ID, err)
				}
			}
		})
	}
	for writing.Load() > 0 {
		renewAll(t, s, r)
	}
	wg.Wait()
	renewAll(t, s, r)
	if err := s.EndRenewal(ctx); err != nil {
		t.Fatal(err)
	}
	for w := range writers {
		for i := range each / 2 {
			m := Sample(w*each + i)
			m.Version = 2
			mustBe(t, s, after(m, Renew(w*each+i, 2, r).Renewed, r))
		}
	}
}

// renewalStops: a call whose context has ended, and a call to a closed store, change nothing.
func renewalStops(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(context.Background())
	apply(t, s, Remember(Sample(1)))
	r := RenewalOf(0, 1)
	begin(t, s, r)
	cancel()
	calls := func(ctx context.Context) map[string]error {
		_, now := s.Renewal(ctx)
		_, missing := s.Unrenewed(ctx, store.ID{}, 1)
		return map[string]error{"begin": s.BeginRenewal(ctx, r), "renewal": now, "unrenewed": missing, "end": s.EndRenewal(ctx), "abandon": s.AbandonRenewal(ctx)}
	}
	for name, err := range calls(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
	}
	if now, err := s.Renewal(context.Background()); err != nil || now == nil {
		t.Errorf("a cancelled call ended the renewal: %v", err)
	}
	mustBe(t, s, Sample(1).Clone(Everything))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, err := range calls(context.Background()) {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s: error %v, want ErrClosed", name, err)
		}
	}
}
