package answer

import (
	"cmp"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/aims"
	"asterism/engine/store"
	"asterism/engine/ties"

	"github.com/google/uuid"
)

// TestAMemoryTellsItsLinks: on request, the text and the fields of a memory contain links of every kind. Forgotten memories are marked, and "no links" is reported.
func TestAMemoryTellsItsLinks(t *testing.T) {
	m, other := &store.Memory{ID: uuid.UUID{1}, Content: "one"}, uuid.UUID{2}
	got, err := GotFrom(m, &engine.Chain{}, true, true, true, 0)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.ToLower(got.Words()), "links") {
		t.Errorf("unasked: %s", got.Words())
	}
	got.WithLinks(&engine.Around{})
	if !strings.Contains(got.Words(), "\nNo links.\n") {
		t.Errorf("without any: %s", got.Words())
	}
	got.WithLinks(&engine.Around{More: 3, Links: []ties.Link{{Kind: "accepted", Weight: 1, Other: ties.Brief{ID: other, Text: "another", Forgotten: true}}}})
	for _, want := range []string{"accepted (forgotten) 1.00 " + named(other) + " another", "3 more."} {
		if !strings.Contains(got.Words(), want) {
			t.Errorf("%s does not say %q", got.Words(), want)
		}
	}
	if b, err := json.Marshal(got); err != nil || !strings.Contains(string(b), `"links":[{"kind":"accepted","weight":1,"other":"`+other.String()+`","snippet":"another","forgotten":true}],"links_more":3`) {
		t.Errorf("%s, %v", b, err)
	}
}

// TestFewLinksAreShown: the text of a memory shows the first links and counts the others.
func TestFewLinksAreShown(t *testing.T) {
	a := &engine.Around{More: 7}
	for i := range 30 {
		a.Links = append(a.Links, ties.Link{Kind: "learned", Weight: .3, Other: ties.Brief{ID: idOf(i), Text: "another"}})
	}
	got := Got{}
	got.WithLinks(a)
	if words := got.linkWords(); strings.Count(words, "learned") != mostLinks || !strings.Contains(words, "  32 more; get_links has them.\n") {
		t.Error(words)
	}
	for limit, more := range map[int]string{0: "\n17 more; a larger limit shows them.\n", 4: "\n33 more; a larger limit shows them.\n", 100: "\n7 more.\n"} {
		asked := LinksFrom(idOf(99), a, nil, limit).Words()
		if n := min(cmp.Or(limit, mostLinksAsked), 30); strings.Count(asked, "learned") != n || !strings.Contains(asked, more) {
			t.Errorf("limit %d: %s", limit, asked)
		}
	}
}

// TestAHistoryInWords: the text of a memory contains earlier purposes; one without a goal has no figures. For an offset after the end, the text says how many there are.
func TestAHistoryInWords(t *testing.T) {
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	with := aims.NoVector()
	with[0] = .5
	moved := &engine.Evolution{Since: at, Total: 2, Next: 7, Events: []aims.Earlier{{Until: at, Why: aims.ByGoals, Version: 1, Vector: with}, {Until: at, Why: aims.ByUpdate, Version: 2}}}
	v := EvolutionFrom(moved, 0)
	got := Got{Evolution: v}
	for _, want := range []string{"2 changes kept", "version 1, alignment 0.50: the goals changed", "version 2, no goal: the memory changed", "history 7"} {
		if !strings.Contains(got.Words(), want) {
			t.Errorf("%s does not say %q", got.Words(), want)
		}
	}
	if b, err := json.Marshal(v.Events[1]); err != nil || v.Events[1].Theta != nil || !math.IsNaN(v.Events[1].Purpose[0]) || strings.Contains(string(b), "[0") {
		t.Errorf("without a goal: %s, %v", b, err)
	}
	if note := EvolutionFrom(&engine.Evolution{Since: at, Total: 5}, 20).Note; note != "Place 20 is past the end of 5 events: the newest is at place 0, the oldest at 4." {
		t.Error(note)
	}
}

func TestAVersionWithoutAReasonHasNone(t *testing.T) {
	got := Got{Versions: []Version{{Version: 1, Content: "old"}}}
	if words := got.versionWords(); strings.Contains(words, "why") || !strings.HasSuffix(words, "old\n") {
		t.Errorf("%q", words)
	}
}
