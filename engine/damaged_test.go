package engine

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/archive"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/testlog"
	"asterism/models"
)

// damagedStore returns the folder of a store with notes about bread, in which the third note's value in a space, and its block, are damaged in the file.
func damagedStore(t *testing.T, space models.Space) (dir string, notes []Remembered) {
	t.Helper()
	e := open(t, t.TempDir())
	notes = remember(t, e, notesOf(breadNotes...)...)
	return damagedCopy(t, e, notes[2].ID, space), notes
}

// damagedCopy returns the folder of a copy of an engine's store in which a memory's value in a space, and its block, are damaged. It closes the engine.
func damagedCopy(t *testing.T, e *Engine, id store.ID, space models.Space) (dir string) {
	t.Helper()
	values, err := e.store.Values(context.Background(), models.SetOf(space), []store.ID{id})
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(t.TempDir(), "copy")
	if err := e.store.Checkpoint(context.Background(), dir); err != nil { // a checkpoint has all data in sorted files
		t.Fatal(err)
	}
	shut(t, e)
	damageValue(t, dir, &values[0][space])
	return dir
}

// damageValue flips a bit of a value in a file.
func damageValue(t *testing.T, dir string, p *fingerprint.Packed) {
	t.Helper()
	value := p.Nibbles
	for _, x := range p.Int8 {
		value = append(value, byte(x))
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	if err != nil || len(value) < 32 {
		t.Fatalf("%d bytes to look for, error %v", len(value), err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if at := bytes.Index(b, value); at >= 0 {
			b[at+len(value)/2] ^= 4
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatal("no file has the value")
}

// logged returns an engine whose log can be read.
func logged(t *testing.T, dir string) (*Engine, *testlog.Log) {
	t.Helper()
	var log testlog.Log
	e := openWith(t, Config{Data: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
	return e, &log
}

// TestStartsWithoutADamagedVector checks that the engine names the memories that it could not read whole, finds them by their other values, shows and lists them, and invents nothing.
func TestStartsWithoutADamagedVector(t *testing.T) {
	ctx := context.Background()
	dir, notes := damagedStore(t, models.Semantic)
	e, log := logged(t, dir)
	status, err := e.Status(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if s := &status.Unread; s.Whole != 0 || s.Partly == 0 || s.Partly != len(s.First) || s.Unknown || status.Indexed != len(notes) {
		t.Fatalf("status: %+v, %d in the index", s, status.Indexed)
	}
	broken := map[store.ID]bool{}
	for _, u := range status.Unread.First {
		if broken[u.ID] = true; u.Spaces != models.SetOf(models.Semantic) {
			t.Errorf("memory %s lacks %v", u.ID, u.Spaces.Spaces())
		}
	}
	if id := notes[2].ID; !broken[id] || !strings.Contains(log.String(), id.String()) || !strings.Contains(log.String(), "the store is damaged") {
		t.Errorf("memory %s is not named: %s", id, log)
	}
	whole, err := e.Autonomous(ctx, StatusQuestion{})
	if err != nil || !whole.Lacks(PartMemories) || !strings.Contains(whole.Unreadable[0].Why, notes[2].ID.String()) {
		t.Errorf("the whole state: %+v, error %v", whole, err)
	}
	page, err := e.List(ctx, ListQuestion{})
	if err != nil || len(page.Memories) != len(notes) {
		t.Errorf("list: %+v, error %v", page, err)
	}
	for _, n := range notes {
		m, err := e.Get(ctx, n.ID)
		if err != nil || m.Content == "" || m.Record[models.Semantic].Absent() != broken[n.ID] || m.Record[models.Code].Absent() {
			t.Errorf("get %s: error %v", n.ID, err)
		}
	}
	for i, text := range breadNotes {
		found, err := e.Recall(ctx, Question{Text: text, TopK: len(notes)})
		if err != nil || len(found.Hits) == 0 || found.Hits[0].Memory.ID != notes[i].ID {
			t.Fatalf("%q is not found: error %v", text, err)
		}
		for _, h := range found.Hits {
			if has := slices.ContainsFunc(h.Spaces, func(s SpaceScore) bool { return s.Space == models.Semantic }); has == broken[h.Memory.ID] {
				t.Errorf("hit %s has a score in E1: %v, its vector is damaged: %v", h.Memory.ID, has, broken[h.Memory.ID])
			}
		}
	}
	remember(t, e, Note{Content: "The store takes what is new."})
}

// TestSearchesWithoutDamagedTokens checks that a search continues without damaged token vectors, reports that once, and ranks the memory by its other values.
func TestSearchesWithoutDamagedTokens(t *testing.T) {
	ctx := context.Background()
	dir, notes := damagedStore(t, models.LateInteraction)
	e, log := logged(t, dir)
	for range 3 {
		for i, text := range breadNotes {
			found, err := e.Recall(ctx, Question{Text: text, TopK: len(notes)})
			if err != nil || len(found.Hits) == 0 || found.Hits[0].Memory.ID != notes[i].ID {
				t.Fatalf("%q is not found: error %v", text, err)
			}
			for _, h := range found.Hits {
				has := slices.ContainsFunc(h.Spaces, func(s SpaceScore) bool { return s.Space == models.LateInteraction })
				if lost := e.held.unread.Spaces(h.Memory.ID).Has(models.LateInteraction); has == lost {
					t.Errorf("hit %s has a score in E12: %v, its value is damaged: %v", h.Memory.ID, has, lost)
				}
			}
		}
	}
	state := e.held.unread.State()
	if n := strings.Count(log.String(), "memory="+notes[2].ID.String()); n != 1 || state.Partly == 0 {
		t.Errorf("%d lines name the memory, status %+v: %s", n, state, log)
	}
	if got, err := e.TokenVectors(ctx, []store.ID{notes[2].ID}); err != nil || !got[0].Absent() {
		t.Errorf("token vectors: %v, error %v", got, err)
	}
}

// textless returns a store in which the text of a memory is damaged.
type textless struct {
	store.Memories
	store.Upkeep
	id store.ID
}

func (s textless) lost(parts *store.Parts) error {
	return parts.Pass(store.Unread{ID: s.id, Whole: true, Err: store.ErrDamaged})
}

func (s textless) Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error) {
	at := slices.Index(ids, s.id)
	if at < 0 || !parts.Content {
		return s.Memories.Get(ctx, parts, ids...)
	}
	if err := s.lost(&parts); err != nil {
		return nil, err
	}
	many, err := s.Memories.Get(ctx, parts, ids...)
	if err == nil {
		many[at] = nil
	}
	return many, err
}

func (s textless) Scan(ctx context.Context, r store.Range, parts store.Parts, fn func(*store.Memory) (bool, error)) error {
	return s.Memories.Scan(ctx, r, parts, func(m *store.Memory) (bool, error) {
		if m.ID == s.id && parts.Content {
			return true, s.lost(&parts)
		}
		return fn(m)
	})
}

func (s textless) Load(ctx context.Context, parts store.Parts, workers int, fn func(int, []*store.Memory) error) error {
	return s.Upkeep.Load(ctx, parts, workers, store.Each(func(worker int, m *store.Memory) error {
		if m.ID == s.id && parts.Content {
			return s.lost(&parts)
		}
		return fn(worker, []*store.Memory{m})
	}))
}

// TestStartsWithoutADamagedText checks that the memory is named and not found, that the others are found, that nothing of it is deleted, and that reading it is an error.
func TestStartsWithoutADamagedText(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	e := open(t, dir)
	given := notesOf(breadNotes...)
	for i := range given {
		given[i].Tags, given[i].Source = []string{"bread"}, "notebook"
	}
	notes := remember(t, e, given...)
	shut(t, e)
	s, err := openStore(ctx, &Config{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	broken := textless{s.Memories, s.Upkeep, notes[2].ID}
	s.Memories, s.Upkeep = broken, broken
	e = openWith(t, Config{Data: dir, Store: &s})
	status, err := e.Status(ctx)
	if err != nil || status.Unread.Whole != 1 || status.Unread.First[0].ID != broken.id || status.Indexed != len(notes)-1 || status.Store.Live() != len(notes) {
		t.Fatalf("status: %+v, error %v", status, err)
	}
	found, err := e.Recall(ctx, Question{Text: breadNotes[2], TopK: len(notes)})
	if err != nil || len(found.Hits) == 0 || slices.ContainsFunc(found.Hits, func(h Hit) bool { return h.Memory.ID == broken.id }) {
		t.Errorf("search: %+v, error %v", found, err)
	}
	listsWithout(t, e, broken.id, len(notes))
	if _, err := e.Get(ctx, broken.id); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), broken.id.String()) {
		t.Errorf("get: error %v, want one that names it", err)
	}
}

// listsWithout checks that pages of each size name the damaged memory once and show the others, and that a list to which it does not belong does not name it.
func listsWithout(t *testing.T, e *Engine, id store.ID, all int) {
	t.Helper()
	for _, q := range []ListQuestion{{}, {Tags: []string{"bread"}}, {Source: "notebook"}} {
		for q.Limit = 1; q.Limit <= all; q.Limit++ {
			shown, named := 0, 0
			for q.Cursor = ""; ; {
				page, err := e.List(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				for _, lost := range page.Damaged {
					if named++; lost.ID != id || !strings.Contains(lost.Why, "damaged") {
						t.Errorf("%+v: named %+v", q, lost)
					}
				}
				shown += len(page.Memories)
				if q.Cursor = page.Next; q.Cursor == "" {
					break
				}
			}
			if shown != all-1 || named != 1 {
				t.Errorf("%+v: %d memories, %d damaged", q, shown, named)
			}
		}
	}
	page, err := e.List(t.Context(), ListQuestion{Tags: []string{"of no memory"}})
	if err != nil || len(page.Memories)+len(page.Damaged) != 0 {
		t.Errorf("a list that it does not belong to: %+v, error %v", page, err)
	}
}

// TestMendsDamagedVectors checks that damaged vectors are computed again from the texts, also of a forgotten memory; after a restart all values are as before, and nothing is left to repair.
func TestMendsDamagedVectors(t *testing.T) {
	ctx := context.Background()
	for _, space := range []models.Space{models.Semantic, models.LateInteraction} {
		dir, notes := damagedStore(t, space)
		fresh := open(t, t.TempDir())
		want := map[string]*store.Memory{}
		for _, r := range remember(t, fresh, notesOf(breadNotes...)...) {
			m, err := fresh.Get(ctx, r.ID)
			if err != nil {
				t.Fatal(err)
			}
			want[m.Content] = m
		}
		shut(t, fresh)
		e, _ := logged(t, dir)
		if _, err := e.Forget(ctx, notes[2].ID, false); err != nil {
			t.Fatal(err)
		}
		got, err := Mend(ctx, e, nil)
		if err != nil || got.Memories != len(notes) || got.Mended == 0 || len(got.Left) != 0 {
			t.Fatalf("%v: %+v, error %v", space, got, err)
		}
		if again, err := Mend(ctx, e, nil); err != nil || again.Mended+len(again.Left) != 0 {
			t.Errorf("%v: once more: %+v, error %v", space, again, err)
		}
		if s, err := e.Status(ctx); err != nil || !s.Unread.None() {
			t.Errorf("%v: status %+v, error %v", space, s.Unread, err)
		}
		if m, err := e.Get(ctx, notes[2].ID); err != nil || m.Deleted.IsZero() {
			t.Errorf("%v: the forgotten memory: %+v, error %v", space, m, err)
		}
		if err := e.Restore(ctx, notes[2].ID); err != nil {
			t.Error(err)
		}
		shut(t, e)
		e, log := logged(t, dir)
		if s, err := e.Status(ctx); err != nil || !s.Unread.None() || s.Indexed != len(notes) {
			t.Errorf("%v: opened again: %+v, error %v, %s", space, s.Unread, err, log)
		}
		for _, n := range notes {
			m, err := e.Get(ctx, n.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range stored.Spaces() {
				if !m.Record[s].Equal(&want[m.Content].Record[s]) {
					t.Errorf("%v: memory %s has another value in %v", space, n.ID, s)
				}
			}
		}
		found, err := e.Recall(ctx, Question{Text: breadNotes[2], TopK: 1})
		if err != nil || len(found.Hits) != 1 || !slices.ContainsFunc(found.Hits[0].Spaces, func(s SpaceScore) bool { return s.Space == space }) {
			t.Errorf("%v: search: %+v, error %v", space, found, err)
		}
	}
}

// TestAChangeMendsAMemory checks that any change also computes all damaged vectors of the memory again.
func TestAChangeMendsAMemory(t *testing.T) {
	ctx := context.Background()
	dir, notes := damagedStore(t, models.Semantic)
	e := open(t, dir)
	importance := 0.9
	done, err := e.Update(ctx, notes[2].ID, Change{Importance: &importance})
	if err != nil || !done.Embedded.Has(models.Semantic) {
		t.Fatalf("%+v, error %v", done, err)
	}
	if m, err := e.Get(ctx, notes[2].ID); err != nil || m.Record[models.Semantic].Absent() || m.Importance != importance || e.held.unread.Spaces(m.ID) != 0 {
		t.Errorf("%+v, error %v", m, err)
	}
}

// TestABackupSaysThatItHoldsDamage checks that the backup reports the damage.
func TestABackupSaysThatItHoldsDamage(t *testing.T) {
	dir, notes := damagedStore(t, models.Semantic)
	e, log := logged(t, dir)
	archived := filepath.Join(t.TempDir(), "archive")
	b, err := e.Backup(t.Context(), archived, "v1", nil)
	if err != nil || b.About.Memories != len(notes) || b.About.Damaged == 0 || !strings.Contains(log.String(), "the backup contains the records that are damaged") {
		t.Fatalf("%+v, error %v, %s", b, err, log)
	}
	list, err := archive.List(archived)
	if err != nil || len(list) != 1 || list[0].About != b.About {
		t.Errorf("%+v, error %v", list, err)
	}
}
