package warm

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

const patience = time.Minute // reached only if a test fails

// source is a store that the test writes as a log would.
type source struct {
	store.Store
	mu    sync.Mutex
	place uint64
	fns   []func(uint64, *store.Write)
}

func (s *source) Applied() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.place
}

func (s *source) OnApplied(fn func(uint64, *store.Write)) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fns = append(s.fns, fn)
	return func() {}
}

func (s *source) write(t *testing.T, w store.Write) {
	t.Helper()
	if err := w.On(t.Context(), s.Store); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.place++
	for _, fn := range s.fns {
		fn(s.place, &w)
	}
}

// view is the view of the follower.
type view struct {
	mu        sync.Mutex
	versions  map[store.ID]uint64
	hidden    []*store.Memory // as passed to Hide
	relearned atomic.Int32
}

func (v *view) of(s *source) View {
	return View{
		Store: s.Store,
		Show: func(m *store.Memory) error {
			v.mu.Lock()
			defer v.mu.Unlock()
			if m.Version > v.versions[m.ID] { // as an index does
				v.versions[m.ID] = m.Version
			}
			return nil
		},
		Hide: func(id store.ID, m *store.Memory) {
			v.mu.Lock()
			defer v.mu.Unlock()
			v.hidden = append(v.hidden, m)
			delete(v.versions, id)
		},
		Relearn: func(context.Context) error { v.relearned.Add(1); return nil },
	}
}

func (v *view) shows(id store.ID) uint64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.versions[id]
}

func begin(t *testing.T) (*source, *view, *Follower) {
	s, v := &source{Store: store.NewInMemory()}, &view{versions: map[store.ID]uint64{}}
	f := New(s)
	f.Hear()
	f.Begin(v.of(s))
	t.Cleanup(f.Close)
	return s, v, f
}

func remember(n int, version uint64) store.Write {
	m := suite.Sample(n)
	m.Version = version
	return store.Write{Commands: []store.Command{suite.Remember(m)}}
}

func one(op store.Op, n int, version uint64) store.Write {
	return store.Write{Commands: []store.Command{{Op: op, ID: suite.ID(n), Version: version, At: time.Unix(1000, 0)}}}
}

