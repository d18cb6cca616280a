package ingest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/store"
)

// listed is a memory that can also be listed, in pages of one.
type listed struct {
	*memory
	asked []engine.ListQuestion
	fails error
}

func (l *listed) List(_ context.Context, q engine.ListQuestion) (*engine.Page, error) {
	l.asked = append(l.asked, q)
	if l.fails != nil && q.Limit > 1 {
		return nil, l.fails
	}
	var all []*store.Memory
	for _, n := range l.notes {
		m := &store.Memory{Content: n.Content, Source: n.Source, Namespace: n.Namespace}
		if n.Namespace == q.Namespace && (q.Source == "" || m.IsOf(q.Source)) && n.Content > q.Cursor {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *store.Memory) int { return strings.Compare(a.Content, b.Content) })
	page := &engine.Page{Memories: all[:min(1, len(all))]}
	if len(all) > 1 {
		page.Next = all[0].Content
	}
	return page, nil
}

// whole returns the requests except those that only check for any memory.
func (l *listed) whole() (sources []string) {
	for _, q := range l.asked {
		if q.Limit > 1 {
			sources = append(sources, q.Source)
		}
	}
	l.asked = nil
	return sources
}

// runOf ingests paths into a listed.
func runOf(t *testing.T, l *listed, paths ...string) Report {
	t.Helper()
	p, err := NewPlan(paths)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), l, p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func rewrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestOutdatedPiecesAreLookedForWhereThereMayBeAny: nothing is listed for an empty namespace, only a file's pieces if only the file was read, and a failing list does not make the storing
// fail.
func TestOutdatedPiecesAreLookedForWhereThereMayBeAny(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "The kiln fires at nine.", "b.md": "The oven is warm by eight."})
	a := filepath.Join(dir, "a.md")
	l := &listed{memory: newMemory()}
	if r := runOf(t, l, dir); r.Stored != 2 || len(l.whole()) > 0 {
		t.Errorf("into an empty namespace: %+v, and it was looked through", r)
	}
	rewrite(t, a, "The kiln fires at ten.")
	if r := runOf(t, l, a); r.Outdated.Pieces.Pieces != 1 || !slices.Equal(r.Outdated.Files, []string{a}) {
		t.Errorf("one file: %+v", r.Outdated)
	}
	if asked := l.whole(); !slices.Contains(asked, a) || slices.Contains(asked, "") {
		t.Errorf("for one file these were asked about: %q", asked)
	}
	lines := filepath.Join(dir, "c.jsonl")
	rewrite(t, lines, `{"content":"The mill grinds rye."}`)
	if runOf(t, l, lines); len(l.asked) > 0 {
		t.Errorf("for lines of notes these were asked: %+v", l.asked)
	}
	l.fails = errors.New("the disk is gone")
	rewrite(t, a, "The kiln fires at eleven.")
	if r := runOf(t, l, dir); r.Stored != 1 || r.Failed > 0 || !strings.Contains(r.Outdated.NotLooked, "the disk is gone") {
		t.Errorf("with a list that fails: %+v", r)
	}
}

// TestWhatWasNotLookedThroughIsTold: a namespace may be too large.
func TestWhatWasNotLookedThroughIsTold(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "The kiln fires at nine.", "b.md": "The oven is warm by eight."})
	l := &listed{memory: newMemory()}
	runOf(t, l, dir)
	for most, cut := range map[int]bool{1: true, 2: false} {
		r := &run{Options: Options{Namespace: engine.DefaultNamespace}, texts: map[[32]byte]bool{}, documents: map[string]bool{}}
		r.says(filepath.Join(dir, "a.md"))
		if o := r.outdated(t.Context(), l, []string{dir}, most); (o.NotLooked != "") != cut || o.Pieces.Pieces != 1 {
			t.Errorf("%d of 2 looked at: %+v", most, o)
		}
	}
}

// TestRelativePathsAreToldApart: what they name depends on the working folder of the run. A run with relative paths also recognises the files of absolute
// ones.
func TestRelativePathsAreToldApart(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "The kiln fires at nine.", "sub/b.md": "The oven is warm by eight.", "c.md": "The mill stands by the river."})
	t.Chdir(dir)
	l := &listed{memory: newMemory()}
	runOf(t, l, ".")
	runOf(t, l, filepath.Join(dir, "c.md")) // its text is known, so its source stays relative
	l.notes["elsewhere"] = engine.Note{Content: "Said in a ticket.", Source: "ticket:12", Namespace: engine.DefaultNamespace}
	if r := runOf(t, l, "."); r.Outdated.Pieces.Pieces+r.Outdated.Perhaps.Pieces > 0 {
		t.Errorf("nothing has changed: %+v", r.Outdated)
	}
	rewrite(t, "a.md", "The kiln fires at ten.")
	if err := os.Remove("sub/b.md"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{".", dir, "../" + filepath.Base(dir)} {
		if r := runOf(t, l, path); r.Outdated.Pieces.Pieces != 0 || r.Outdated.Perhaps.Pieces != 2 || !slices.Equal(r.Outdated.Perhaps.Files, []string{"a.md", "sub/b.md"}) {
			t.Errorf("by %s: %+v", path, r.Outdated)
		}
	}
	if r := runOf(t, l, "./a.md"); r.Outdated.Perhaps.Pieces != 1 {
		t.Errorf("one file: %+v", r.Outdated)
	}
	d := filepath.Join(dir, "d.md")
	rewrite(t, d, "The lamp is red.")
	runOf(t, l, d)
	rewrite(t, d, "The lamp is green.")
	if r := runOf(t, l, "."); r.Outdated.Pieces.Pieces != 1 || !slices.Equal(r.Outdated.Files, []string{d}) {
		t.Errorf("taken in by its absolute path: %+v", r.Outdated)
	}
}
