package card

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"asterism/engine/search"
	"asterism/models"
)

// TestShortOfMemory: with less and less memory values go in the order of shedding, then chunks; the answers stay.
func TestShortOfMemory(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), Trusted: true})
	newPair(t, m, 2*1024+1)
	youngest := m.shelf.newest.Load().entries[1].number
	all := m.State().Heads
	var of [models.Count]uint64
	for _, p := range m.State().Places {
		of[p.Space] = p.Bytes
		all += p.Bytes
	}
	need := roomBytes(2)
	for gone := range len(shedding) + 1 {
		if gone > 0 {
			all -= of[shedding[gone-1]]
		}
		log := &testLog{}
		m := openEmulated(t, Options{Tokens: drawn(), Memory: need + all, Trusted: true, Log: slog.New(slog.NewTextHandler(log, nil))})
		p := newPair(t, m, 2*1024+1)
		for i, place := range m.State().Places {
			if place.OnCard != (i >= gone) || (place.Why == "") != place.OnCard {
				t.Errorf("with room for all but %d: %v", gone, place)
			}
		}
		if log.String() != "" { // what fits is known before memory is asked for
			t.Errorf("with room for all but %d:\n%s", gone, log.String())
		}
		if s := m.State(); s.OnCard != 2048 || s.Bytes > s.Limit {
			t.Errorf("with room for all but %d: %d memories in %d bytes of %d", gone, s.OnCard, s.Bytes, s.Limit)
		}
		p.same(t)
		asked(t, m, 2)
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	m = openEmulated(t, Options{Tokens: drawn(), Memory: need + all/2, Trusted: true}) // and of chunks the youngest stay
	p := newPair(t, m, 2*1024+1)
	if s := m.State(); s.OnCard != 1024 {
		t.Errorf("with room for half of the heads the card has %d memories", s.OnCard)
	}
	if h := m.shelf.newest.Load(); len(h.entries) != 1 || h.entries[0].number != youngest {
		t.Error("not the youngest chunk stayed")
	}
	p.same(t)
	asked(t, m, 2)
	m = openEmulated(t, Options{Tokens: drawn(), Memory: need / 2, Trusted: true})
	p = newPair(t, m, 2*1024+1)
	if s := m.State(); s.OnCard != 0 || !strings.Contains(s.Why, "no room") {
		t.Errorf("without room the card has %d memories: %q", s.OnCard, s.Why)
	}
	p.same(t)
}

// TestMemoryComesAndGoes: what the card refuses while the mirror runs is shed, and what was shed comes back when memories are forgotten.
func TestMemoryComesAndGoes(t *testing.T) {
	f, log := newFaults(), &testLog{}
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Log: slog.New(slog.NewTextHandler(log, nil)), Trusted: true})
	p := newPair(t, m, 1024+1)
	f.bound.Store(f.used.Load() + 6<<20) // not enough for a second chunk with everything
	p.add(t, 1024)
	settle(t, m)
	held := func() (n int) {
		for _, p := range m.State().Places {
			if p.OnCard {
				n++
			}
		}
		return n
	}
	if n := held(); n == 0 || n == len(shedding) || m.State().OnCard != 2048 {
		t.Errorf("of a card that is full %d of %d spaces' values are used for %d memories", n, len(shedding), m.State().OnCard)
	}
	if n := strings.Count(log.String(), "less memory"); n == 0 {
		t.Error("nothing was said of it")
	}
	p.same(t)
	for i := range 1024 {
		p.with.Remove(p.memories[i].ID)
		p.without.Remove(p.memories[i].ID)
	}
	settle(t, m)
	if n := held(); n != len(shedding) || m.State().OnCard != 1024 {
		t.Errorf("after half was forgotten %d of %d spaces' values are used for %d memories: %v", n, len(shedding), m.State().OnCard, m.State().Places)
	}
	p.same(t)
	asked(t, m, 4)
}

// TestRoomsShortOfMemory: a search that finds no room on the card is made without it, and later ones find what was shed for them.
func TestRoomsShortOfMemory(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Trusted: true})
	p := newPair(t, m, 2*1024+1)
	f.bound.Store(f.used.Load() + 1<<10)
	p.same(t)
	for range 100 { // until enough is shed
		if settle(t, m); m.Stats().Questions > 0 {
			break
		}
		p.same(t)
	}
	if s := m.Stats(); s.Failed == 0 || s.Questions == 0 || m.Err() != nil {
		t.Errorf("%d errands failed and %d did not: %v", s.Failed, s.Questions, m.Err())
	}
}

// TestSeatsShortOfMemory: values are shed though there is no room for more seats: those that chunks have left are waited for, and where there are none a chunk leaves its own.
func TestSeatsShortOfMemory(t *testing.T) {
	old := firstSeats
	t.Cleanup(func() { firstSeats = old })
	for name, c := range map[string]struct {
		seats  int // for two chunks
		looked bool
	}{
		"none is free":              {2, false},
		"one is free":               {3, false},
		"somebody looks at the one": {3, true},
	} {
		t.Run(name, func(t *testing.T) {
			firstSeats = c.seats
			f := newFaults()
			m := openEmulated(t, Options{Open: f.open, Trusted: true})
			p := newPair(t, m, 2*1024+1)
			var look search.Look
			if c.looked {
				look = m.Look([]uint64{m.shelf.newest.Load().entries[0].number})
			}
			f.bound.Store(f.used.Load())
			m.inbox.squeeze()
			settle(t, m)
			if look != nil {
				look.Close()
				settle(t, m)
			}
			f.bound.Store(0)
			held := 0
			for _, place := range m.State().Places {
				if place.OnCard {
					held++
				}
			}
			if s := m.State(); s.OnCard != 2048 || held == 0 || held >= len(shedding)-1 { // tokens are not there from the beginning
				t.Errorf("%d memories and %d spaces' values are on the card, %v, want 2048 and fewer than before", s.OnCard, held, m.Err())
			}
			p.same(t)
			asked(t, m, 2)
		})
	}
}

// TestSums: what is added up over all chunks is what they have.
func TestSums(t *testing.T) {
	r, s := rand.New(rand.NewPCG(3, 4)), sums{}
	var all []*kept
	for range 2000 {
		switch i := r.IntN(max(len(all), 1)); {
		case len(all) == 0 || r.IntN(3) == 0:
			c := &kept{}
			for p := headPart; p < tokensPart; p++ {
				c.sizes[p] = r.IntN(1000)
			}
			all = append(all, c)
			s.add(c)
		case r.IntN(3) == 0:
			s.unable(all[i].cannot, -1)
			s.take(all[i])
			all = slices.Delete(all, i, i+1)
		case r.IntN(2) == 0:
			s.tokens(all[i], 1+r.IntN(1000))
		default:
			left := models.SetOf(shedding[r.IntN(len(shedding))]).Without(all[i].cannot)
			s.unable(left, 1)
			all[i].cannot |= left
		}
	}
	var want sums
	var gone models.Set
	for _, c := range all {
		want.add(c)
		want.unable(c.cannot, 1)
		gone |= c.cannot
	}
	if s != want || s.gone() != gone || s.read == 0 || s.meanTokens() != s.demand.of[models.LateInteraction]/uint64(s.read) {
		t.Errorf("%+v, want %+v", s, want)
	}
}