// TestTheViewIsAsTheStore: after a wait for its place, every write is visible.
func TestTheViewIsAsTheStore(t *testing.T) {
	s, v, f := begin(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	steps := []struct {
		name   string
		writes []store.Write
		want   uint64 // version shown; 0: none
	}{
		{"stored", []store.Write{remember(1, 3)}, 3},
		{"changed twice", []store.Write{remember(1, 4), remember(1, 5)}, 5},
		{"forgotten", []store.Write{one(store.OpForget, 1, 0)}, 0},
		{"restored", []store.Write{one(store.OpRestore, 1, 0)}, 5},
		{"forgotten for good", []store.Write{one(store.OpPurge, 1, 5)}, 0},
	}
	for _, step := range steps {
		for _, w := range step.writes {
			s.write(t, w)
		}
		if err := f.WaitFor(ctx, s.Applied()); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if got := v.shows(suite.ID(1)); got != step.want {
			t.Errorf("%s: version %d is shown, want %d", step.name, got, step.want)
		}
		if f.Shown() != s.Applied() {
			t.Errorf("%s: place %d is shown of %d", step.name, f.Shown(), s.Applied())
		}
	}
}

// TestLearnedIsReadAgain, and not for every entry: entries are written with each stored memory.
func TestLearnedIsReadAgain(t *testing.T) {
	s, v, f := begin(t)
	const entries = 200
	for range entries {
		s.write(t, store.Write{Entries: []store.Entry{{Shelf: store.ShelfState, Key: []byte("k"), Value: []byte("v")}}})
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := f.WaitFor(ctx, entries); err != nil {
		t.Fatal(err)
	}
	for v.relearned.Load() == 0 {
		if ctx.Err() != nil {
			t.Fatal("what was learned is not read again")
		}
		time.Sleep(time.Millisecond)
	}
	if n := v.relearned.Load(); n > entries/4 {
		t.Errorf("it was read %d times for %d entries", n, entries)
	}
}

// TestAStaleFollowerSaysSo: after the store changed to other models, or the view cannot be updated, waiting callers get an error.
func TestAStaleFollowerSaysSo(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, _, f := begin(t)
	f.applied(7, &store.Write{End: &store.RenewalDone{}})
	if err := f.WaitFor(ctx, 8); !errors.Is(err, ErrStale) || !errors.Is(f.Err(), ErrStale) {
		t.Errorf("after a renewal: %v", err)
	}
	s := &source{Store: store.NewInMemory()}
	broken := errors.New("no room")
	g := New(s)
	g.Hear()
	g.Begin(View{Store: s.Store, Show: func(*store.Memory) error { return broken }, Hide: func(store.ID, *store.Memory) {}})
	defer g.Close()
	s.write(t, remember(1, 1))
	if err := g.WaitFor(ctx, 1); !errors.Is(err, ErrStale) || !errors.Is(err, broken) {
		t.Errorf("when the view fails: %v", err)
	}
	waiting, stop := context.WithCancel(ctx)
	stop()
	_, _, h := begin(t)
	if err := h.WaitFor(waiting, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("when the caller leaves: %v", err)
	}
}

// TestAMemoryStoredAnewInOneGo: it was purged and stored again with a lower version before the view was updated; an index that was only shown the new one would keep the older,
// higher version.
func TestAMemoryStoredAnewInOneGo(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s, v := &source{Store: store.NewInMemory()}, &view{versions: map[store.ID]uint64{suite.ID(1): 5}}
	f := New(s)
	f.Hear()
	for _, w := range []store.Write{remember(1, 5), one(store.OpPurge, 1, 5), remember(1, 6), remember(1, 7)} {
		s.write(t, w)
	}
	v.versions[suite.ID(1)] = 9
	f.Begin(v.of(s))
	defer f.Close()
	if err := f.WaitFor(ctx, s.Applied()); err != nil {
		t.Fatal(err)
	}
	if got := v.shows(suite.ID(1)); got != 7 {
		t.Errorf("version %d is shown, want 7", got)
	}
}

// TestSettle: it returns when all received writes are visible, and an error if the view no longer follows the store.
func TestSettle(t *testing.T) {
	s, v, f := begin(t)
	for n := range 20 {
		s.write(t, remember(n, 1))
	}
	if err := f.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	for n := range 20 {
		if v.shows(suite.ID(n)) != 1 {
			t.Errorf("memory %d was received, and is not shown", n)
		}
	}
	f.mu.Lock()
	f.err = ErrStale
	f.mu.Unlock()
	if err := f.Settle(t.Context()); !errors.Is(err, ErrStale) {
		t.Errorf("what is stale has settled: %v", err)
	}
}

// TestWhatIsHiddenIsToldAsItIsStored: Hide gets a forgotten memory in its stored state, with its references to others, also after later changes; and nil
// for a purged one.
func TestWhatIsHiddenIsToldAsItIsStored(t *testing.T) {
	s, v, f := begin(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for i, w := range []store.Write{remember(1, 3), one(store.OpForget, 1, 0), one(store.OpPurge, 1, 3)} {
		s.write(t, w)
		if err := f.WaitFor(ctx, s.Applied()); err != nil {
			t.Fatal(err)
		}
		v.mu.Lock()
		hidden := v.hidden
		v.hidden = nil
		v.mu.Unlock()
		switch {
		case i == 1 && (len(hidden) != 1 || hidden[0] == nil || hidden[0].Deleted.IsZero() || hidden[0].ID != suite.ID(1)):
			t.Errorf("forgotten: %+v was passed to Hide", hidden)
		case i == 2 && (len(hidden) != 1 || hidden[0] != nil):
			t.Errorf("gone for good: %+v was passed to Hide", hidden)
		}
	}
}
