package gpu

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

// TestBelowTheThreshold: the GPU is not opened for few memories.
func TestBelowTheThreshold(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, MinMemories: 2048, Tokens: drawn(), SkipTrial: true})
	p := newPair(t, m, 2048) // one more memory makes the second chunk full
	if n := f.opened.Load(); n != 0 || !strings.Contains(m.State().Reason, "from 2048 memories on") {
		t.Errorf("the GPU was opened %d times; %s", n, m.State().Reason)
	}
	p.add(t, 1)
	waitCopied(t, m)
	if n := f.opened.Load(); n == 0 || m.State().OnGPU != 2048 {
		t.Errorf("the GPU was opened %d times and has %d memories; %s", n, m.State().OnGPU, m.State().Reason)
	}
	p.same(t)
	asked(t, m, 2)
}

// TestWaits: a search waits for the GPU as often as the package comment says.
func TestWaits(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), SkipTrial: true})
	p := newPair(t, m, 0)
	refined := small
	refined.Refined = 512
	p.with.Sizes(refined)
	p.add(t, 2*1024+1)
	waitCopied(t, m)
	for i, want := range map[int]int64{0: 3, 1: 4} { // without a filter, and with one
		q, before := p.questions()[i], m.Stats()
		if _, err := p.with.Search(t.Context(), &q); err != nil {
			t.Fatal(err)
		}
		if now := m.Stats(); now.Waits-before.Waits > want || now.Waits == before.Waits {
			t.Errorf("question %d waited %d times, want at most %d", i, now.Waits-before.Waits, want)
		} else if now.Waited <= before.Waited {
			t.Errorf("question %d waited %v in %d waits", i, now.Waited-before.Waited, now.Waits-before.Waits)
		}
	}
	asked(t, m, 2)
}

// TestWaitsForEqualScores: equal scores, which ids must break, cost one more wait; if there are more than the GPU lists, another one for all
// estimates.
func TestWaitsForEqualScores(t *testing.T) {
	for alike, want := range map[int]int64{300: 4, 900: 5} { // more than are wanted, and more than are refined
		m := openEmulated(t, Options{Tokens: drawn(), SkipTrial: true})
		p := newPair(t, m, 0)
		refined := small
		refined.Refined = 512
		p.with.Sizes(refined)
		p.without.Sizes(refined)
		for i := range 2*1024 + 1 {
			memory := p.memories[i]
			if i < alike {
				memory = p.memories[0]
				memory.ID = p.memories[i].ID
			}
			if err := errors.Join(p.with.Add(&memory), p.without.Add(&memory)); err != nil {
				t.Fatal(err)
			}
		}
		waitCopied(t, m)
		before := m.Stats()
		p.asks(t, 0)
		if now := m.Stats(); now.Waits-before.Waits != want {
			t.Errorf("with %d that are alike the question waited %d times, want %d", alike, now.Waits-before.Waits, want)
		}
		asked(t, m, 1)
	}
}

// TestLeases: what a searcher sees stays the same while chunks are dropped and others are added.
func TestLeases(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), SkipTrial: true})
	c, _ := drawnChunk(t)
	m.Add(c)
	waitCopied(t, m)
	rows := []int32{0, 1, 500, 1023}
	ask := func(k search.Searcher) (out [models.Count][]float32) {
		var allowed [1][16]uint64
		for i := range allowed[0] {
			allowed[0][i] = ^uint64(0)
		}
		out[models.HDC] = make([]float32, len(rows))
		a := &search.Query{Spaces: models.SetOf(models.HDC), Bits: c.Bits[:bitWords]}
		if err := errors.Join(k.SetAllowed(allowed[:]), k.Compare(t.Context(), a, rows, a.Spaces, &out)); err != nil {
			t.Fatal(err)
		}
		return out
	}
	searcher := m.NewSearcher([]uint64{c.Number})
	if searcher == nil {
		t.Fatal("there is no searcher")
	}
	want := ask(searcher)
	m.Remove(c.Number)
	for i := range 4 { // other chunks, which would get the seat and the blocks
		other := *c
		other.Number, other.Bits = c.Number+1+uint64(i), make([]uint64, len(c.Bits))
		m.Add(&other)
		waitCopied(t, m)
	}
	if got := ask(searcher); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("a dropped chunk gives %v to a searcher that was open, want %v", got, want)
	}
	before := m.state.Load().Bytes
	searcher.Close()
	searcher.Close() // closing twice has no further effect
	m.Remove(c.Number + 1)
	waitCopied(t, m)
	if now := m.state.Load().Bytes; now >= before {
		t.Errorf("%d bytes are held after the searcher was closed, %d before", now, before)
	}
	if gone := m.NewSearcher([]uint64{c.Number}); gone != nil {
		t.Errorf("a searcher of a dropped chunk: %v", gone)
	}
}

