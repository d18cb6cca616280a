package chronicle

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"

	"pgregory.net/rapid"
)

// each runs a test over every store.
func each(t *testing.T, test func(t *testing.T, reopen func() store.Shelves)) {
	t.Run("inmemory", func(t *testing.T) {
		s := store.NewInMemory()
		test(t, func() store.Shelves { return s })
	})
	t.Run("rocks", func(t *testing.T) {
		dir := t.TempDir()
		var open *rocks.Store
		closed := func() {
			if open != nil {
				if err := open.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Cleanup(closed)
		test(t, func() store.Shelves {
			closed()
			s, err := rocks.Open(context.Background(), rocks.Options{Dir: dir, CacheBytes: 8 << 20})
			if err != nil {
				t.Fatal(err)
			}
			open = s
			return s
		})
	})
}

type happened struct {
	At   time.Time `json:"at"`
	What string    `json:"what"`
}

func TestEventsAreKeptAndBounded(t *testing.T) {
	each(t, func(t *testing.T, reopen func() store.Shelves) {
		ctx, key := context.Background(), []byte("test\x00thing")
		var want []happened
		for i := range 9 {
			s := reopen()
			k, err := Read[happened](ctx, s, key)
			if err != nil || len(k.Events) != min(i, 4) || k.Gone != max(0, i-4) || i > 0 && !reflect.DeepEqual(k.Events, want[k.Gone:]) {
				t.Fatalf("after %d events: %+v, %v", i, k, err)
			}
			want = append(want, happened{time.Unix(int64(i), 0).UTC(), fmt.Sprint(i)})
			k.Add(4, want[i])
			entry, err := k.Entry(key)
			if err == nil {
				err = s.Put(ctx, entry)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if k, err := Read[happened](ctx, reopen(), []byte("test\x00other")); err != nil || len(k.Events) != 0 || k.Gone != 0 {
			t.Errorf("a thing to which nothing happened: %+v, %v", k, err)
		}
	})
}

// TestSinceIsTheFirstOpening: the time is written once, and later openings return the same.
func TestSinceIsTheFirstOpening(t *testing.T) {
	each(t, func(t *testing.T, reopen func() store.Shelves) {
		first := time.Date(2026, 3, 1, 12, 0, 0, 5, time.UTC)
		for i := range 3 {
			if got, err := Since(context.Background(), reopen(), first.Add(time.Duration(i)*time.Hour)); err != nil || !got.Equal(first) {
				t.Errorf("opening %d: kept since %v, %v", i, got, err)
			}
		}
	})
}

// TestPagesTogetherAreAll: pages of any size together contain all events once, the newest first.
func TestPagesTogetherAreAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := Kept[int]{}
		n, most := rapid.IntRange(0, 50).Draw(t, "events"), rapid.IntRange(1, 20).Draw(t, "page")
		for i := range n {
			k.Add(1000, i)
		}
		var all []int
		for from, more := 0, true; more; {
			page, next := k.Page(from, most)
			if len(page) > most {
				t.Fatalf("a page of %d", len(page))
			}
			all, from, more = append(all, page...), next, next > 0
		}
		for i, e := range all {
			if e != n-1-i {
				t.Fatalf("pages: %v", all)
			}
		}
		if page, next := k.Page(n+3, most); len(all) != n || page != nil || next != 0 {
			t.Fatalf("%d of %d events; behind the end %v, %d", len(all), n, page, next)
		}
	})
}

func TestDamagedAndNewerEvents(t *testing.T) {
	for text, want := range map[string]error{"": store.ErrDamaged, "{": store.ErrDamaged, `{"v":1,"gone":-1}`: store.ErrDamaged, `{"v":0}`: store.ErrDamaged, `{"v":2}`: store.ErrNewer, `{"v":1} x`: store.ErrDamaged} {
		if _, err := Parse[happened]([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"v":1,"gone":3,"events":[{"at":"2026-01-01T00:00:00Z","what":"x"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		k, err := Parse[happened](b)
		if err != nil {
			return
		}
		entry, err := k.Entry([]byte("k"))
		if err != nil {
			t.Skip("a time that JSON cannot write")
		}
		again, err := Parse[happened](entry.Value)
		if err != nil || len(again.Events) != len(k.Events) || again.Gone != k.Gone {
			t.Fatalf("%+v became %+v, %v", k, again, err)
		}
	})
}
