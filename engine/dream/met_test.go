package dream

import (
	"errors"
	"testing"
	"time"

	"asterism/engine/store"
)

func TestPairsThatMetAreRead(t *testing.T) {
	m := Met{At: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC), Counts: map[Pair]float64{PairOf(id(1), id(2)): 1, PairOf(id(3), id(1)): 1.25}}
	e := m.Entry("garden")
	back, err := ParseMet(e.Value)
	if err != nil || !back.At.Equal(m.At) || len(back.Counts) != 2 || back.Counts[PairOf(id(1), id(3))] != 1.25 || string(e.Key) != "met\x00garden" || e.Shelf != store.ShelfState {
		t.Errorf("read back %+v, %v", back, err)
	}
	if now := m.at(m.At.Add(metHalf + time.Hour)); len(now) != 1 || now[PairOf(id(1), id(3))] > .626 {
		t.Errorf("after a month and an hour: %v", now)
	}
	if e := (Met{At: m.At}).Entry("garden"); e.Value != nil {
		t.Errorf("no pairs are %x", e.Value)
	}
	if _, err := ParseMet(append([]byte{2}, e.Value[1:]...)); !errors.Is(err, store.ErrNewer) {
		t.Errorf("another version: %v", err)
	}
	if _, err := ParseMet(e.Value[:len(e.Value)-1]); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("a byte less: %v", err)
	}
}

// TestMetIsBounded: of more pairs than are kept the most recalled stay.
func TestMetIsBounded(t *testing.T) {
	m := Met{At: time.Unix(0, 0), Counts: map[Pair]float64{}}
	for i := range 200 {
		for j := range i {
			m.Counts[PairOf(id(byte(i)), id(byte(j)))] = 1
		}
	}
	most := PairOf(id(7), id(9))
	m.Counts[most] = 1.5
	back, err := ParseMet(m.Entry("n").Value)
	if err != nil || len(back.Counts) != mostMet || back.Counts[most] != 1.5 {
		t.Errorf("%d pairs, %v of the most recalled, %v", len(back.Counts), back.Counts[most], err)
	}
}

func FuzzParseMet(f *testing.F) {
	f.Add(Met{At: time.Unix(5, 0), Counts: map[Pair]float64{PairOf(id(1), id(2)): 1}}.Entry("n").Value)
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := ParseMet(b)
		if err != nil {
			return
		}
		if again := m.Entry("n").Value; string(again) != string(b) {
			t.Errorf("%x became %x", b, again)
		}
	})
}
