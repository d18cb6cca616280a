package engine

import (
	"reflect"
	"slices"
	"testing"

	"asterism/engine/store"
)

// TestAFileIsListedWithItsPieces checks that with and without the index, and in searches. An address is no file, nor is a file whose name has the same beginning.
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
		for _, forgotten := range []bool{false, true} { // the second list reads the store
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

// sourcesListed returns the sources of all pages, sorted.
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

// TestAnUnknownSourceIsTold checks that it is reported with the path that was stored, and so is an unknown session, unless there is another reason for the empty list.
func TestAnUnknownSourceIsTold(t *testing.T) {
	e := open(t, t.TempDir())
	remember(t, e, Note{Content: "The release is on Friday.", Source: "notes/plan.md:1", SessionID: "monday"}, Note{Content: "Elsewhere", Namespace: "other", Source: "notes/else.md:1"})
	for _, c := range []struct {
		q    ListQuestion
		want []Unknown
	}{
		{ListQuestion{Source: "./notes/plan.md"}, []Unknown{{Kind: "source", Name: "./notes/plan.md", Nearest: "notes/plan.md"}}},
		{ListQuestion{Source: "/app/notes/plan.md"}, []Unknown{{Kind: "source", Name: "/app/notes/plan.md", Nearest: "notes/plan.md"}}},
		{ListQuestion{Source: "https://example.org/7"}, []Unknown{{Kind: "source", Name: "https://example.org/7"}}},
		{ListQuestion{SessionID: "mondy"}, []Unknown{{Kind: "session", Name: "mondy", Nearest: "monday"}}},
		{ListQuestion{Source: "notes/plan.md", Tags: []string{"x"}}, []Unknown{{Kind: "tag", Name: "x"}}},
		{ListQuestion{Source: "notes/plan.md", Modality: "image"}, nil},
		{ListQuestion{Source: "else.md", Namespace: "*"}, []Unknown{{Kind: "source", Name: "else.md", Nearest: "notes/else.md"}}},
	} {
		page, err := e.List(t.Context(), c.q)
		if err != nil || len(page.Memories) > 0 || !reflect.DeepEqual(page.Unknown, c.want) {
			t.Errorf("list %+v: %v, %v, want %v", c.q, page, err, c.want)
		}
		found, err := e.Recall(t.Context(), Question{Text: "when is the release", Source: c.q.Source, SessionID: c.q.SessionID, Tags: c.q.Tags, Modality: c.q.Modality, Namespace: c.q.Namespace})
		if err != nil || !reflect.DeepEqual(found.Unknown, c.want) {
			t.Errorf("search %+v: %v, %v, want %v", c.q, found, err, c.want)
		}
	}
}
