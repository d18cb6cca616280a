package suite

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// mixed stores ten memories in two namespaces, and forgets or purges some of them. It returns the live ones.
func mixed(t *testing.T, s store.Store) (live map[store.ID]*store.Memory) {
	t.Helper()
	live = map[store.ID]*store.Memory{}
	for n := range 10 {
		m := Sample(n)
		if n%3 == 0 {
			m.Namespace = "home"
		}
		if n == 4 {
			m.Record[models.Code] = fingerprint.Packed{}
		}
		apply(t, s, Remember(m))
		live[m.ID] = m
	}
	for i, n := range []int{7, 2, 6} { // the order of forgetting is not that of the ids
		apply(t, s, store.Command{Op: store.OpForget, ID: ID(n), At: later.Add(time.Duration(i) * time.Hour)})
		delete(live, ID(n))
	}
	apply(t, s, Purge(ID(5), 0))
	delete(live, ID(5))
	return live
}

// isItself: a store has an identity, which does not change with writes.
func isItself(t *testing.T, s store.Store) {
	before, err := s.Identity()
	if err != nil || len(before) == 0 {
		t.Fatalf("identity %x, error %v", before, err)
	}
	mixed(t, s)
	if after, err := s.Identity(); err != nil || !slices.Equal(before, after) {
		t.Errorf("identity %x became %x, error %v", before, after, err)
	}
}

// counts: the store's counts of its namespaces are right.
func counts(t *testing.T, s store.Store) {
	mixed(t, s)
	info, err := s.Info(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]store.NamespaceInfo{"home": {Live: 3, Forgotten: 1}, "work": {Live: 3, Forgotten: 2}}
	if !maps.Equal(info.Namespaces, want) || info.Live() != 6 {
		t.Errorf("namespaces %v with %d live memories, want %v with 6", info.Namespaces, info.Live(), want)
	}
	for namespace, n := range map[string]int{"home": 3, "work": 3, "nowhere": 0} {
		if got, err := s.Live(context.Background(), namespace); got != n || err != nil {
			t.Errorf("namespace %q has %d live memories, error %v; want %d", namespace, got, err, n)
		}
	}
}

// forgottenInOrder: forgotten memories are returned in the order in which they were forgotten; only those before a time, and no
// restored ones.
func forgottenInOrder(t *testing.T, s store.Store) {
	mixed(t, s)
	ctx := context.Background()
	list := func(before time.Time, limit int) (out []store.ID) {
		t.Helper()
		all, err := s.Forgotten(ctx, before, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			out = append(out, f.ID)
		}
		return out
	}
	for _, c := range []struct {
		before time.Time
		limit  int
		want   []int
	}{
		{later.Add(3 * time.Hour), 9, []int{7, 2, 6}}, {later.Add(3 * time.Hour), 2, []int{7, 2}}, {later.Add(2 * time.Hour), 9, []int{7, 2}}, {later, 9, nil}, {later.Add(3 * time.Hour), 0, nil},
	} {
		var want []store.ID
		for _, n := range c.want {
			want = append(want, ID(n))
		}
		if got := list(c.before, c.limit); !slices.Equal(got, want) {
			t.Errorf("before %v, at most %d: %v, want %v", c.before, c.limit, got, want)
		}
	}
	apply(t, s, store.Command{Op: store.OpRestore, ID: ID(7), At: later}, Purge(ID(2), 0))
	if got := list(later.Add(3*time.Hour), 9); !slices.Equal(got, []store.ID{ID(6)}) {
		t.Errorf("after a restore and a purge %v are forgotten, want %v alone", got, ID(6))
	}
}

// reportsPurged: the store reports a purged id until the id is stored again.
func reportsPurged(t *testing.T, s store.Store) {
	mixed(t, s)
	asked := []store.ID{ID(5), ID(1), ID(99), ID(7)}
	if got, err := s.Purged(context.Background(), asked...); err != nil || !slices.Equal(got, []store.ID{ID(5)}) {
		t.Errorf("purged are %v, error %v; want %v", got, err, ID(5))
	}
	again := Sample(5)
	again.Version = 9
	apply(t, s, Remember(again))
	if got, err := s.Purged(context.Background(), asked...); err != nil || len(got) != 0 {
		t.Errorf("purged are %v, error %v; want none after it was stored again", got, err)
	}
}

// readsValues: values equal those of Get; an unknown id has an empty record.
func readsValues(t *testing.T, s store.Store) {
	mixed(t, s)
	ctx, spaces := context.Background(), models.SetOf(models.Code, models.HDC, models.LateInteraction)
	asked := []store.ID{ID(4), ID(99), ID(1), ID(5), ID(7)}
	got, err := s.Values(ctx, spaces, asked)
	if err != nil || len(got) != len(asked) {
		t.Fatalf("%d records, error %v; want %d", len(got), err, len(asked))
	}
	many, err := s.Get(ctx, store.Parts{Spaces: spaces}, asked...)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range many {
		want := &store.Memory{}
		if m != nil {
			want.Record = m.Record
		}
		if d := Difference(&store.Memory{Record: got[i]}, want); d != "" {
			t.Errorf("memory %s: %s", asked[i], d)
		}
	}
}

