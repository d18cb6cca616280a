package search

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestDaysAndStraysAreThoseOfBruteForce uses random memories, some of them removed.
func TestDaysAndStraysAreThoseOfBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	tokyo := time.FixedZone("east", 9*60*60)
	ix, all := New(nil), []*store.Memory{}
	for i := range 1500 { // more than a chunk
		m := randomMemory(t, r, .1)
		if i%7 == 0 {
			m.Time = time.Time{}
		}
		if i%11 == 0 {
			m.Time = time.Date(1969, 12, 31, 23, 59, 0, 0, time.UTC)
		}
		if i%5 != 0 {
			m.Purpose = purposeOf(float32(i%100) / 100)
		}
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
		if i%13 == 0 {
			ix.Remove(m.ID)
			continue
		}
		all = append(all, m)
	}
	for _, f := range []Filter{{}, {Namespace: "a"}, {Namespace: "b", Tags: []string{"red", "blue"}}, {Modality: "code"}, {Namespace: "none"}} {
		days, thetas := map[int64]int{}, []Aligned{}
		for _, m := range all {
			if f.Namespace != "" && m.Namespace != f.Namespace || f.Modality != "" && m.Modality != f.Modality || slices.ContainsFunc(f.Tags, func(x string) bool { return !slices.Contains(m.Tags, x) }) {
				continue
			}
			if !m.Time.IsZero() {
				days[int64(m.Time.UTC().Truncate(24*time.Hour).Sub(time.Unix(0, 0).UTC())/(24*time.Hour))]++
			}
			if theta, ok := Theta(&m.Purpose); ok {
				thetas = append(thetas, Aligned{m.ID, float64(float32(theta))})
			}
		}
		if got := ix.Days(f, time.UTC); !maps.Equal(got, days) {
			t.Errorf("%+v: days %v, want %v", f, got, days)
		}
		east := map[int64]int{}
		for _, m := range all {
			if f.Namespace == "" && f.Modality == "" && f.Tags == nil && !m.Time.IsZero() {
				y, month, d := m.Time.In(tokyo).Date()
				east[time.Date(y, month, d, 0, 0, 0, 0, time.UTC).Unix()/(24*60*60)]++
			}
		}
		if got := ix.Days(f, tokyo); len(east) > 0 && (!maps.Equal(got, east) || maps.Equal(got, days)) {
			t.Errorf("days in the east: %v, want %v", got, east)
		}
		slices.SortFunc(thetas, compareAligned)
		for _, n := range []int{1, 10, 5000} {
			got, measured := ix.Strays(f, n)
			if !slices.Equal(got, thetas[:min(n, len(thetas))]) || measured != len(thetas) {
				t.Errorf("%+v: %d strays of %d, want %d of %d", f, len(got), measured, min(n, len(thetas)), len(thetas))
			}
		}
	}
}

// TestStraysInAnyOrder: the smallest are found in whatever order memories arrive.
func TestStraysInAnyOrder(t *testing.T) {
	ix := New(nil)
	r := rand.New(rand.NewPCG(1, 2))
	for _, theta := range []float32{.9, .1, .5, .3, .7} {
		m := randomMemory(t, r, 0)
		m.Purpose = purposeOf(theta)
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 7 {
		want := []float64{.1, .3, .5, .7, .9}[:min(n, 5)]
		got, measured := ix.Strays(Filter{}, n)
		if len(got) != len(want) || measured != 5 {
			t.Fatalf("%d of %d, want %d of 5", len(got), measured, len(want))
		}
		for i := range got {
			if math.Abs(got[i].Theta-want[i]) > 1e-6 {
				t.Errorf("the %d least are %v, want %v", n, got, want)
			}
		}
	}
}

// TestNewestIsTheOrderOfTheStore, page by page, with any filter.
func TestNewestIsTheOrderOfTheStore(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 9))
	ix, all := New(nil), []*store.Memory{}
	for i := range 1300 {
		m := randomMemory(t, r, .1)
		m.Time = m.Time.Truncate(24 * time.Hour) // many at one time
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
		if i%9 == 0 {
			ix.Remove(m.ID)
		} else if m.Namespace == "a" && slices.Contains(m.Tags, "red") {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *store.Memory) int { return a.Cursor().Compare(b.Cursor(), true) })
	f := Filter{Namespace: "a", Tags: []string{"red"}}
	var behind *store.Cursor
	for from := 0; from < len(all); from += 50 {
		ids, ok := ix.Newest(f, behind, 50)
		var want []store.ID
		for _, m := range all[from:min(from+50, len(all))] {
			want = append(want, m.ID)
		}
		if !ok || !slices.Equal(ids, want) {
			t.Fatalf("from %d: %d ids, %v, want %d", from, len(ids), ok, len(want))
		}
		last := all[from+len(want)-1].Cursor()
		behind = &last
	}
	if ids, ok := ix.Newest(f, behind, 50); !ok || ids != nil {
		t.Errorf("behind the last: %v %v", ids, ok)
	}
	if ids, ok := ix.Newest(Filter{Namespace: "a", Tags: []string{"pink"}}, nil, 50); !ok || ids != nil {
		t.Errorf("a tag that none has: %v %v", ids, ok)
	}
	m := randomMemory(t, r, .1)
	m.Namespace, m.Tags, m.Time = "a", []string{"red"}, time.Time{}
	if err := ix.Add(m); err != nil {
		t.Fatal(err)
	}
	if _, ok := ix.Newest(f, nil, 50); ok {
		t.Error("a memory without a time has a place")
	}
}
