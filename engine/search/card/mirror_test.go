package card

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

// small are sizes at which an index of a few chunks is searched as a large one is.
var small = search.Sizes{Few: 100, Candidates: 64, Alone: true}

// pair is an index with a mirror and the same without.
type pair struct {
	*sky
	with, without *search.Index
	added         int
}

// newPair has some memories in both.
func newPair(t testing.TB, m *Mirror, rows int) *pair {
	t.Helper()
	p := &pair{sky: drawn(), with: search.New(drawn()), without: search.New(drawn())}
	p.with.Sizes(small)
	p.without.Sizes(small)
	p.with.Mirror(m)
	p.add(t, rows)
	settle(t, m)
	return p
}

func (p *pair) add(t testing.TB, rows int) {
	t.Helper()
	for range rows {
		if err := errors.Join(p.with.Add(&p.memories[p.added]), p.without.Add(&p.memories[p.added])); err != nil {
			t.Fatal(err)
		}
		p.added++
	}
}

// same asks both, with a filter and without.
func (p *pair) same(t testing.TB) {
	t.Helper()
	for i, q := range p.sky.questions()[:2] {
		here, err := p.with.Search(t.Context(), &q)
		if err != nil {
			t.Fatal(err)
		}
		there, err := p.without.Search(t.Context(), &q)
		if err != nil {
			t.Fatal(err)
		}
		if len(here.Hits) != len(there.Hits) || len(here.Hits) == 0 {
			t.Fatalf("question %d: %d hits, want %d", i, len(here.Hits), len(there.Hits))
		}
		if err := sameHits(here.Hits, there.Hits); err != nil {
			t.Fatalf("question %d: %v", i, err)
		}
	}
}

// asked is that the card answered the last searches, and none failed.
func asked(t testing.TB, m *Mirror, scans int64) {
	t.Helper()
	if s := m.Stats(); s.Failed > 0 || s.Questions < scans || m.Err() != nil {
		t.Errorf("the card scanned for %d questions, want at least %d, and %d errands failed: %v", s.Questions, scans, s.Failed, m.Err())
	}
}

// TestBelowTheThreshold: a card is not opened for few memories.
func TestBelowTheThreshold(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, Least: 2048, Tokens: drawn(), Trusted: true})
	p := newPair(t, m, 2048) // of which the second chunk is full when there is one more
	if n := f.opened.Load(); n != 0 || !strings.Contains(m.State().Why, "from 2048 memories on") {
		t.Errorf("the card was opened %d times; %s", n, m.State().Why)
	}
	p.add(t, 1)
	settle(t, m)
	if n := f.opened.Load(); n == 0 || m.State().OnCard != 2048 {
		t.Errorf("the card was opened %d times and has %d memories; %s", n, m.State().OnCard, m.State().Why)
	}
	p.same(t)
	asked(t, m, 2)
}

// TestWaits: a search waits for the card as often as the package says.
func TestWaits(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), Trusted: true})
	p := newPair(t, m, 0)
	refined := small
	refined.Refined = 512
	p.with.Sizes(refined)
	p.add(t, 2*1024+1)
	settle(t, m)
	for i, want := range map[int]int64{0: 3, 1: 4} { // without a filter, and with one
		q, before := p.questions()[i], m.Stats()
		if _, err := p.with.Search(t.Context(), &q); err != nil {
			t.Fatal(err)
		}
		if now := m.Stats(); now.Waits-before.Waits > want || now.Waits == before.Waits {
			t.Errorf("question %d waited %d times, want at most %d", i, now.Waits-before.Waits, want)
		}
	}
	asked(t, m, 2)
}

