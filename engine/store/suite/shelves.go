package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"asterism/engine/store"
)

func entry(shelf store.Shelf, key, value string) store.Entry {
	return store.Entry{Shelf: shelf, Key: []byte(key), Value: []byte(value)}
}

func put(t *testing.T, s store.Store, entries ...store.Entry) {
	t.Helper()
	if err := s.Put(context.Background(), entries...); err != nil {
		t.Fatal(err)
	}
}

// wantOn checks a value; nil: there must be none.
func wantOn(t *testing.T, s store.Store, shelf store.Shelf, key string, want []byte) {
	t.Helper()
	got, ok, err := s.Read(context.Background(), shelf, []byte(key))
	if err != nil || ok != (want != nil) || !bytes.Equal(got, want) || ok && got == nil {
		t.Errorf("%s %q: %q, %v, error %v; want %q", shelf, key, got, ok, err, want)
	}
}

// walk returns the entries that a walk visits, each as key=value.
func walk(t *testing.T, s store.Store, shelf store.Shelf, from, to []byte, reverse bool) (out []string) {
	t.Helper()
	err := s.Walk(context.Background(), shelf, from, to, reverse, func(key, value []byte) (bool, error) {
		out = append(out, fmt.Sprintf("%s=%s", key, value))
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func shelvesKeep(t *testing.T, s store.Store) {
	big := bytes.Repeat([]byte{0, 0xff, 7}, 100_000)
	value := []byte("first")
	put(t, s, store.Entry{Shelf: store.ShelfGoals, Key: []byte("a"), Value: value}, entry(store.ShelfUndo, "a", "other shelf"),
		entry(store.ShelfGoals, "empty", ""), store.Entry{Shelf: store.ShelfState, Key: []byte{0, 0xff, 0}, Value: big})
	value[0] = 'X' // the caller may reuse its bytes
	wantOn(t, s, store.ShelfGoals, "a", []byte("first"))
	wantOn(t, s, store.ShelfUndo, "a", []byte("other shelf"))
	wantOn(t, s, store.ShelfGoals, "empty", []byte{})
	wantOn(t, s, store.ShelfState, "\x00\xff\x00", big)
	for _, missing := range []string{"b", "", "aa"} {
		wantOn(t, s, store.ShelfGoals, missing, nil)
	}
	wantOn(t, s, store.ShelfHistory, "a", nil)
	put(t, s, entry(store.ShelfGoals, "a", "second"), entry(store.ShelfGoals, "a", "third"), entry(store.ShelfGoals, "b", "gone"),
		store.Entry{Shelf: store.ShelfGoals, Key: []byte("b")}, store.Entry{Shelf: store.ShelfUndo, Key: []byte("a")}, store.Entry{Shelf: store.ShelfUndo, Key: []byte("never there")})
	wantOn(t, s, store.ShelfGoals, "a", []byte("third"))
	wantOn(t, s, store.ShelfGoals, "b", nil)
	wantOn(t, s, store.ShelfUndo, "a", nil)
	got, _, _ := s.Read(context.Background(), store.ShelfGoals, []byte("a"))
	got[0] = 'X'
	wantOn(t, s, store.ShelfGoals, "a", []byte("third"))
	put(t, s) // an empty call
}

func shelvesRefuse(t *testing.T, s store.Store) {
	for name, e := range map[string]store.Entry{
		"no shelf":    {Shelf: -1, Key: []byte("k"), Value: []byte("v")},
		"fifth shelf": {Shelf: store.ShelfState + 1, Key: []byte("k"), Value: []byte("v")},
		"no key":      {Shelf: store.ShelfGoals, Value: []byte("v")},
		"long key":    {Shelf: store.ShelfGoals, Key: make([]byte, store.MaxShelfKeyBytes+1), Value: []byte("v")},
		"long value":  {Shelf: store.ShelfGoals, Key: []byte("k"), Value: make([]byte, store.MaxShelfValueBytes+1)},
	} {
		if err := s.Put(context.Background(), entry(store.ShelfGoals, "good", "v"), e); !errors.Is(err, store.ErrBadRecord) {
			t.Errorf("%s: error %v, want ErrBadRecord", name, err)
		}
	}
	wantOn(t, s, store.ShelfGoals, "good", nil)
	longest := entry(store.ShelfGoals, string(make([]byte, store.MaxShelfKeyBytes)), "v")
	put(t, s, longest)
	wantOn(t, s, store.ShelfGoals, string(longest.Key), longest.Value)
	_, _, look := s.Read(context.Background(), store.ShelfState+1, []byte("k"))
	walk := s.Walk(context.Background(), -1, nil, nil, false, nil)
	if !errors.Is(look, store.ErrBadRecord) || !errors.Is(walk, store.ErrBadRecord) {
		t.Errorf("a shelf that does not exist: look %v, walk %v, want ErrBadRecord", look, walk)
	}
}

// shelvesWalk compares walks over random bounds with a simple computation of their result, while entries are added and
// removed.
func shelvesWalk(t *testing.T, s store.Store) {
	rng := rand.New(rand.NewPCG(11, 4))
	key := func() string {
		b := make([]byte, rng.IntN(4)+1)
		for i := range b {
			b[i] = []byte{0, 1, 'a', 0xff}[rng.IntN(4)]
		}
		return string(b)
	}
	kept := map[string]string{}
	for n := range 120 {
		e := entry(store.ShelfHistory, key(), fmt.Sprint("value ", n))
		kept[string(e.Key)] = string(e.Value)
		if rng.IntN(3) == 0 {
			e.Value = nil
			delete(kept, string(e.Key))
		}
		put(t, s, e, entry(store.ShelfGoals, key(), "not of this shelf"))
		from, to, reverse := randomBound(rng, key), randomBound(rng, key), rng.IntN(2) == 0
		var want []string
		for k, v := range kept {
			if k >= string(from) && (to == nil || k < string(to)) {
				want = append(want, k+"="+v)
			}
		}
		slices.SortFunc(want, func(a, b string) int { return bytes.Compare([]byte(cutValue(a)), []byte(cutValue(b))) })
		if reverse {
			slices.Reverse(want)
		}
		if got := walk(t, s, store.ShelfHistory, from, to, reverse); !slices.Equal(got, want) {
			t.Fatalf("from %x to %x, reverse %v: %q, want %q", from, to, reverse, got, want)
		}
	}
}

// randomBound returns nil, an empty key, or a key.
func randomBound(rng *rand.Rand, key func() string) []byte {
	switch rng.IntN(6) {
	case 0:
		return nil
	case 1:
		return []byte{}
	}
	return []byte(key())
}

// cutValue returns the key of an entry of walk; no key contains an equals sign.
func cutValue(line string) string {
	key, _, _ := bytes.Cut([]byte(line), []byte("="))
	return string(key)
}

func shelvesStop(t *testing.T, s store.Store) {
	for n := range 600 {
		put(t, s, entry(store.ShelfState, fmt.Sprintf("%03d", n), "v"))
	}
	calls, failed := 0, errors.New("failed")
	err := s.Walk(context.Background(), store.ShelfState, nil, nil, true, func([]byte, []byte) (bool, error) { calls++; return calls < 3, nil })
	if calls != 3 || err != nil {
		t.Errorf("%d calls, error %v; want 3 calls", calls, err)
	}
	err = s.Walk(context.Background(), store.ShelfState, nil, nil, false, func([]byte, []byte) (bool, error) { return true, failed })
	if !errors.Is(err, failed) {
		t.Errorf("error %v, want that of the function", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	calls = 0
	err = s.Walk(ctx, store.ShelfState, nil, nil, false, func([]byte, []byte) (bool, error) { calls++; cancel(); return true, nil })
	if calls >= 600 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d calls after the context ended, error %v; want context.Canceled before the end", calls, err)
	}
}

// shelvesOneState puts and removes during a walk: the walk sees neither.
func shelvesOneState(t *testing.T, s store.Store) {
	put(t, s, entry(store.ShelfUndo, "a", "1"), entry(store.ShelfUndo, "b", "1"), entry(store.ShelfUndo, "d", "1"))
	var got []string
	err := s.Walk(context.Background(), store.ShelfUndo, nil, nil, false, func(key, value []byte) (bool, error) {
		got = append(got, fmt.Sprintf("%s=%s", key, value))
		return true, s.Put(context.Background(), entry(store.ShelfUndo, "b", "2"), entry(store.ShelfUndo, "c", "2"), store.Entry{Shelf: store.ShelfUndo, Key: []byte("d")})
	})
	if want := []string{"a=1", "b=1", "d=1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("walked over %v, error %v; want %v", got, err, want)
	}
	if got, want := walk(t, s, store.ShelfUndo, nil, nil, false), []string{"a=1", "b=2", "c=2"}; !slices.Equal(got, want) {
		t.Errorf("walked over %v afterwards, want %v", got, want)
	}
}

// shelvesManyWriters puts pairs of entries from many goroutines; no reader ever sees half of a pair.
func shelvesManyWriters(t *testing.T, s store.Store) {
	const writers, each = 8, 20
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				value := fmt.Sprint(w, i)
				if err := s.Put(context.Background(), entry(store.ShelfGoals, "x", value), entry(store.ShelfGoals, "y", value), entry(store.ShelfHistory, value, "v")); err != nil {
					t.Error(err)
				}
				var pair []string
				err := s.Walk(context.Background(), store.ShelfGoals, nil, nil, false, func(_, value []byte) (bool, error) { pair = append(pair, string(value)); return true, nil })
				if err != nil || len(pair) != 2 || pair[0] != pair[1] {
					t.Errorf("saw %v, error %v; want two that are equal", pair, err)
				}
			}
		})
	}
	wg.Wait()
	if got := walk(t, s, store.ShelfHistory, nil, nil, false); len(got) != writers*each {
		t.Errorf("%d entries, want %d", len(got), writers*each)
	}
}
