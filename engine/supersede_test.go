package engine

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// rememberOne stores a note and returns its id.
func rememberOne(t *testing.T, e *Engine, n Note) store.ID {
	t.Helper()
	return remember(t, e, n)[0].ID
}

func TestWhatANoteMaySupersede(t *testing.T) {
	e := openWith(t, Config{})
	old := rememberOne(t, e, Note{Content: "The API allows 50 requests a minute.", Time: day("2025-03-01")})
	elsewhere := rememberOne(t, e, Note{Content: "The API allows 20 requests a minute.", Namespace: "other"})
	gone := rememberOne(t, e, Note{Content: "The API allows 10 requests a minute."})
	if _, err := e.Forget(t.Context(), gone, false); err != nil {
		t.Fatal(err)
	}
	many := make([]store.ID, MaxSupersedes+1)
	for i := range many {
		many[i] = uuid.New()
	}
	own := uuid.Must(uuid.NewV7())
	for name, c := range map[string]struct {
		note Note
		says []string
	}{
		"nothing":           {Note{Supersedes: []store.ID{uuid.New()}}, []string{"does not exist", "search_graph"}},
		"itself":            {Note{ID: own, Supersedes: []store.ID{own}}, []string{own.String(), "itself"}},
		"another namespace": {Note{Supersedes: []store.ID{elsewhere}}, []string{"namespace other", "default", "one namespace"}},
		"what is forgotten": {Note{Supersedes: []store.ID{gone}}, []string{"was forgotten on", "restore"}},
		"too many":          {Note{Supersedes: many}, []string{"65", "64"}},
		"an end before":     {Note{ValidFrom: day("2026-05-02"), ValidUntil: day("2026-05-01")}, []string{"2026-05-02", "2026-05-01", "swap"}},
		"the year 3000":     {Note{ValidUntil: day("3000-01-01")}, []string{"valid_until", "1700 to 2250"}},
	} {
		c.note.Content = "The API allows 100 requests a minute."
		_, err := e.Remember(t.Context(), c.note)
		if !isKind(err, KindInvalid) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, says := range c.says {
			if !strings.Contains(err.Error(), says) && !strings.Contains(err.(*Error).Hint, says) {
				t.Errorf("%s: %v (%s), want %q", name, err, err.(*Error).Hint, says)
			}
		}
	}
	id := rememberOne(t, e, Note{Content: "The API allows 100 requests a minute.", Supersedes: []store.ID{old, old}, ValidFrom: day("2025-05-01"), ValidUntil: day("2027-01-01")})
	m, err := e.Get(t.Context(), id)
	if err != nil || len(m.Supersedes) != 1 || m.Supersedes[0] != old || !m.ValidFrom.Equal(day("2025-05-01")) || !m.ValidUntil.Equal(day("2027-01-01")) {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestUpdatesKeepAndChangeWhatIsSuperseded(t *testing.T) {
	e := openWith(t, Config{})
	first := rememberOne(t, e, Note{Content: "Builds run on Jenkins."})
	second := rememberOne(t, e, Note{Content: "Builds run on Buildkite.", Supersedes: []store.ID{first}, ValidFrom: day("2026-01-01")})
	third := rememberOne(t, e, Note{Content: "Builds run on Actions."})
	update := func(id store.ID, c Change) error { _, err := e.Update(t.Context(), id, c); return err }
	says := func(err error, words string) {
		t.Helper()
		if !isKind(err, KindInvalid) || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, want %q", err, words)
		}
	}
	tag, other, none := []string{"ci"}, "other", []store.ID{}
	if err := update(second, Change{Tags: &tag}); err != nil {
		t.Fatal(err)
	}
	if m, err := e.Get(t.Context(), second); err != nil || len(m.Supersedes) != 1 || m.ValidFrom.IsZero() {
		t.Fatalf("after another change: %+v, %v", m, err)
	}
	if err := update(third, Change{Supersedes: &[]store.ID{second}}); err != nil {
		t.Fatal(err)
	}
	says(update(first, Change{Supersedes: &[]store.ID{third}}), "already, directly or through others")
	says(update(first, Change{Supersedes: &[]store.ID{first}}), "itself")
	says(update(first, Change{Namespace: &other}), "cannot leave namespace default")
	says(update(third, Change{Namespace: &other}), "of namespace default, and the memory is of other")
	if _, err := e.Forget(t.Context(), second, false); err != nil {
		t.Fatal(err)
	}
	if err := update(third, Change{Tags: &tag}); err != nil {
		t.Errorf("what was said before may have been forgotten since: %v", err)
	}
	says(update(first, Change{Supersedes: &[]store.ID{third}}), "already, directly or through others") // through one that can be restored
	zero := time.Time{}
	if err := update(third, Change{Supersedes: &none, ValidUntil: &zero}); err != nil {
		t.Fatal(err)
	}
	if m, err := e.Get(t.Context(), third); err != nil || len(m.Supersedes) != 0 {
		t.Fatalf("%+v, %v", m, err)
	}
	if err := update(third, Change{Namespace: &other}); err != nil {
		t.Error(err)
	}
}

// TestNoRingIsMade runs two concurrent updates that would make two memories supersede each other, many times: one of them is refused.
func TestNoRingIsMade(t *testing.T) {
	e := openWith(t, Config{})
	ids := storedIDs(remember(t, e, notesOf("The office is in Lisbon.", "The office is in Porto.")...))
	for range 20 {
		var wait sync.WaitGroup
		errs := make([]error, 2)
		for i := range ids {
			wait.Go(func() {
				_, errs[i] = e.Update(context.Background(), ids[i], Change{Supersedes: &[]store.ID{ids[1-i]}})
			})
		}
		wait.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Fatalf("%v, %v: want one refusal", errs[0], errs[1])
		}
		for i := range ids {
			if errs[i] == nil {
				if _, err := e.Update(t.Context(), ids[i], Change{Supersedes: &[]store.ID{}}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestDreamsMergeNothingOfAChain uses a value that was changed and changed back. The copy of what is current again stays, and so do copies of what was replaced.
func TestDreamsMergeNothingOfAChain(t *testing.T) {
	e := openWith(t, Config{})
	first := rememberOne(t, e, Note{Content: "The nightly job starts at two.", Time: day("2026-01-01")})
	second := rememberOne(t, e, Note{Content: "The nightly job starts at five now.", Time: day("2026-02-01"), Supersedes: []store.ID{first}})
	back := rememberOne(t, e, Note{Content: "The nightly job starts at two!", Time: day("2026-03-01"), Supersedes: []store.ID{second}})
	copies := storedIDs(remember(t, e, Note{Content: "Lunch is at noon in the blue room.", Time: day("2026-01-01")}, Note{Content: "Lunch is at noon, in the blue room.", Time: day("2026-01-01")}))
	a := dreamt(t, e, DreamQuestion{Phase: dream.NREM, Rationale: "test"})
	if len(a.Merges) != 1 || a.Merges[0].Younger != copies[1] {
		t.Fatalf("merged %+v, want the lunch alone", a.Merges)
	}
	for _, id := range []store.ID{first, second, back} {
		if m, err := e.Get(t.Context(), id); err != nil || !m.Deleted.IsZero() {
			t.Errorf("%s: %v, %v", id, m, err)
		}
	}
	if a = dreamt(t, e, DreamQuestion{Phase: dream.NREM, Rationale: "test"}); len(a.Merges) != 0 {
		t.Errorf("merged %+v", a.Merges)
	}
}

// TestAChainThatIsMadeDuringADream checks that a chain stays if its memory was superseded after the dream planned to merge it.
func TestAChainThatIsMadeDuringADream(t *testing.T) {
	e := openWith(t, Config{})
	copies := storedIDs(remember(t, e, Note{Content: "Lunch is at noon in the blue room.", Time: day("2026-01-01")}, Note{Content: "Lunch is at noon, in the blue room.", Time: day("2026-01-01")}))
	atDreamPoint(t, "noted", 1, func() {
		rememberOne(t, e, Note{Content: "Lunch is at one in the red room.", Supersedes: copies[1:]})
	})
	if a := dreamt(t, e, DreamQuestion{Phase: dream.NREM, Rationale: "test"}); len(a.Merges) != 0 {
		t.Errorf("merged %+v", a.Merges)
	}
}

// TestForgettingTheMiddleOfAChain checks that what the newest memory replaced through the forgotten one stays replaced, and that what only the forgotten one replaced is current again.
func TestForgettingTheMiddleOfAChain(t *testing.T) {
	for name, hard := range map[string]bool{"softly": false, "for good": true} {
		t.Run(name, func(t *testing.T) {
			e := openWith(t, Config{})
			oldest := rememberOne(t, e, Note{Content: "The API rate limit is 50/min.", Time: day("2024-03-01")})
			middle := rememberOne(t, e, Note{Content: "The API rate limit is 100/min.", Time: day("2025-03-01"), Supersedes: []store.ID{oldest}})
			newest := rememberOne(t, e, Note{Content: "The API rate limit is 300/min.", Time: day("2026-03-01"), Supersedes: []store.ID{middle}})
			if f, err := e.Forget(t.Context(), middle, hard); err != nil || len(f.Again) != 0 {
				t.Fatalf("%+v, %v", f, err)
			}
			f := recall(t, e, Question{Text: "API rate limit"})
			if len(f.Hits) != 1 || f.Hits[0].Memory.ID != newest || len(f.Hits[0].Supersedes) != 1 {
				t.Errorf("%d hits, the first is %q", len(f.Hits), f.Hits[0].Memory.Content)
			}
			if !hard {
				if err := e.Restore(t.Context(), middle); err != nil {
					t.Fatal(err)
				}
				if f := recall(t, e, Question{Text: "API rate limit"}); len(f.Hits) != 1 || len(f.Hits[0].Supersedes) != 2 {
					t.Errorf("restored: %d hits", len(f.Hits))
				}
			}
			if f, err := e.Forget(t.Context(), newest, hard); err != nil || len(f.Again) == 0 {
				t.Errorf("nothing is current again: %+v, %v", f, err)
			}
		})
	}
}

// countedReads counts how often any part of a memory is read.
type countedReads struct {
	store.Store
	of    store.ID
	times int
}

func (c *countedReads) Get(ctx context.Context, p store.Parts, ids ...store.ID) ([]*store.Memory, error) {
	if slices.Contains(ids, c.of) {
		c.times++
	}
	return c.Store.Get(ctx, p, ids...)
}

// TestWhatIsSupersededIsReadOnce checks that a superseded memory is read once to check a note, and once more when the chains are locked.
func TestWhatIsSupersededIsReadOnce(t *testing.T) {
	s := &countedReads{Store: store.NewInMemory()}
	e := openWith(t, Config{Store: on(store.Of(s))})
	newer := remember(t, e, Note{Content: "The mascot is an owl.", Time: day("2026-05-01")})[0].ID
	var d draft
	d.memory = &store.Memory{ID: uuid.New(), Namespace: "default", Time: day("2026-01-01"), Supersedes: []store.ID{newer}}
	s.of, s.times = newer, 0
	if err := e.in.checkDraft(t.Context(), &d, map[store.ID]*store.Memory{}); err != nil || !slices.Equal(d.answer.ReplacesNewer, []store.ID{newer}) {
		t.Fatalf("%v, error %v; want the newer one", d.answer.ReplacesNewer, err)
	}
	if s.times != 1 {
		t.Errorf("read %d times", s.times)
	}
}
