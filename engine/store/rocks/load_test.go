package rocks

import (
	"context"
	"errors"
	"sync"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

func TestLoadVisitsEachLiveMemoryOnce(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	ctx := context.Background()
	want := map[store.ID]*store.Memory{}
	var cmds []store.Command
	for n := range 1300 { // more than two chunks
		m := suite.Sample(n % 16)
		m.ID = suite.ID(n)
		switch n % 5 {
		case 1:
			m.Record[models.Code] = fingerprint.Packed{}
		case 2:
			m.Record = fingerprint.Record{}
		}
		cmds = append(cmds, suite.Remember(m))
		if n%7 == 3 {
			cmds = append(cmds, store.Command{Op: store.OpForget, ID: m.ID, At: m.Time})
		} else {
			want[m.ID] = m
		}
		if n%100 != 99 {
			continue
		}
		if err := s.Apply(ctx, cmds...); err != nil {
			t.Fatal(err)
		}
		if cmds = nil; n == 799 { // some memories are in files, some in memory
			if err := s.d.flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, parts := range []store.Parts{{}, {Spaces: models.All}, {Content: true, Spaces: models.SetOf(models.Code, models.HDC)}, suite.Everything} {
		got := map[store.ID]*store.Memory{}
		var mu sync.Mutex
		err := s.Load(ctx, parts, 3, store.Each(func(worker int, m *store.Memory) error {
			mu.Lock()
			defer mu.Unlock()
			if got[m.ID] != nil || worker < 0 || worker > 2 {
				t.Errorf("memory %s came twice, or from worker %d", m.ID, worker)
			}
			got[m.ID] = m.Clone(suite.Everything) // the arrays of its values are reused
			return nil
		}))
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d memories, want %d; error %v", len(got), len(want), err)
		}
		for id, m := range want {
			if d := suite.Difference(got[id], m.Clone(parts)); d != "" {
				t.Fatalf("memory %s: %s", id, d)
			}
		}
	}
	mine := errors.New("mine")
	if err := s.Load(ctx, store.Parts{Spaces: models.All}, 2, func(int, []*store.Memory) error { return mine }); !errors.Is(err, mine) {
		t.Errorf("error %v, want the caller's", err)
	}
	stop, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Load(stop, store.Parts{Spaces: models.All}, 2, func(int, []*store.Memory) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}
