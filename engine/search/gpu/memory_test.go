package gpu

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"asterism/engine/search"
	"asterism/engine/testlog"
	"asterism/models"
)

// TestShortOfMemory: with less and less memory, values are evicted in the order of evictionOrder, then chunks; the answers stay the same.
func TestShortOfMemory(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), SkipTrial: true})
	newPair(t, m, 2*1024+1)
	youngest := m.published.current.Load().entries[1].number
	all := m.State().BaseBytes
	var of [models.Count]uint64
	for _, p := range m.State().Spaces {
		of[p.Space] = p.Bytes
		all += p.Bytes
	}
	need := maxBufferBytes(2)
	for gone := range len(evictionOrder) + 1 {
		if gone > 0 {
			all -= of[evictionOrder[gone-1]]
		}
		log := &testlog.Log{}
		m := openEmulated(t, Options{Tokens: drawn(), Memory: need + all, SkipTrial: true, Log: slog.New(slog.NewTextHandler(log, nil))})
		p := newPair(t, m, 2*1024+1)
		for i, position := range m.State().Spaces {
			if position.OnGPU != (i >= gone) || (position.Reason == "") != position.OnGPU {
				t.Errorf("with room for all but %d: %v", gone, position)
			}
		}
		if log.String() != "" { // the fit is computed before memory is requested
			t.Errorf("with room for all but %d:\n%s", gone, log.String())
		}
		if s := m.State(); s.OnGPU != 2048 || s.Bytes > s.Limit {
			t.Errorf("with room for all but %d: %d memories in %d bytes of %d", gone, s.OnGPU, s.Bytes, s.Limit)
		}
		p.same(t)
		asked(t, m, 2)
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	m = openEmulated(t, Options{Tokens: drawn(), Memory: need + all/2, SkipTrial: true}) // and the youngest chunks stay
	p := newPair(t, m, 2*1024+1)
	if s := m.State(); s.OnGPU != 1024 {
		t.Errorf("with room for half of the heads the GPU has %d memories", s.OnGPU)
	}
	if h := m.published.current.Load(); len(h.entries) != 1 || h.entries[0].number != youngest {
		t.Error("not the youngest chunk stayed")
	}
	p.same(t)
	asked(t, m, 2)
	m = openEmulated(t, Options{Tokens: drawn(), Memory: need / 2, SkipTrial: true})
	p = newPair(t, m, 2*1024+1)
	if s := m.State(); s.OnGPU != 0 || !strings.Contains(s.Reason, "no room") {
		t.Errorf("without room the GPU has %d memories: %q", s.OnGPU, s.Reason)
	}
	p.same(t)
}

// TestMemoryComesAndGoes: what the GPU refuses while the replica runs is evicted, and evicted parts return when memories are forgotten.
func TestMemoryComesAndGoes(t *testing.T) {
	f, log := newFaults(), &testlog.Log{}
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Log: slog.New(slog.NewTextHandler(log, nil)), SkipTrial: true})
	p := newPair(t, m, 1024+1)
	f.bound.Store(f.used.Load() + 6<<20) // not enough for a second chunk with everything
	p.add(t, 1024)
	waitCopied(t, m)
	held := func() (n int) {
		for _, p := range m.State().Spaces {
			if p.OnGPU {
				n++
			}
		}
		return n
	}
	if n := held(); n == 0 || n == len(evictionOrder) || m.State().OnGPU != 2048 {
		t.Errorf("of a GPU that is full %d of %d spaces' values are used for %d memories", n, len(evictionOrder), m.State().OnGPU)
	}
	if n := strings.Count(log.String(), "less memory"); n == 0 {
		t.Error("nothing was said of it")
	}
	p.same(t)
	for i := range 1024 {
		p.with.Remove(p.memories[i].ID)
		p.without.Remove(p.memories[i].ID)
	}
	waitCopied(t, m)
	if n := held(); n != len(evictionOrder) || m.State().OnGPU != 1024 {
		t.Errorf("after half was forgotten %d of %d spaces' values are used for %d memories: %v", n, len(evictionOrder), m.State().OnGPU, m.State().Spaces)
	}
	p.same(t)
	asked(t, m, 4)
}

