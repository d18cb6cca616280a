package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/store"
)

// memory is a Rememberer that keeps notes in a map, and fails on request.
type memory struct {
	mu    sync.Mutex
	notes map[string]engine.Note
	own   map[store.ID]string // the texts of notes that had an id
	calls int                 // of RememberAll
	fail  func(engine.Note) error
}

func newMemory() *memory { return &memory{notes: map[string]engine.Note{}, own: map[store.ID]string{}} }

func (m *memory) RememberAll(_ context.Context, notes []engine.Note) ([]engine.Remembered, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	for _, n := range notes {
		if m.fail != nil {
			if err := m.fail(n); err != nil {
				return nil, err
			}
		}
	}
	for _, n := range notes {
		m.notes[n.Namespace+"\x00"+n.Content] = n
		m.own[n.ID] = n.Content
	}
	return make([]engine.Remembered, len(notes)), nil
}

func (m *memory) Holds(_ context.Context, id store.ID, namespace, content string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.notes[namespace+"\x00"+content]
	if id != (store.ID{}) {
		ok = m.own[id] == content
	}
	return ok, nil
}

// tree writes files, name → text, and returns their folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func ingest(t *testing.T, m *memory, o Options, paths ...string) (Report, error) {
	t.Helper()
	p, err := NewPlan(paths)
	if err != nil {
		t.Fatal(err)
	}
	return Run(context.Background(), m, p, o)
}

func TestFolderBecomesMemories(t *testing.T) {
	dir := tree(t, map[string]string{
		"a.md":                "# Keys\nOrdered by time.\n",
		"sub/b.go":            "package b\n\n// F does.\nfunc F() {}\n",
		"notes.jsonl":         `{"content":"from a line","tags":["x"],"timestamp":"2026-01-15T10:30:00Z","importance":0.9}` + "\n\n",
		"photo.png":           "\x89PNG",
		".hidden.md":          "secret",
		".git/config.md":      "secret",
		"node_modules/x.md":   "of others",
		"bad.txt":             "ab\xff",
		"binary.txt":          "ab\x00c",
		"image.txt":           "\x89PNG\r\n\x1a\n",
		"empty.md":            "\n \n",
		"with space/größe.md": "# Größe\nEin Text.\n",
	})
	m := newMemory()
	r, err := ingest(t, m, Options{Tags: []string{"all"}}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.Stored != 4 || r.Failed != 3 || r.Files != r.FilesTotal || r.Bytes != r.BytesTotal {
		t.Errorf("report %+v, want 4 stored and 3 failed, all files and bytes seen", r)
	}
	for _, words := range []string{"not UTF-8", "NUL byte at offset 2", "remember --image"} {
		if !strings.Contains(strings.Join(r.Problems, "\n"), words) {
			t.Errorf("problems %q, want one that says %q", r.Problems, words)
		}
	}
	n, ok := m.notes["default\x00from a line"]
	if !ok || *n.Importance != .9 || fmt.Sprint(n.Tags) != "[x all]" || !n.Time.Equal(time.Date(2026, 1, 15, 10, 30, 0, 0, time.UTC)) || !strings.HasSuffix(n.Source, "notes.jsonl:1") {
		t.Errorf("note of a line: %+v", n)
	}
	for _, n := range m.notes {
		if strings.Contains(n.Content, "secret") || strings.Contains(n.Content, "of others") {
			t.Errorf("took %q", n.Source)
		}
	}
}

func TestSecondRunSkipsWhatIsStored(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "# A\none\n", "copy.md": "# A\none\n", "b.md": "# B\ntwo\n"})
	m := newMemory()
	first, err := ingest(t, m, Options{}, dir)
	if err != nil || first.Stored != 2 || first.Skipped != 1 {
		t.Fatalf("first run %+v %v, want 2 stored and the copy skipped", first, err)
	}
	second, err := ingest(t, m, Options{}, dir)
	if err != nil || second.Stored != 0 || second.Skipped != 3 {
		t.Errorf("second run %+v %v, want nothing stored", second, err)
	}
	other, err := ingest(t, m, Options{Namespace: "other"}, dir)
	if err != nil || other.Stored != 2 {
		t.Errorf("other namespace %+v %v, want 2 stored", other, err)
	}
}

func TestInterruptedRunIsResumed(t *testing.T) {
	files := map[string]string{}
	for i := range 1000 {
		files[fmt.Sprintf("n%04d.md", i)] = fmt.Sprintf("# Note %d\nbody\n", i)
	}
	dir := tree(t, files)
	m := newMemory()
	full := errors.New("disk is full")
	m.fail = func(n engine.Note) error {
		if strings.Contains(n.Content, "Note 700\n") {
			return &engine.Error{Kind: engine.KindStorage, Message: "store", Err: full}
		}
		return nil
	}
	first, err := ingest(t, m, Options{}, dir)
	if !errors.Is(err, full) || first.Stored != len(m.notes) {
		t.Fatalf("error %v, reported %d, stored %d", err, first.Stored, len(m.notes))
	}
	m.fail = nil
	second, err := ingest(t, m, Options{}, dir)
	if err != nil || first.Stored+second.Stored != 1000 || len(m.notes) != 1000 {
		t.Errorf("resumed run %+v %v after %d, want 1000 in all", second, err, first.Stored)
	}
}

