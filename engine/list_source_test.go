package engine

import (
	"slices"
	"testing"

	"asterism/engine/store"
)

// TestAFileIsListedWithItsPieces, with and without the index, and found in them; an address is no file, nor is a file whose name begins alike.
func TestAFileIsListedWithItsPieces(t *testing.T) {
	e := open(t, t.TempDir())
	var notes []Note
	for _, source := range []string{"a.md:1", "a.md:12", "a.md", "a.md2:1", "a.md:x", "http://a:80", "log.jsonl:3", ""} {
		notes = append(notes, Note{Content: "What is said in " + source, Source: source})
	}
	remember(t, e, notes...)
	for source, want := range map[string][]string{
		"a.md": {"a.md", "a.md:1", "a.md:12"}, "a.md:12": {"a.md:12"}, "a": nil, "a.md:x": {"a.md:x"}, "http://a": nil, "log.jsonl": {"log.jsonl:3"}, "none.md": nil,
	} {
		q := ListQuestion{Source: source, Limit: 2}
		l := lister{parts: &e.parts, q: q, page: &Page{}}
		l.f.Namespace, l.f.Source = DefaultNamespace, source
		if few, err := l.few(t.Context()); err != nil || !few || len(l.page.Memories) != min(2, len(want)) {
			t.Errorf("of %s the index lists %d, %v %v; want it alone to list %v", source, len(l.page.Memories), few, err, want)
		}
		for _, forgotten := range []bool{false, true} { // the second goes through the store
			q := ListQuestion{Source: source, Limit: 2, IncludeForgotten: forgotten}
			if got := sourcesListed(t, e, q); !slices.Equal(got, want) {
				t.Errorf("of %s: %q, want %q", source, got, want)
			}
		}
		found, err := e.Recall(t.Context(), Question{Text: "what is said", Source: source})
		if err != nil || len(found.Hits) != len(want) {
			t.Errorf("of %s: %d are found, %v; want %q", source, len(found.Hits), err, want)
		}
	}
}

// sourcesListed are the sources of all pages, ordered.
func sourcesListed(t *testing.T, e *Engine, q ListQuestion) (out []string) {
	t.Helper()
	seen := map[store.ID]bool{}
	for {
		page, err := e.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range page.Memories {
			if seen[m.ID] {
				t.Errorf("%s is on two pages", m.Source)
			}
			seen[m.ID], out = true, append(out, m.Source)
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			slices.Sort(out)
			return out
		}
	}
}