// ordered records the order of launches and downloads.
type ordered struct {
	cuda.Machine
	did string
}

func (o *ordered) Launch(l cuda.Launch) error {
	o.did += "L"
	return o.Machine.Launch(l)
}

func (o *ordered) Download(data []byte, p cuda.Pointer) error {
	o.did += "D"
	return o.Machine.Download(data, p)
}

// TestTogether: questions that wait for a scan at the same time share one, and each gets its own answer.
func TestTogether(t *testing.T) {
	f := newFaults()
	var root cuda.Machine
	m := openEmulated(t, Options{Open: func() (_ cuda.Machine, err error) { root, err = f.open(); return root, err }, Tokens: drawn(), SkipTrial: true})
	p := newPair(t, m, 2*1024+1)
	scans := make(chan *submission, maxSearches) // submissions wait here until all have arrived
	m.queue = &workQueue{submissions: m.queue.submissions, scans: scans, life: m.life, counts: &m.counts}
	var searches sync.WaitGroup
	for i := range maxSearches {
		searches.Go(func() { p.asks(t, i%4) })
	}
	for len(scans) < maxSearches {
		time.Sleep(time.Millisecond)
	}
	stream, err := root.Device().Stream(true)
	if err != nil {
		t.Fatal(err)
	}
	order := &ordered{Machine: stream}
	l := &worker{m.queue, order, m.tables.scan}
	l.runScans(<-scans)
	searches.Wait()
	if first := strings.IndexByte(order.did, 'D'); first < 0 || strings.Contains(order.did[first:], "L") {
		t.Errorf("launches and downloads came as %s: want all launches before the first download", order.did)
	}
	if s := m.Stats(); s.Questions != maxSearches || s.Scans != 1 {
		t.Errorf("%d scans for %d questions, want 1 for %d", s.Scans, s.Questions, maxSearches)
	}
	asked(t, m, maxSearches)
}

// TestCalledOff: a search that is cancelled while it waits ends, and the replica continues.
func TestCalledOff(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), SkipTrial: true})
	p := newPair(t, m, 1024+1)
	var held []search.Searcher
	numbers := []uint64{m.published.current.Load().entries[0].number}
	for range maxSearches { // all buffers are in use
		k := m.NewSearcher(numbers)
		if err := k.SetAllowed(make([][cuda.SeatRows / 64]uint64, 1)); err != nil {
			t.Fatal(err)
		}
		if _, err := k.CountTerms(t.Context(), &[models.Count][]uint16{models.Sparse: {1}}); err != nil {
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

// TestTokensNobodySpokeOf: tokens are compared although the memories were stored as having none.
func TestTokensNobodySpokeOf(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), SkipTrial: true})
	p := newPair(t, m, 0)
	for i := range 1024 + 1 {
		memory := p.memories[i]
		memory.Record[models.LateInteraction] = fingerprint.Packed{}
		if err := errors.Join(p.with.Add(&memory), p.without.Add(&memory)); err != nil {
			t.Fatal(err)
		}
	}
	waitCopied(t, m)
	p.same(t)
	asked(t, m, 2)
}