// TestRoomsShortOfMemory: a search that gets no GPU memory runs without the GPU, and later ones find memory that was freed for them.
func TestRoomsShortOfMemory(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), SkipTrial: true})
	p := newPair(t, m, 2*1024+1)
	f.bound.Store(f.used.Load() + 1<<10)
	p.same(t)
	for range 100 { // until enough is evicted
		if waitCopied(t, m); m.Stats().Questions > 0 {
			break
		}
		p.same(t)
	}
	if s := m.Stats(); s.Failed == 0 || s.Questions == 0 || m.Err() != nil {
		t.Errorf("%d errands failed and %d did not: %v", s.Failed, s.Questions, m.Err())
	}
}

// TestSeatsShortOfMemory: values are evicted although there is no memory for more seats: the manager waits for seats that become free and, if there are none, removes a chunk to
// free its seat.
func TestSeatsShortOfMemory(t *testing.T) {
	old := firstSeats
	t.Cleanup(func() { firstSeats = old })
	for name, c := range map[string]struct {
		seats  int // for two chunks
		looked bool
	}{
		"none is free":            {2, false},
		"one is free":             {3, false},
		"a searcher uses the one": {3, true},
	} {
		t.Run(name, func(t *testing.T) {
			firstSeats = c.seats
			f := newFaults()
			m := openEmulated(t, Options{Open: f.open, SkipTrial: true})
			p := newPair(t, m, 2*1024+1)
			var searcher search.Searcher
			if c.looked {
				searcher = m.NewSearcher([]uint64{m.published.current.Load().entries[0].number})
			}
			f.bound.Store(f.used.Load())
			m.inbox.reportShortage()
			waitCopied(t, m)
			if searcher != nil {
				searcher.Close()
				waitCopied(t, m)
			}
			f.bound.Store(0)
			held := 0
			for _, position := range m.State().Spaces {
				if position.OnGPU {
					held++
				}
			}
			if s := m.State(); s.OnGPU != 2048 || held == 0 || held >= len(evictionOrder)-1 { // tokens were not copied from the start
				t.Errorf("%d memories and %d spaces' values are on the GPU, %v, want 2048 and fewer than before", s.OnGPU, held, m.Err())
			}
			p.same(t)
			asked(t, m, 2)
		})
	}
}

// TestSums: the totals equal the sums over all chunks.
func TestSums(t *testing.T) {
	r, s := rand.New(rand.NewPCG(3, 4)), totals{}
	var all []*chunk
	for range 2000 {
		switch i := r.IntN(max(len(all), 1)); {
		case len(all) == 0 || r.IntN(3) == 0:
			c := &chunk{}
			for p := headPart; p < tokensPart; p++ {
				c.sizes[p] = r.IntN(1000)
			}
			all = append(all, c)
			s.add(c)
		case r.IntN(3) == 0:
			s.countUnavailable(all[i].unavailable, -1)
			s.subtract(all[i])
			all = slices.Delete(all, i, i+1)
		case r.IntN(2) == 0:
			s.setTokenBytes(all[i], 1+r.IntN(1000))
		default:
			left := models.SetOf(evictionOrder[r.IntN(len(evictionOrder))]).Without(all[i].unavailable)
			s.countUnavailable(left, 1)
			all[i].unavailable |= left
		}
	}
	var want totals
	var gone models.Set
	for _, c := range all {
		want.add(c)
		want.countUnavailable(c.unavailable, 1)
		gone |= c.unavailable
	}
	if s != want || s.unavailable() != gone || s.withTokens == 0 || s.meanTokens() != s.demand.bySpace[models.LateInteraction]/uint64(s.withTokens) {
		t.Errorf("%+v, want %+v", s, want)
	}
}