// TestShortOfMemory: with less and less memory values go in the order of shedding, then chunks; the answers stay.
func TestShortOfMemory(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), Trusted: true})
	newPair(t, m, 2*1024+1)
	youngest := m.shelf.newest.Load().entries[1].number
	all := m.State().Heads
	var of [models.Count]uint64
	for _, p := range m.Places() {
		of[p.Space] = p.Bytes
		all += p.Bytes
	}
	need := roomBytes(2)
	for gone := range len(shedding) + 1 {
		if gone > 0 {
			all -= of[shedding[gone-1]]
		}
		m := openEmulated(t, Options{Tokens: drawn(), Memory: need + all, Trusted: true})
		p := newPair(t, m, 2*1024+1)
		for i, place := range m.Places() {
			if place.OnCard != (i >= gone) || (place.Why == "") != place.OnCard {
				t.Errorf("with room for all but %d: %v", gone, place)
			}
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
		for _, p := range m.Places() {
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
		t.Errorf("after half was forgotten %d of %d spaces' values are used for %d memories: %v", n, len(shedding), m.State().OnCard, m.Places())
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

// TestLeases: what a look sees stays as it was though chunks are dropped and others come.
func TestLeases(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), Trusted: true})
	c, s := drawnChunk(t)
	m.Keep(c)
	settle(t, m)
	rows := []int32{0, 1, 500, 1023}
	ask := func(k search.Look) (out [models.Count][]float32) {
		var allowed [1][16]uint64
		for i := range allowed[0] {
			allowed[0][i] = ^uint64(0)
		}
		out[models.HDC] = make([]float32, len(rows))
		a := &search.Asked{Spaces: models.SetOf(models.HDC), Bits: c.Bits[:bitWords]}
		if err := errors.Join(k.Allow(allowed[:]), k.Table(t.Context(), a, rows, a.Spaces, &out)); err != nil {
			t.Fatal(err)
		}
		return out
	}
	look, err := m.Look([]uint64{c.Number})
	if err != nil || look == nil {
		t.Fatalf("no look at what is there: %v", err)
	}
	want := ask(look)
	m.Drop(c.Number)
	for i := range 4 { // other chunks, which would be given the seat and the blocks
		other := *c
		other.Number, other.IDs = c.Number+1+uint64(i), c.IDs
		other.Bits = make([]uint64, len(c.Bits))
		m.Keep(&other)
		settle(t, m)
	}
	if got := ask(look); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("a dropped chunk gives %v to a look that was open, want %v", got, want)
	}
	before := m.state.Load().Bytes
	look.Close()
	look.Close() // twice is as once
	m.Drop(c.Number + 1)
	settle(t, m)
	if now := m.state.Load().Bytes; now >= before {
		t.Errorf("%d bytes are held after the look was closed, %d before", now, before)
	}
	if gone, err := m.Look([]uint64{c.Number}); gone != nil || err != nil {
		t.Errorf("a look at a chunk that was dropped: %v, %v", gone, err)
	}
	_ = s
}

// TestLost: when the card goes, searches go on, with one line in the log; nobody looks any more.
func TestLost(t *testing.T) {
	f, log := newFaults(), &testLog{}
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Log: slog.New(slog.NewTextHandler(log, nil)), Trusted: true})
	p := newPair(t, m, 2*1024+1)
	p.same(t)
	f.lost.Store(true)
	var searches sync.WaitGroup
	for range 4 {
		searches.Go(func() { p.same(t) })
	}
	searches.Wait()
	p.add(t, 500)
	p.same(t)
	if err := m.Err(); !errors.Is(err, backend.ErrLost) || !strings.Contains(m.State().Why, "taken out") {
		t.Errorf("the mirror says %v", err)
	}
	if look, err := m.Look(nil); look != nil || err != nil {
		t.Errorf("a lost card gives %v, %v", look, err)
	}
	if n := strings.Count(log.String(), "level=WARN"); n != 1 {
		t.Errorf("%d lines, want 1:\n%s", n, log.String())
	}
	if err := m.Settled(t.Context()); !errors.Is(err, backend.ErrLost) {
		t.Errorf("who waits is told %v", err)
	}
}