// loads: each live memory is returned once, with the requested parts; an error of fn ends Load.
func loads(t *testing.T, s store.Store) {
	live, parts := mixed(t, s), store.Parts{Content: true, Spaces: models.SetOf(models.Code, models.Semantic)}
	var mu sync.Mutex
	got := map[store.ID]*store.Memory{}
	err := s.Load(context.Background(), parts, 3, store.Each(func(worker int, m *store.Memory) error {
		mu.Lock()
		defer mu.Unlock()
		if got[m.ID] != nil || worker < 0 || worker > 2 {
			t.Errorf("memory %s came twice, or from worker %d", m.ID, worker)
		}
		got[m.ID] = m.Clone(parts)
		return nil
	}))
	if err != nil || len(got) != len(live) {
		t.Fatalf("%d memories, error %v; want %d", len(got), err, len(live))
	}
	for id, m := range live {
		if got[id] == nil {
			t.Errorf("memory %s did not come", id)
		} else if d := Difference(got[id], m.Clone(parts)); d != "" {
			t.Errorf("memory %s: %s", id, d)
		}
	}
	failed := errors.New("failed")
	if err := s.Load(context.Background(), parts, 2, func(int, []*store.Memory) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("error %v, want that of the function", err)
	}
}

// wholeWithout: if nothing is damaged, a caller that accepts damage gets no report and the same memories.
func wholeWithout(t *testing.T, s store.Store) {
	live, ctx := mixed(t, s), context.Background()
	parts := Everything
	parts.Unread = func(u store.Unread) { t.Errorf("reported %+v", u) }
	var mu sync.Mutex
	loaded := map[store.ID]bool{}
	err := s.Load(ctx, parts, 2, store.Each(func(_ int, m *store.Memory) error {
		mu.Lock()
		defer mu.Unlock()
		loaded[m.ID] = true
		return nil
	}))
	if err != nil || len(loaded) != len(live) {
		t.Errorf("load: %d memories, error %v; want %d", len(loaded), err, len(live))
	}
	scanned := 0
	err = s.Scan(ctx, store.Range{}, parts, func(m *store.Memory) (bool, error) {
		scanned++
		if d := Difference(m, live[m.ID]); d != "" {
			t.Errorf("scan %s: %s", m.ID, d)
		}
		return true, nil
	})
	if err != nil || scanned != len(live) {
		t.Errorf("scan: %d memories, error %v; want %d", scanned, err, len(live))
	}
	for id, want := range live {
		if got, err := s.Get(ctx, parts, id, ID(9999)); err != nil || got[0] == nil || got[1] != nil || Difference(got[0], want) != "" {
			t.Errorf("get %s: %v, error %v", id, got, err)
		}
	}
	failed := errors.Join(errors.New("failed"), store.ErrDamaged) // an error of the caller, not damage of the store
	if err := s.Scan(ctx, store.Range{}, parts, func(*store.Memory) (bool, error) { return false, failed }); !errors.Is(err, failed) {
		t.Errorf("scan: error %v, want that of the function", err)
	}
	if err := s.Load(ctx, parts, 1, func(int, []*store.Memory) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("load: error %v, want that of the function", err)
	}
}

// binds: the first models are stored, others are refused, and the same ones are accepted.
func binds(t *testing.T, s store.Store) {
	ctx := context.Background()
	if bound, err := s.Bound(ctx); bound != nil || err != nil {
		t.Fatalf("a new store is tied to %v, error %v", bound, err)
	}
	hashes := Sample(1).ModelHashes
	for range 2 {
		if err := s.Bind(ctx, "compact", hashes); err != nil {
			t.Fatal(err)
		}
	}
	bound, err := s.Bound(ctx)
	if err != nil || bound == nil || bound.Profile != "compact" || bound.ModelHashes != hashes {
		t.Fatalf("tied to %+v, error %v", bound, err)
	}
	if info, err := s.Info(ctx); err != nil || info.Profile != "compact" {
		t.Errorf("profile %q, error %v", info.Profile, err)
	}
	other := hashes
	other[models.Code][0]++
	if got := bound.Differ(other); got != models.SetOf(models.Code) {
		t.Errorf("models of %v differ, want of %v", got.Spaces(), models.Code)
	}
	for name, err := range map[string]error{"another model": s.Bind(ctx, "compact", other), "another profile": s.Bind(ctx, "full", hashes)} {
		if !errors.Is(err, store.ErrProfile) {
			t.Errorf("%s: error %v, want ErrProfile", name, err)
		}
	}
}
