package search

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"asterism/engine/search/draw"
	"asterism/engine/store"
)

// gate is a context that blocks a search: the n-th check of the context, between two pieces of work, waits until the gate is opened.
type gate struct {
	context.Context
	at            int64 // which check waits; 0: none
	looks         atomic.Int64
	reached, open chan struct{}
}

func newGate(t *testing.T, at int64) *gate {
	return &gate{Context: t.Context(), at: at, reached: make(chan struct{}), open: make(chan struct{})}
}

func (g *gate) Err() error {
	if g.looks.Add(1) == g.at {
		close(g.reached)
		<-g.open
	}
	return g.Context.Err()
}

// reader is a search that is blocked at its gate.
type reader struct {
	*gate
	question *Question
	want     []Hit // the answer of the state that it began with
	got      *Ranking
	err      error
	done     chan struct{}
}

func (r *reader) run(ix *Index) {
	defer close(r.done)
	r.got, r.err = ix.Search(r.gate, r.question)
}

// startReaders begins n searches and returns when each is blocked, at places spread over a whole search.
func startReaders(t *testing.T, ix *Index, questions []*Question, n int) []*reader {
	t.Helper()
	var out []*reader
	for i := range n {
		q := questions[i%len(questions)]
		all := newGate(t, 0)
		want, err := ix.Search(all, q)
		if err != nil {
			t.Fatal(err)
		}
		at := 1 + int64(i)*(all.looks.Load()-1)/int64(n)
		r := &reader{gate: newGate(t, at), question: q, want: want.Hits, done: make(chan struct{})}
		go r.run(ix)
		select {
		case <-r.reached:
		case <-r.done:
			t.Fatalf("reader %d ended after %d looks and was to wait at look %d", i, r.looks.Load(), at)
		}
		out = append(out, r)
	}
	return out
}

// writeMuch replaces, removes and adds memories: enough to fill chunks, to invert their term lists and to compact those that are mostly dead.
func writeMuch(t *testing.T, ix *Index) (live int) {
	t.Helper()
	made := draw.NewTopics(77)
	var ids []store.ID
	for id := range ix.tokens.(*keeper).by {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, compareIDs)
	for i, id := range ids {
		switch {
		case i%3 == 0:
			ix.Remove(id)
			continue
		case i%3 == 1:
			m := made.Memory(t)
			m.ID, m.Version = id, 2
			if err := ix.Add(m); err != nil {
				t.Fatal(err)
			}
		}
		live++
	}
	for range chunkRows + 100 {
		if err := ix.Add(made.Memory(t)); err != nil {
			t.Fatal(err)
		}
		live++
	}
	return live
}

// Sixteen readers stand still in the middle of their searches, each somewhere else, and hold whatever a search holds. The writer still
// gets all its work done, and a new search sees it; when the readers go on, each answers as if nothing had been written since it began.
func TestReadersAndTheWriterDoNotWaitForEachOther(t *testing.T) {
	ix, questions := topicalIndex(t, 3*chunkRows+50)
	readers := startReaders(t, ix, questions, 16)
	live := writeMuch(t, ix) // does not return if it waits for a reader
	if got := mustSearch(t, ix, questions[0]).Scanned; got != live || ix.Len() != live {
		t.Errorf("a new search scans %d memories, the index holds %d; %d are live", got, ix.Len(), live)
	}
	for i, r := range readers {
		select {
		case <-r.done:
			t.Errorf("reader %d did not wait: the test is of no use", i)
		default:
		}
		close(r.open)
		<-r.done
		if r.err != nil {
			t.Fatalf("reader %d: %v", i, r.err)
		}
		if err := sameHits(r.got.Hits, r.want); err != nil {
			t.Errorf("reader %d, held up at look %d of %d: %v", i, r.at, r.looks.Load(), err)
		}
	}
}

// While memories are written one after the other, every search sees a state that really existed, with terms weighted by the counts of that
// state.
func TestSearchesWhileWritingSeeStatesThatThereWere(t *testing.T) {
	const rounds = 300
	ix, questions := topicalIndex(t, 200)
	q := *questions[0]
	q.TopK = 5
	made := draw.NewTopics(5)
	states := []string{fmt.Sprint(mustSearch(t, ix, &q).Hits)}
	memories := make([]*store.Memory, rounds)
	for i := range memories { // first one after the other, to get the answers of all states
		memories[i] = made.Memory(t)
		if err := ix.Add(memories[i]); err != nil {
			t.Fatal(err)
		}
		states = append(states, fmt.Sprint(mustSearch(t, ix, &q).Hits))
	}
	for _, m := range memories {
		ix.Remove(m.ID)
	}
	written := make(chan error)
	go func() {
		defer close(written)
		for _, m := range memories {
			if err := ix.Add(m); err != nil {
				written <- err
				return
			}
		}
	}()
	for at, going := 0, true; going; {
		select {
		case err := <-written:
			if going = false; err != nil {
				t.Fatal(err)
			}
		default:
		}
		got := mustSearch(t, ix, &q)
		if at = got.Scanned - 200; fmt.Sprint(got.Hits) != states[at] {
			t.Fatalf("with %d memories the answer is %v, alone it was %v", got.Scanned, got.Hits, states[at])
		}
	}
}

// A write has counted its terms but is not finished: a search must use the counts of its own state.
func TestCountsOfAWriteUnderWayAreNotSeen(t *testing.T) {
	ix, questions := topicalIndex(t, 200)
	q, m := questions[0], draw.NewTopics(5).Memory(t)
	want := mustSearch(t, ix, q).Hits
	end := ix.write()
	for range 50 {
		ix.countTerms(&m.Record)
	}
	if err := sameHits(mustSearch(t, ix, q).Hits, want); err != nil {
		t.Error(err)
	}
	end()
	if sameHits(mustSearch(t, ix, q).Hits, want) == nil {
		t.Error("counts make no difference: the test is of no use")
	}
}
