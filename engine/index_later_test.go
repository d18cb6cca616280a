package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// onlyRead asks an engine for what needs no index, and returns the answers.
func onlyRead(t *testing.T, e *Engine, one store.ID) []any {
	t.Helper()
	list, err := e.List(t.Context(), ListQuestion{Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	tagged, err := e.List(t.Context(), ListQuestion{Tags: []string{"even"}, Limit: 3})
	if err != nil {
		t.Fatal(err)
	}
	tags, err := e.Tags(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	all, err := e.Tags(t.Context(), "*")
	if err != nil {
		t.Fatal(err)
	}
	found, err := e.Resolve(t.Context(), ShortID(one))
	if err != nil {
		t.Fatal(err)
	}
	_, errNone := e.Resolve(t.Context(), "ffffffff")
	chain, err := e.Chain(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	around, err := LinkerOf(e).Links(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	return []any{list, tagged, tags, all, found, errNone.Error(), chain, around}
}

// TestAnIndexThatIsReadLater checks that an engine without a loaded index gives the same answers as one with it, does not load it for them, and finds the same.
func TestAnIndexThatIsReadLater(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	notes := sampleNotes(t)[:12]
	for i := range notes {
		if i%2 == 0 {
			notes[i].Tags = append(notes[i].Tags, "even")
		}
	}
	stored := remember(t, e, notes...)
	newer := remember(t, e, Note{Content: "What the first note says is no longer so.", Supersedes: []store.ID{stored[0].ID}}, Note{Content: "In another namespace.", Namespace: "other", Tags: []string{"elsewhere"}})
	question := Question{Text: "when was the outage and what was its cause"}
	hits := func() (out string) {
		found, err := e.Recall(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range found.Hits {
			out += fmt.Sprintln(h.Memory.ID, h.Score)
		}
		return out
	}
	wantRead, wantHits := onlyRead(t, e, stored[0].ID), hits()
	if err := e.Close(t.Context()); err != nil {
		t.Fatal(err)
	}

	e = openWith(t, Config{Data: dir, IndexLater: true})
	if got := onlyRead(t, e, stored[0].ID); !reflect.DeepEqual(got, wantRead) {
		t.Errorf("before the index is read:\n%+v\nwant\n%+v", got, wantRead)
	}
	if _, err := e.Forget(t.Context(), newer[1].ID, false); err != nil {
		t.Fatal(err)
	}
	if err := e.Restore(t.Context(), newer[1].ID); err != nil {
		t.Fatal(err)
	}
	if e.held.indexed.Load() {
		t.Error("the index was read for what needs none")
	}
	if got := hits(); got != wantHits {
		t.Errorf("found\n%swant\n%s", got, wantHits)
	}
	if !e.held.indexed.Load() || e.loaded().Len() != 14 {
		t.Errorf("after a search the index has %d memories, want 14", e.loaded().Len())
	}
	if got := onlyRead(t, e, stored[0].ID); !reflect.DeepEqual(got, wantRead) {
		t.Errorf("after the index was read:\n%+v\nwant\n%+v", got, wantRead)
	}
}

// TestMemoriesComeAndGoWhileTheIndexIsRead checks that what is stored and forgotten before, while and after the index is read is found exactly if the store has it.
func TestMemoriesComeAndGoWhileTheIndexIsRead(t *testing.T) {
	for round := range 8 {
		kept := on(store.NewInMemory())
		e := openWith(t, Config{Store: kept, IndexLater: true})
		var gone []store.ID
		for i := range 40 {
			gone = append(gone, storeUnmeasured(t, e, fmt.Sprintf("memory %d of round %d", i, round)))
		}
		var work sync.WaitGroup
		begin := make(chan struct{})
		for _, do := range []func(){
			func() {
				if _, err := e.searched(t.Context()); err != nil {
					t.Error(err)
				}
			},
			func() {
				for _, id := range gone[:20] {
					if _, err := e.Forget(t.Context(), id, false); err != nil {
						t.Error(err)
					}
				}
			},
			func() {
				for i := range 20 {
					storeUnmeasured(t, e, fmt.Sprintf("new %d of round %d", i, round))
				}
			},
		} {
			work.Go(func() { <-begin; do() })
		}
		close(begin)
		work.Wait()
		if got := e.loaded().Len(); got != 40 {
			t.Fatalf("round %d: the index has %d memories, want 40", round, got)
		}
		live := map[store.ID]bool{}
		for _, id := range e.loaded().FindIDs(100, func(store.ID) bool { return true }) {
			live[id] = true
		}
		for _, id := range gone[:20] {
			if live[id] {
				t.Fatalf("round %d: a forgotten memory is in the index", round)
			}
		}
	}
}

// storeUnmeasured stores a memory without vectors and adds it to the index, as the last steps of storing do.
func storeUnmeasured(t *testing.T, e *Engine, text string) store.ID {
	t.Helper()
	m := &store.Memory{ID: uuid.Must(uuid.NewV7()), Namespace: DefaultNamespace, Content: text, Time: e.now(), Created: e.now(), Updated: e.now(), Version: 1, Modality: "text"}
	if err := e.store.Apply(context.Background(), store.Command{Op: store.OpRemember, ID: m.ID, Memory: m}); err != nil {
		t.Error(err)
	}
	if err := e.makeSearchable(m); err != nil {
		t.Error(err)
	}
	return m.ID
}

// TestAnIndexThatCannotBeRead checks that a search over an unreadable store is an error, never an empty result, and that reading is tried again.
func TestAnIndexThatCannotBeRead(t *testing.T) {
	e := openWith(t, Config{IndexLater: true})
	remember(t, e, Note{Content: "The import failed because the disk was full."})
	e.held.indexed.Store(false)
	e.held.booked.Store(false)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := e.searched(ctx); err == nil {
		t.Error("the index was read with a context that had ended")
	}
	if _, err := e.book(ctx); err == nil {
		t.Error("the book was read with a context that had ended")
	}
	found, err := e.Recall(t.Context(), Question{Text: "why did the import fail"})
	if err != nil || len(found.Hits) != 1 {
		t.Errorf("found %+v (%v), want the memory", found, err)
	}
}

// TestAnIndexDeviceIsCheckedAtOnce checks that a wrong device is an error of Open, also if the index is read later.
func TestAnIndexDeviceIsCheckedAtOnce(t *testing.T) {
	_, err := Open(t.Context(), Config{Store: on(store.NewInMemory()), Embedder: compactModels(t), IndexDevice: "tpu", IndexLater: true})
	if e := (*fault.Error)(nil); !errors.As(err, &e) || !strings.Contains(err.Error(), "tpu") {
		t.Errorf("error is %v", err)
	}
}

// loaded returns the index with all memories in it; nil if they cannot be read.
func (p *parts) loaded() *search.Index {
	index, err := p.searched(context.Background())
	if err != nil {
		return nil
	}
	return index
}
