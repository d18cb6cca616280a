package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/models"

	"github.com/google/uuid"
)

// embedded counts the rows that every lane has embedded.
func embedded(e *Engine) (rows [models.Count]int64) {
	for _, l := range e.sched.Stats().Lanes {
		rows[l.Space] = l.Rows
	}
	return rows
}

func update(t *testing.T, e *Engine, id store.ID, c Change) *Updated {
	t.Helper()
	u, err := e.Update(context.Background(), id, c)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func get(t *testing.T, e *Engine, id store.ID) *store.Memory {
	t.Helper()
	m, err := e.Get(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestUpdateReplacesWhatIsGivenAndNothingElse changes one part at a time and compares the whole memory, and what was embedded.
func TestUpdateReplacesWhatIsGivenAndNothingElse(t *testing.T) {
	e := open(t, t.TempDir())
	ctx := context.Background()
	r, err := e.Inject(ctx, Note{Content: "the ferry leaves at nine", Rationale: "timetable", Tags: []string{"ferry"}, SessionID: "s1", Source: "board", Links: nil})
	if err != nil {
		t.Fatal(err)
	}
	half, when := 0.25, day("2025-05-05")
	for _, c := range []struct {
		name   string
		change Change
		want   func(m *store.Memory)
		spaces models.Set
	}{
		{"importance", Change{Importance: &half}, func(m *store.Memory) { m.Importance = half }, 0},
		{"tags", Change{Tags: &[]string{"a", "b"}}, func(m *store.Memory) { m.Tags = []string{"a", "b"} }, 0},
		{"tags", Change{Tags: &[]string{}}, func(m *store.Memory) { m.Tags = nil }, 0},
		{"modality", Change{Modality: new("code")}, func(m *store.Memory) { m.Modality = "code" }, 0},
		{"session_id", Change{SessionID: new("")}, func(m *store.Memory) { m.SessionID = "" }, 0},
		{"source", Change{Source: new("web")}, func(m *store.Memory) { m.Source = "web" }, 0},
		{"timestamp", Change{Time: &when}, func(m *store.Memory) { m.Time = when }, 0},
		{"namespace", Change{Namespace: new("sea")}, func(m *store.Memory) { m.Namespace = "sea" }, 0},
		{"rationale", Change{Rationale: new(" so that nobody waits ")}, func(m *store.Memory) { m.Rationale = "so that nobody waits" }, models.SetOf(models.Sparse, models.Splade)},
		{"content", Change{Content: new("the ferry leaves at ten")}, func(m *store.Memory) {
			m.Content, m.TextHash = "the ferry leaves at ten", TextHash("the ferry leaves at ten")
			m.UTL, m.Johari = store.UTL{}, [models.Count]uint8{}
		}, stored},
	} {
		before, rows := get(t, e, r.ID), embedded(e)
		u := update(t, e, r.ID, c.change)
		after, now := get(t, e, r.ID), embedded(e)
		if !slices.Equal(u.Changed, []string{c.name}) || u.Version != before.Version+1 || u.Embedded != c.spaces || u.Namespace != after.Namespace {
			t.Errorf("%s: answer %+v", c.name, u)
		}
		for s := range rows {
			if made := now[s] != rows[s]; made != c.spaces.Has(models.Space(s)) {
				t.Errorf("%s: space %v was embedded: %v", c.name, models.Space(s), made)
			}
			if same := reflect.DeepEqual(before.Record[s], after.Record[s]); !same && !c.spaces.Has(models.Space(s)) {
				t.Errorf("%s: the value of %v is another", c.name, models.Space(s))
			}
		}
		if !after.Updated.After(before.Updated) || !after.Updated.Equal(u.At) {
			t.Errorf("%s: updated at %v, then at %v; the answer says %v", c.name, before.Updated, after.Updated, u.At)
		}
		c.want(before)
		before.Version, before.Updated, before.Record, before.Tokens = after.Version, after.Updated, after.Record, after.Tokens
		if a, b := fmt.Sprintf("%+v", *after), fmt.Sprintf("%+v", *before); a != b { // printed: not-a-number equals itself
			t.Errorf("%s: the memory is\n%.600s, want\n%.600s", c.name, a, b)
		}
		again, rows := update(t, e, r.ID, c.change), embedded(e)
		if len(again.Changed) != 0 || again.Version != u.Version || embedded(e) != rows {
			t.Errorf("%s: the same change again wrote %v", c.name, again.Changed)
		}
	}
	mustBeSound(t, e, 1)
}

// TestUpdateEqualsRememberingAnew checks that an updated memory has the values that its new text would get as a new memory.
func TestUpdateEqualsRememberingAnew(t *testing.T) {
	e := open(t, "")
	r := remember(t, e, Note{Content: "old words", Rationale: "old reason"}, Note{Content: "quite another text, and longer", Rationale: "new reason"})
	u := update(t, e, r[0].ID, Change{Content: new("quite another text, and longer"), Rationale: new("new reason")})
	if u.DuplicateOf == nil || *u.DuplicateOf != r[1].ID {
		t.Errorf("duplicate of %v, want %v", u.DuplicateOf, r[1].ID)
	}
	got, want := get(t, e, r[0].ID), get(t, e, r[1].ID)
	if !reflect.DeepEqual(got.Record, want.Record) || got.Tokens != want.Tokens {
		t.Error("the values differ from those of a memory stored with the new text")
	}
}

// mustBeSound checks every record of the store, and that search has the same number of memories.
func mustBeSound(t *testing.T, e *Engine, memories int) {
	t.Helper()
	s, ok := e.store.Memories.(*rocks.Store)
	if !ok {
		t.Fatal("records are checked on disk: give the engine a folder")
	}
	report, err := s.Check(context.Background(), nil)
	if err != nil || report.Err() != nil || report.Memories != memories {
		t.Errorf("store: %d memories, want %d; error %v, damage %v", report.Memories, memories, err, report.Damage)
	}
}

func TestUpdatedMemoriesAreFoundByTheirNewText(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	r := remember(t, e, Note{Content: "the heron builds its nest in March", Tags: []string{"bird"}}, Note{Content: "invoices are due within thirty days"})
	update(t, e, r[0].ID, Change{Content: new("E_QUOKKA_42 means that the queue is full"), Tags: &[]string{"error"}})
	look := func(when string, e *Engine) {
		if p := place(t, e, Question{Text: "E_QUOKKA_42"}, "E_QUOKKA_42"); p != 1 {
			t.Errorf("%s: the new text is at place %d", when, p)
		}
		if f, err := e.Recall(context.Background(), Question{Text: "heron", Tags: []string{"bird"}}); err != nil || len(f.Hits) != 0 {
			t.Errorf("%s: found by its old tag: %v, error %v", when, f, err)
		}
		if ok, err := e.Holds(context.Background(), uuid.Nil, DefaultNamespace, "the heron builds its nest in March"); ok || err != nil {
			t.Errorf("%s: the old text is still known, error %v", when, err)
		}
	}
	look("at once", e)
	mustBeSound(t, e, 2)
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	look("after a restart", open(t, dir))
}

func TestUpdatesThatAreRefused(t *testing.T) {
	e := open(t, "")
	ctx := context.Background()
	r := remember(t, e, Note{Content: "kept as it is", Rationale: "why"}, Note{Content: "forgotten"})
	if _, err := e.Forget(ctx, r[1].ID, false); err != nil {
		t.Fatal(err)
	}
	two := 2.0
	for name, c := range map[string]struct {
		id     store.ID
		change Change
		kind   Kind
		says   string
	}{
		"nothing":         {r[0].ID, Change{}, KindInvalid, "nothing to change"},
		"version only":    {r[0].ID, Change{IfVersion: 1}, KindInvalid, "nothing to change"},
		"unknown id":      {uuid.Max, Change{Content: new("x")}, KindNotFound, "no memory has id"},
		"forgotten":       {r[1].ID, Change{Content: new("x")}, KindInvalid, "was forgotten on"},
		"other version":   {r[0].ID, Change{Content: new("x"), IfVersion: 7}, KindInvalid, "has version 1, the change is meant for version 7"},
		"blank content":   {r[0].ID, Change{Content: new(" \n\u200b")}, KindInvalid, "content is blank"},
		"blank rationale": {r[0].ID, Change{Rationale: new(" ")}, KindInvalid, "rationale is blank"},
		"blank namespace": {r[0].ID, Change{Namespace: new("")}, KindInvalid, "namespace is blank"},
		"all namespaces":  {r[0].ID, Change{Namespace: new("*")}, KindInvalid, "all namespaces"},
		"importance":      {r[0].ID, Change{Importance: &two}, KindInvalid, "importance 2"},
		"modality":        {r[0].ID, Change{Modality: new("smell")}, KindInvalid, "unknown modality"},
		"blank tag":       {r[0].ID, Change{Tags: &[]string{" "}}, KindInvalid, "tag is blank"},
		"too long":        {r[0].ID, Change{Content: new(strings.Repeat("x", MaxContentBytes+1))}, KindInvalid, "limit is 1048576"},
	} {
		before := embedded(e)
		_, err := e.Update(ctx, c.id, c.change)
		var bad *Error
		if !errors.As(err, &bad) || bad.Kind != c.kind || !strings.Contains(bad.Error(), c.says) || bad.Hint == "" {
			t.Errorf("%s: error %v, want %s that says %q and a way out", name, err, c.kind, c.says)
		}
		if embedded(e) != before {
			t.Errorf("%s: something was embedded all the same", name)
		}
	}
	if m := get(t, e, r[0].ID); m.Version != 1 || m.Content != "kept as it is" {
		t.Errorf("the memory is now %+v", m)
	}
	if u := update(t, e, r[0].ID, Change{Source: new("x"), IfVersion: 1}); u.Version != 2 {
		t.Errorf("a change meant for the stored version made version %d, want 2", u.Version)
	}
}

// TestUpdatesBesideEachOther runs many writers that change one memory, each its own tag list or text, and concurrent readers. Each reader sees a
// state that some writer left, and no change of one part is lost by changes of other parts.
func TestUpdatesBesideEachOther(t *testing.T) {
	e := open(t, t.TempDir())
	ctx := context.Background()
	id := remember(t, e, Note{Content: "text 0 0"})[0].ID
	const writers, each = 6, 5
	stop := make(chan struct{})
	var readers, all sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				m, err := e.Get(ctx, id)
				if err != nil || m.TextHash != TextHash(m.Content) {
					t.Errorf("a mix: text %q with another text's hash, error %v", m.Content, err)
					return
				}
				if _, err := e.Recall(ctx, Question{Text: "text"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for w := range writers {
		all.Go(func() {
			for i := range each {
				c := Change{Content: new(fmt.Sprintf("text %d %d", w, i+1))}
				switch w {
				case 0:
					c = Change{Source: new(fmt.Sprint("source ", i+1))}
				case 1:
					c = Change{SessionID: new(fmt.Sprint("session ", i+1))}
				}
				if _, err := e.Update(ctx, id, c); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	close(stop)
	readers.Wait()
	m := get(t, e, id)
	if m.Version != 1+writers*each || m.Source != fmt.Sprint("source ", each) || m.SessionID != fmt.Sprint("session ", each) {
		t.Errorf("version %d, %q, %q: want version %d and the last of each part", m.Version, m.Source, m.SessionID, 1+writers*each)
	}
	if p := place(t, e, Question{Text: m.Content}, m.Content); p != 1 {
		t.Errorf("the last text is found at place %d", p)
	}
	mustBeSound(t, e, 1)
}

// TestOnlyOneOfTwoConditionalUpdatesWins checks that updates that name the version they read do not overwrite each other.
func TestOnlyOneOfTwoConditionalUpdatesWins(t *testing.T) {
	e := open(t, "")
	id := remember(t, e, Note{Content: "first"})[0].ID
	var wg sync.WaitGroup
	won := make(chan string, 8)
	for w := range 8 {
		wg.Go(func() {
			text := fmt.Sprint("writer ", w)
			if _, err := e.Update(context.Background(), id, Change{Content: &text, IfVersion: 1}); err == nil {
				won <- text
			}
		})
	}
	wg.Wait()
	if len(won) != 1 {
		t.Fatalf("%d writers won, want 1", len(won))
	}
	if m := get(t, e, id); m.Content != <-won || m.Version != 2 {
		t.Errorf("stored is %q, version %d", m.Content, m.Version)
	}
}

// TestUpdateNeverBringsBackWhatIsForgotten runs forgets concurrently with updates.
func TestUpdateNeverBringsBackWhatIsForgotten(t *testing.T) {
	e := open(t, "")
	ctx := context.Background()
	for i := range 12 {
		id := remember(t, e, Note{Content: fmt.Sprint("round ", i)})[0].ID
		var wg sync.WaitGroup
		wg.Go(func() { _, _ = e.Update(ctx, id, Change{Content: new("changed")}) })
		wg.Go(func() {
			time.Sleep(time.Duration(i) * time.Millisecond)
			if _, err := e.Forget(ctx, id, i%2 == 0); err != nil {
				t.Error(err)
			}
		})
		wg.Wait()
		if m, err := e.Get(ctx, id); i%2 == 0 && !isNotFound(err) || i%2 == 1 && (err != nil || m.Deleted.IsZero()) {
			t.Errorf("round %d: forgotten, and there again: %v", i, err)
		}
	}
	if n := e.loaded().Len(); n != 0 {
		t.Errorf("search holds %d memories, want none", n)
	}
}
