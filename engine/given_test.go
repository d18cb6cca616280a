package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestGivenIDs(t *testing.T) {
	e := open(t, "")
	ctx := context.Background()
	id := uuid.MustParse("0197a000-0000-7000-8000-000000000001")
	note := Note{ID: id, Content: "The cache is keyed by tenant"}
	remember := func(n Note, want string) {
		t.Helper()
		_, err := e.Remember(ctx, n)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Fatalf("error %v, want %q", err, want)
		}
	}
	remember(note, "")
	remember(note, "") // the same note again changes nothing
	other := note
	other.Content = "The cache is keyed by user"
	remember(other, "is stored with another text than the note has")
	other = note
	other.Namespace = "elsewhere"
	remember(other, "is stored in namespace default, and the note is for elsewhere")
	if _, err := e.Forget(ctx, id, false); err != nil {
		t.Fatal(err)
	}
	remember(note, "was forgotten")
	if _, err := e.Forget(ctx, id, true); err != nil {
		t.Fatal(err)
	}
	remember(note, "removed for good")
	found, err := e.Recall(ctx, Question{Text: "what is the cache keyed by?"})
	if err != nil || len(found.Hits) != 0 {
		t.Errorf("%d hits, error %v", len(found.Hits), err)
	}
}

// TestOneIDForTwoNotes: of two notes in one call with the same id, the store would keep only the first. The same note twice is stored once.
func TestOneIDForTwoNotes(t *testing.T) {
	e := open(t, t.TempDir())
	id := uuid.MustParse("0197a000-0000-7000-8000-000000000001")
	note := Note{ID: id, Content: "The cache is keyed by tenant", Namespace: "one"}
	for name, change := range map[string]func(*Note){
		"text":      func(n *Note) { n.Content = "The cache is keyed by user" },
		"namespace": func(n *Note) { n.Namespace = "two" },
	} {
		other := note
		change(&other)
		_, err := e.RememberAll(t.Context(), []Note{note, {Content: "between them"}, other})
		if err == nil || !strings.Contains(err.Error(), "id "+id.String()+" is given to two notes") {
			t.Errorf("another %s: error %v", name, err)
		}
		mustBeSound(t, e, 0)
	}
	twice := note
	twice.Tags = []string{"again"}
	if r := remember(t, e, note, twice); r[0].ID != id || r[1].ID != id {
		t.Errorf("the same note twice: %+v", r)
	}
	mustBeSound(t, e, 1)
}
