package engine

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"
)

// copiesOfNotes are memories of which some have the same words as others, and some nearly.
func copiesOfNotes() []Note {
	importance := func(v float64) *float64 { return &v }
	note := func(text string, importance *float64, tags ...string) Note {
		return Note{Content: text, Tags: tags, Importance: importance, Time: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)} // a copy of another day is not merged
	}
	return []Note{
		note("The staging server listens on port 8080, behind the proxy.", importance(.4), "server"),
		note("the staging server listens on port 8080 behind the proxy", importance(.8), "proxy", "server"), // a copy
		note("The staging server listens on port 8081, behind the proxy.", nil),
		note("The staging server listens on the port 8080, behind a proxy!", importance(.2), "port"), // another
		note("Do not restart the importer while the nightly backup is running.", nil),
		note("Do restart the importer while the nightly backup is running.", nil),
		note("The office moved from Lisbon to Porto in spring.", nil),
		note("The office moved from Porto to Lisbon in spring.", nil),
	}
}

func TestCopiesAreMergedAndNothingElse(t *testing.T) {
	ctx := context.Background()
	e := open(t, t.TempDir())
	r := remember(t, e, copiesOfNotes()...)
	pointing := remember(t, e, Note{Content: "Who opens port 8080 must ask the network team.", Links: []store.ID{r[3].ID}})[0]
	remember(t, e, Note{Content: "The US team owns it"}, Note{Content: "The us team owns it"}, Note{Content: "No, deploy on Friday"}, Note{Content: "No deploy on Friday"}) // above .97 in E1
	remember(t, e, Note{Content: "unrelated"}, Note{Content: "The staging server **listens** on port 8080, behind the proxy."})                                             // the same words, .96 in E1
	got := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	var younger []store.ID
	for _, m := range got.Merges {
		if m.Older != r[0].ID || !(m.Similarity > dream.NearCopy && m.Similarity <= 1) {
			t.Errorf("merged %s into %s at %v, want the first one", m.Younger, m.Older, m.Similarity)
		}
		younger = append(younger, m.Younger)
	}
	if !reflect.DeepEqual(younger, []store.ID{r[1].ID, r[3].ID}) {
		t.Fatalf("merged %v, want the two copies of the first note", younger)
	}
	older := get(t, e, r[0].ID)
	if !slices.Equal(older.Tags, []string{"server", "proxy", "port"}) || older.Importance != .8 || older.Version != 3 {
		t.Errorf("the older has tags %v, importance %v, version %d", older.Tags, older.Importance, older.Version)
	}
	for _, id := range younger {
		if m := get(t, e, id); !m.Deleted.Equal(got.Started) {
			t.Errorf("%s was forgotten at %v, want %v", id, m.Deleted, got.Started)
		}
	}
	out, _, err := e.store.Edges(ctx, pointing.ID)
	if err != nil || !slices.ContainsFunc(out, func(x store.Edge) bool { return x.Other == r[0].ID && x.Kind == store.EdgeLearned }) {
		t.Errorf("what was linked to the copy is not linked to the older: %v, %v", out, err)
	}
	found, err := e.Recall(ctx, Question{Text: "staging server port 8080", Tags: []string{"port"}})
	if err != nil || len(found.Hits) != 1 || found.Hits[0].Memory.ID != r[0].ID {
		t.Errorf("by the tag of the copy: %v, %v", found, err)
	}
	mustBeSound(t, e, 15)
	if again := dreamt(t, e, DreamQuestion{Phase: dream.NREM}); len(again.Merges) != 0 {
		t.Errorf("the next dream merges %v", again.Merges)
	}
}

// TestADreamLeavesWhatSaysWhenAndWhere checks that a copy with another day, session or source is another memory, as in storing; a search for that day, session or source finds it.
func TestADreamLeavesWhatSaysWhenAndWhere(t *testing.T) {
	for name, c := range map[string]struct {
		younger Note
		merges  bool
	}{
		"of another day":     {Note{Time: day("2026-03-20")}, false},
		"of another session": {Note{SessionID: "s2"}, false},
		"of another source":  {Note{Source: "mail:2"}, false},
		"of the same":        {Note{Time: day("2026-03-04"), SessionID: "s1", Source: "mail:1"}, true},
		"said now":           {Note{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			e := openWith(t, Config{Now: (&handClock{now: day("2026-04-01")}).Now})
			c.younger.Content = "Call Bob at five"
			remember(t, e, Note{Content: "Call Bob at five.", Time: day("2026-03-04"), SessionID: "s1", Source: "mail:1"}, c.younger)
			if got := dreamt(t, e, DreamQuestion{Phase: dream.NREM}); (len(got.Merges) == 1) != c.merges {
				t.Errorf("%d merges", len(got.Merges))
			}
		})
	}
}

