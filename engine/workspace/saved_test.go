package workspace

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestSavedGolden(t *testing.T) {
	w := New("n", "s", Options{})
	w.looks, w.active, w.order, w.variety, w.contradicted = 9, start.Add(time.Minute), .875, .9375, true
	w.foresight = Predictor{Expected: .5, Mean: .75, Seen: 9}
	w.members = []*member{
		{id: uuid.MustParse("01890000-0000-7000-8000-000000000001"), entered: start, r: .9, fit: .7, look: 2},
		{id: uuid.MustParse("01890000-0000-7000-8000-000000000002"), entered: start.Add(time.Second), r: 1, fit: 1, look: 9},
	}
	got, err := w.Save()
	if err != nil {
		t.Fatal(err)
	}
	const path = "testdata/saved.json"
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, bytes.TrimSpace(want)) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestARestoredWorkspaceGoesOn(t *testing.T) {
	cohort, topic := strangers(), newTopic(1)
	w := New("n", "s", Options{})
	all := map[uuid.UUID]Thought{}
	for range 9 {
		th := topic.thought(t, .5)
		all[th.ID] = th
		w.Look(th, cohort, start)
	}
	saved := saveAndRead(t, w)
	find := func(id uuid.UUID) (Thought, bool) { th, ok := all[id]; return th, ok }
	back := Restore("n", "s", Options{}, saved, find)
	a, b := w.Snapshot(start), back.Snapshot(start)
	b.Seen = a.Seen // counted per process
	if ids := ids(b); len(ids) != len(a.Members) || a.State != b.State || a.C != b.C || !a.Active.Equal(b.Active) {
		t.Errorf("before %+v\nafter  %+v", a, b)
	}
	for i := range a.Members {
		if a.Members[i].ID != b.Members[i].ID || a.Members[i].R != b.Members[i].R || !a.Members[i].Entered.Equal(b.Members[i].Entered) {
			t.Errorf("member %d: %+v, was %+v", i, b.Members[i], a.Members[i])
		}
	}
	next := topic.thought(t, .5)
	one, two := w.Look(next, cohort, start), back.Look(next, cohort, start)
	if len(one.Entries) != 1 || len(two.Entries) != 1 || one.Entries[0].Left[0] != two.Entries[0].Left[0] {
		t.Errorf("the next memory: %+v, restored %+v", one, two)
	}
	delete(all, a.Members[2].ID)
	if n := len(Restore("n", "s", Options{}, saved, find).Snapshot(start).Members); n != len(a.Members)-1 {
		t.Errorf("%d members with one forgotten, want %d", n, len(a.Members)-1)
	}
	if s := Restore("n", "s", Options{Capacity: 2}, saved, find).Snapshot(start); len(s.Members) != 2 || s.Members[0].ID != a.Members[0].ID {
		t.Errorf("restored into a smaller one: %+v", s.Members)
	}
}

func saveAndRead(t *testing.T, w *Workspace) *Saved {
	t.Helper()
	b, err := w.Save()
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadSaved(b)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestBadSavedIsRefused(t *testing.T) {
	const member = `{"id":"01890000-0000-7000-8000-000000000001","entered":"2026-05-01T09:00:00Z","r":.9,"fit":1,"ago":0}`
	good := func(members string) string {
		return `{"v":1,"active":"2026-05-01T09:00:00Z","order":0.5,"variety":1,"foresight":{"Expected":0,"Mean":0,"Seen":0},"members":[` + strings.ReplaceAll(members, ":.", ":0.") + `]}`
	}
	if _, err := ReadSaved([]byte(good(member))); err != nil {
		t.Fatal(err)
	}
	for says, bad := range map[string]string{
		"version 2":        strings.Replace(good(member), `"v":1`, `"v":2`, 1),
		"unknown field":    strings.Replace(good(member), `"v":1`, `"v":1,"x":1`, 1),
		"outside":          strings.Replace(good(member), `"order":0.5`, `"order":1.5`, 1),
		"member twice":     good(member + "," + member),
		"memories ago":     good(strings.Replace(member, `"ago":0`, `"ago":-1`, 1)),
		"more behind":      good(member) + "{}",
		"the limit is":     good(strings.TrimSuffix(strings.Repeat(member+",", 65), ",")),
		"unexpected EOF":   good(member)[:40],
		"-1 memories were": strings.Replace(good(member), `"Seen":0`, `"Seen":-1`, 1),
	} {
		if _, err := ReadSaved([]byte(bad)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

func FuzzReadSaved(f *testing.F) {
	b, err := os.ReadFile("testdata/saved.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`{"v":1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ReadSaved(b)
		if err != nil {
			return
		}
		w := Restore("n", "", Options{}, s, func(id uuid.UUID) (Thought, bool) { return Thought{ID: id}, true })
		again, err := w.Save()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadSaved(again); err != nil {
			t.Errorf("what was read cannot be saved and read again: %v", err)
		}
	})
}