// TestFault: what should not happen ends the mirror, and no search.
func TestFault(t *testing.T) {
	for _, kernel := range []string{"scan_codes", "compare_rows", "maxsim"} {
		f, log := newFaults(), &testLog{}
		m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Log: slog.New(slog.NewTextHandler(log, nil)), Trusted: true})
		p := newPair(t, m, 2*1024+1)
		hook := func(name string) error {
			if name == kernel {
				return errors.New("a fault of the test's")
			}
			return nil
		}
		f.hook.Store(&hook)
		p.same(t)
		if m.Err() == nil || errors.Is(m.Err(), backend.ErrLost) || strings.Count(log.String(), "a fault of the test's") != 1 {
			t.Errorf("%s fails: the mirror says %v\n%s", kernel, m.Err(), log.String())
		}
	}
}

// TestCloseDuringSearches: searches go on without a mirror that is closed, and everything on the card is given back.
func TestCloseDuringSearches(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Trusted: true})
	p := newPair(t, m, 2*1024+1)
	var searches sync.WaitGroup
	var done atomic.Bool
	for range 4 {
		searches.Go(func() {
			for !done.Load() {
				p.same(t)
			}
		})
	}
	for m.Stats().Questions < 3 {
		time.Sleep(time.Millisecond)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	done.Store(true)
	searches.Wait()
	p.same(t)
	if used := f.used.Load(); used != 0 {
		t.Errorf("%d bytes are left on the card", used)
	}
	if f.opened.Load() != f.closed.Load() {
		t.Errorf("%d of the card's %d streams were closed", f.closed.Load(), f.opened.Load())
	}
}

// TestTogether: questions that wait for a scan at the same time share one, each with its own answer.
func TestTogether(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Trusted: true})
	p := newPair(t, m, 2*1024+1)
	gate, busy := make(chan struct{}), make(chan struct{}, lanes)
	var first atomic.Int64
	hook := func(name string) error {
		if name == "scan_codes" && first.Add(1) <= lanes { // all lanes are at work
			busy <- struct{}{}
			<-gate
		}
		return nil
	}
	f.hook.Store(&hook)
	var searches sync.WaitGroup
	questions := p.questions()
	for i := range rooms {
		searches.Go(func() {
			q := questions[i%2]
			here, err := p.with.Search(t.Context(), &q)
			if err != nil {
				t.Error(err)
				return
			}
			there, err := p.without.Search(t.Context(), &q)
			if err != nil {
				t.Error(err)
				return
			}
			if err := sameHits(here.Hits, there.Hits); err != nil {
				t.Errorf("question %d: %v", i, err)
			}
		})
	}
	for range lanes {
		<-busy
	}
	time.Sleep(50 * time.Millisecond) // the others come to wait; if they should not, they scan by themselves and the test says so
	close(gate)
	searches.Wait()
	if s := m.Stats(); s.Questions != rooms || s.Scans >= rooms {
		t.Errorf("%d scans for %d questions, want fewer scans than %d questions", s.Scans, s.Questions, rooms)
	}
	asked(t, m, rooms)
}

// TestCalledOff: a search that is called off while it waits ends, and the mirror goes on.
func TestCalledOff(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Trusted: true})
	p := newPair(t, m, 1024+1)
	var held []search.Look
	numbers := []uint64{m.shelf.newest.Load().entries[0].number}
	for range rooms { // every room is taken
		k, err := m.Look(numbers)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Allow(make([][cuda.SeatRows / 64]uint64, 1)); err != nil {
			t.Fatal(err)
		}
		if _, err := k.Count(t.Context(), &[models.Count][]uint16{models.Sparse: {1}}); err != nil {
			t.Fatal(err)
		}
		held = append(held, k)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	q := p.questions()[0]
	if _, err := p.with.Search(ctx, &q); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a search that waits for a room ends with %v", err)
	}
	for _, k := range held {
		k.Close()
	}
	p.same(t)
	asked(t, m, 2)
}
