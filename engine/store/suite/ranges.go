package suite

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"asterism/engine/store"
)

// placed stores memories whose orders by id, by time and by namespace all differ.
func placed(t *testing.T, s store.Store) (all []*store.Memory) {
	spaces := []string{"a", "a\x00", "a\x00b", "ab", "\u00ff", "b"}
	for n := range 60 {
		m := Sample(n)
		m.Namespace = spaces[n*7%len(spaces)]
		m.Time = start.Add(time.Duration(n*31%13-6) * 100 * time.Hour)
		all = append(all, m)
		apply(t, s, Remember(m))
		if n%9 == 4 {
			m.Deleted = later
			apply(t, s, store.Command{Op: store.OpForget, ID: m.ID, At: later})
		}
	}
	return all
}

// expect computes the result of a range in the simplest way.
func expect(all []*store.Memory, r store.Range) []store.ID {
	var in []*store.Memory
	for _, m := range all {
		switch {
		case r.Namespace != "" && m.Namespace != r.Namespace,
			!r.After.IsZero() && m.Time.Before(r.After),
			!r.Before.IsZero() && !m.Time.Before(r.Before),
			!m.Deleted.IsZero() && !r.Deleted:
		default:
			in = append(in, m)
		}
	}
	slices.SortFunc(in, func(a, b *store.Memory) int {
		if a.Namespace != b.Namespace {
			return bytes.Compare([]byte(a.Namespace), []byte(b.Namespace))
		}
		d := a.Time.Compare(b.Time)
		if d == 0 {
			d = bytes.Compare(a.ID[:], b.ID[:])
		}
		if r.Reverse {
			d = -d
		}
		return d
	})
	return ids(in)
}

func ranges() (out []store.Range) {
	for _, ns := range []string{"", "a", "a\x00", "ab", "\u00ff", "none"} {
		for _, after := range []time.Time{{}, start, start.Add(-500 * time.Hour)} {
			for _, before := range []time.Time{{}, start, start.Add(300 * time.Hour)} {
				for _, flags := range []int{0, 1, 2, 3} {
					out = append(out, store.Range{Namespace: ns, After: after, Before: before, Reverse: flags&1 == 1, Deleted: flags&2 == 2})
				}
			}
		}
	}
	return out
}

func scans(t *testing.T, s store.Store) {
	all := placed(t, s)
	for _, r := range ranges() {
		if got, want := ids(scan(t, s, r)), expect(all, r); !slices.Equal(got, want) {
			t.Errorf("range %+v: visits %d, want %d, or in another order", r, len(got), len(want))
		}
	}
}

// pages reads every range in pages: each page starts after the last place of the one before.
func pages(t *testing.T, s store.Store) {
	all := placed(t, s)
	for _, r := range ranges() {
		want := expect(all, r)
		var got []store.ID
		for {
			var page []*store.Memory
			err := s.Scan(context.Background(), r, store.Parts{}, func(m *store.Memory) (bool, error) {
				page = append(page, m)
				return len(page) < 7, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 || len(got) > len(want) {
				break
			}
			got = append(got, ids(page)...)
			place := page[len(page)-1].Cursor()
			r.From = &place
		}
		if !slices.Equal(got, want) {
			t.Errorf("range %+v: pages visit %d, want %d, or in another order", r, len(got), len(want))
		}
	}
}

func consistent(t *testing.T, s store.Store) {
	for n := range 10 {
		apply(t, s, Remember(Sample(n)))
	}
	var seen []store.ID
	err := s.Scan(context.Background(), store.Range{}, Everything, func(m *store.Memory) (bool, error) {
		seen = append(seen, m.ID)
		if len(seen) == 1 { // inside a scan: neither may see the other's changes, nor wait for it
			apply(t, s, Remember(Sample(20)), Purge(ID(9), 0), store.Command{Op: store.OpForget, ID: ID(8), At: later})
		}
		if d := Difference(m, Sample(int(m.ID[15])).Clone(Everything)); d != "" {
			t.Errorf("memory %s: %s", m.ID, d)
		}
		return true, nil
	})
	if err != nil || len(seen) != 10 {
		t.Errorf("visited %d memories, want the 10 that were there; error %v", len(seen), err)
	}
	if got := scan(t, s, store.Range{}); len(got) != 9 {
		t.Errorf("a new scan visits %d memories, want 9", len(got))
	}
}

func stops(t *testing.T, s store.Store) {
	for n := range 5 {
		apply(t, s, Remember(Sample(n)))
	}
	own := errors.New("of the caller")
	calls := 0
	err := s.Scan(context.Background(), store.Range{}, store.Parts{}, func(*store.Memory) (bool, error) {
		calls++
		return true, own
	})
	if !errors.Is(err, own) || calls != 1 {
		t.Errorf("%d calls, error %v; want one call and the caller's error", calls, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	calls = 0
	err = s.Scan(ctx, store.Range{}, store.Parts{}, func(*store.Memory) (bool, error) {
		calls++
		cancel()
		return true, nil
	})
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("%d calls, error %v; want one call and context.Canceled", calls, err)
	}
}

func finds(t *testing.T, s store.Store) {
	one, two, elsewhere := Sample(1), Sample(2), Sample(3)
	two.TextHash, elsewhere.TextHash = one.TextHash, one.TextHash
	elsewhere.Namespace = "work2"
	apply(t, s, Remember(one), Remember(two), Remember(elsewhere))
	check := func(namespace string, want store.ID, found bool) {
		t.Helper()
		id, ok, err := s.Find(context.Background(), namespace, one.TextHash)
		if err != nil || ok != found || ok && id != want {
			t.Errorf("%s: found %v %s, error %v; want %v %s", namespace, ok, id, err, found, want)
		}
	}
	check("work", one.ID, true)
	check("work2", elsewhere.ID, true)
	check("wor", store.ID{}, false)
	apply(t, s, store.Command{Op: store.OpForget, ID: one.ID, At: later})
	check("work", two.ID, true)
	apply(t, s, Purge(two.ID, 0))
	check("work", store.ID{}, false)
	if _, ok, _ := s.Find(context.Background(), "work", [32]byte{1}); ok {
		t.Error("found a text that was not stored")
	}
	finds := func(namespace string, stop int, want ...*store.Memory) {
		t.Helper()
		var got []*store.Memory
		err := s.Same(context.Background(), namespace, one.TextHash, func(m *store.Memory) (bool, error) {
			got = append(got, m)
			return len(got) < stop, nil
		})
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: %d memories have the text, error %v; want %d", namespace, len(got), err, len(want))
		}
		for i, m := range want {
			if d := Difference(got[i], m.Clone(store.Parts{})); d != "" {
				t.Errorf("%s: %s", namespace, d)
			}
		}
	}
	four := Sample(4)
	four.TextHash, one.Deleted = one.TextHash, later
	apply(t, s, Remember(four))
	finds("work", 9, one, four)
	finds("work", 1, one)
	finds("work2", 9, elsewhere)
	failed := errors.New("failed")
	if err := s.Same(context.Background(), "work", one.TextHash, func(*store.Memory) (bool, error) { return true, failed }); !errors.Is(err, failed) {
		t.Errorf("error %v, want the caller's", err)
	}
}