// TestManyCopiesTakeSeveralDreams checks that copies for which one dream's record has no space are counted, and make the next dream due.
func TestManyCopiesTakeSeveralDreams(t *testing.T) {
	defer func(was int) { mergeRoom = was }(mergeRoom)
	mergeRoom = 2 // the first merge takes over one tag
	clock := &handClock{now: day("2026-04-01")}
	e := openWith(t, Config{Now: clock.Now})
	r := remember(t, e, copiesOfNotes()...)
	for i, want := range []struct {
		merged, left int
		due          bool
	}{{1, 1, true}, {1, 0, false}, {0, 0, false}} {
		got := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
		state, err := e.dreams.State(context.Background(), DefaultNamespace)
		if err != nil || len(got.Merges) != want.merged || state.NearCopies != want.left {
			t.Fatalf("dream %d: merged %v, %d near copies are left, %v; want %d, %d", i+1, got.Merges, state.NearCopies, err, want.merged, want.left)
		}
		clock.forward(time.Hour)
		if due, err := e.dreams.IsDue(context.Background(), DefaultNamespace); err != nil || due != want.due {
			t.Errorf("dream %d: the next one is due: %v, %v", i+1, due, err)
		}
	}
	if m := get(t, e, r[0].ID); !slices.Equal(m.Tags, []string{"server", "proxy", "port"}) {
		t.Errorf("tags %v", m.Tags)
	}
}

// TestLinksGoOverToTheOlder checks that the links of a merged memory move to the older one, no weaker than before, and that none stays at the younger.
func TestLinksGoOverToTheOlder(t *testing.T) {
	ctx := context.Background()
	e := prepared(t, Config{Data: t.TempDir()})
	numbered := func(n byte) store.ID { return store.ID{0: 1, 6: 0x70, 8: 0x80, 15: n} }
	older, younger := numbered(1), numbered(2)
	got := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	out, _, err := e.store.Edges(ctx, older)
	if err != nil {
		t.Fatal(err)
	}
	weights := map[store.ID]float64{}
	for _, x := range out {
		if x.Kind == store.EdgeLearned {
			weights[x.Other] = float64(x.Weight)
		}
	}
	for n, was := range map[byte]float64{11: .3, 12: .9, 13: .05, 10: 1} { // 10 has the younger one among its own links
		if w := weights[numbered(n)]; w < was*.998 {
			t.Errorf("the link to %d has %v, the younger one's had %v", n, w, was)
		}
	}
	left, _, err := e.store.Edges(ctx, younger)
	if err != nil || slices.ContainsFunc(left, func(x store.Edge) bool { return x.Kind != store.EdgeGiven }) {
		t.Errorf("links left at the younger: %v, %v", left, err)
	}
	if m := get(t, e, older); !slices.Contains(m.Links, numbered(5)) {
		t.Errorf("the older has the links %v, without that of the second copy", m.Links)
	}
	for _, x := range got.Edges {
		if x.A == younger && x.After != 0 {
			t.Errorf("the younger is linked anew: %+v", x)
		}
	}
}

// TestACopyThatDoesNotFitIsLeft checks that a copy stays, and is counted, if the older one has no space for its tags.
func TestACopyThatDoesNotFitIsLeft(t *testing.T) {
	e := open(t, "")
	var many []string
	for i := range MaxTags {
		many = append(many, fmt.Sprint("tag", i))
	}
	r := remember(t, e, Note{Content: "the gate is open", Tags: many}, Note{Content: "the gate is open.", Tags: []string{"one more"}})
	if got := dreamt(t, e, DreamQuestion{Phase: dream.NREM}); len(got.Merges) != 0 {
		t.Errorf("merged %v", got.Merges)
	}
	if m := get(t, e, r[1].ID); !m.Deleted.IsZero() {
		t.Error("the copy was forgotten")
	}
	if s, err := e.dreams.State(context.Background(), DefaultNamespace); err != nil || s.NearCopies != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}