func TestOneRefusedNoteDoesNotTakeItsBatchDown(t *testing.T) {
	dir := tree(t, map[string]string{"n.jsonl": `{"content":"good"}` + "\n" + `{"content":"refused"}` + "\n" + `{"content":"also good"}` + "\n" + `{"contnt":"x"}` + "\n" + `{"content":"x"}}` + "\n"})
	m := newMemory()
	m.fail = func(n engine.Note) error {
		if n.Content == "refused" {
			return &engine.Error{Kind: engine.KindInvalid, Message: "no"}
		}
		return nil
	}
	r, err := ingest(t, m, Options{}, dir)
	if err != nil || r.Stored != 2 || r.Failed != 3 {
		t.Errorf("%+v %v, want 2 stored, 3 failed", r, err)
	}
	all := strings.Join(r.Problems, "\n")
	if !strings.Contains(all, "line 4") || !strings.Contains(all, `"contnt"`) || !strings.Contains(all, "n.jsonl:2") || !strings.Contains(all, "line 5") {
		t.Errorf("problems do not say where: %q", r.Problems)
	}
}

func TestBusyEngineIsAskedAgain(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "# A\none\n"})
	m := newMemory()
	asked := 0
	m.fail = func(engine.Note) error {
		if asked++; asked < 3 {
			return &engine.Error{Kind: engine.KindBusy, Message: "busy", RetryAfterMs: 1}
		}
		return nil
	}
	if r, err := ingest(t, m, Options{}, dir); err != nil || r.Stored != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

func TestCancelledRunStops(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "# A\none\n"})
	p, err := NewPlan([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, newMemory(), p, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was cancelled", err)
	}
}

func TestMissingPathIsAnError(t *testing.T) {
	if _, err := NewPlan([]string{filepath.Join(t.TempDir(), "nothing")}); err == nil {
		t.Error("a missing path was accepted")
	}
}

func FuzzParseLine(f *testing.F) {
	f.Add(`{"content":"x","importance":1,"tags":["a"]}`)
	f.Add(`{"content":"x"} {"content":"y"}`)
	f.Add(`{"content":"x"}}`)
	f.Add(`{"timestamp":"yesterday"}`)
	f.Fuzz(func(t *testing.T, text string) {
		r := &run{Options: Options{Namespace: "n"}}
		notes, err := r.parse(text)
		if err == nil && (len(notes) != 1 || notes[0].Namespace == "") {
			t.Errorf("%q: %d notes, or one without a namespace", text, len(notes))
		}
	})
}

// TestNamedLinkIsFollowed: a named symbolic link to a folder or file is read under its own name; one within a folder is not followed, and is
// reported.
func TestNamedLinkIsFollowed(t *testing.T) {
	dir := tree(t, map[string]string{"real/a.md": "# A\none\n", "real/sub/b.md": "# B\ntwo\n", "elsewhere/c.md": "# C\nthree\n"})
	link, file := filepath.Join(dir, "link"), filepath.Join(dir, "file.md")
	for at, to := range map[string]string{link: "real", file: filepath.Join("elsewhere", "c.md"), filepath.Join(dir, "real", "inner"): filepath.Join(dir, "elsewhere")} {
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, named := range []string{link, link + "/"} {
		p, err := NewPlan([]string{named, file})
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, f := range p.Files {
			paths = append(paths, f.Path)
		}
		if want := []string{filepath.Join(link, "a.md"), filepath.Join(link, "sub", "b.md"), file}; !slices.Equal(paths, want) || p.Passed["not a regular file"] != 1 {
			t.Errorf("%s: read %v, want %v; passed over %v", named, paths, want, p.Passed)
		}
	}
}

// TestByteOrderMarks are not part of the first line, in any format.
func TestByteOrderMarks(t *testing.T) {
	const line = `{"content":"first"}`
	dir := tree(t, map[string]string{"n.jsonl": byteOrderMark + line + "\n" + `{"content":"second"}` + "\n", "blank.jsonl": byteOrderMark + "\n" + `{"content":"third"}`, "a.md": byteOrderMark + "# A\nfourth\n"})
	m := newMemory()
	if r, err := ingest(t, m, Options{}, dir); err != nil || r.Stored != 4 || r.Failed != 0 || r.Bytes != r.BytesTotal {
		t.Errorf("%+v %v", r, err)
	}
	if _, ok := m.notes["default\x00first"]; !ok {
		t.Errorf("stored %v", m.notes)
	}
	for _, text := range []string{"{\n\"entities\":[{\"name\":\"Ada\"}],\n\"relations\":[]\n}\n", `{"type":"entity","name":"Ada"}` + "\n"} {
		m := newMemory()
		if r := imported(t, m, Graph, byteOrderMark+text); r.Stored != 1 || r.Failed != 0 {
			t.Errorf("%s: %+v", text, r)
		}
	}
	broken := tree(t, map[string]string{"n.jsonl": line + "\n" + byteOrderMark + line + "\n"}) // two concatenated files: the mark is inside
	if r, err := ingest(t, newMemory(), Options{}, broken); err != nil || r.Stored != 1 || r.Failed != 1 {
		t.Errorf("a mark in the middle: %+v %v", r, err)
	}
}
