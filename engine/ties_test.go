package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"asterism/engine/search"
	"asterism/engine/store"
)

// TestSurvey checks the engine's calls for what the dashboard shows about many memories.
func TestSurvey(t *testing.T) {
	e := open(t, "")
	ctx, s := context.Background(), SurveyOf(e)
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	a := remember(t, e, Note{Content: "The lighthouse keeper collects stamps.", Time: at, Tags: []string{"sea"}})[0].ID
	b := remember(t, e, Note{Content: "The keeper of the lighthouse collects old stamps.", Time: at.AddDate(0, 0, 1), Links: []store.ID{a}})[0].ID
	around, worth, err := s.Around(ctx, a, 3)
	if err != nil || len(around.Links) != 1 || !around.Links[0].From || len(around.Nearest) != 1 || around.Nearest[0].Other.ID != b || worth.Questions != 0 {
		t.Errorf("around %+v %+v %v", around, worth, err)
	}
	m, err := s.Map(ctx, MapQuestion{Kin: 1})
	if err != nil || len(m.Nodes) != 2 || m.Nodes[0].ID != b || len(m.Joins) != 2 {
		t.Errorf("map %+v %v", m, err)
	}
	first := at.Unix() / (24 * 60 * 60)
	if days, err := s.Days(ctx, ListQuestion{}); err != nil || len(days) != 2 || days[first] != 1 || days[first+1] != 1 {
		t.Errorf("days %v %v", days, err)
	}
	if days, err := s.Days(ctx, ListQuestion{Tags: []string{"sea"}}); err != nil || len(days) != 1 {
		t.Errorf("days by tag %v %v", days, err)
	}
	if strays, measured, err := s.Strays(ctx, "", 5); err != nil || len(strays) != 0 || measured != 0 {
		t.Errorf("strays without a goal %v %d %v", strays, measured, err)
	}
	if _, err := e.SetNorthStar(ctx, "", "Collect stamps"); err != nil {
		t.Fatal(err)
	}
	aligned(t, e, "")
	strays, measured, err := s.Strays(ctx, "", 1)
	if err != nil || len(strays) != 1 || measured != 2 {
		t.Errorf("strays %+v of %d, %v", strays, measured, err)
	}
	for _, n := range []int{0, MaxStrays + 1} {
		if _, _, err := s.Strays(ctx, "", n); err == nil {
			t.Errorf("%d strays were asked for", n)
		}
	}
}

// TestASearchFollowsLinksByOneHop checks that memories linked with the first hits are returned with them if they are no hits. A proposed or refused link is not followed, nor is a
// second hop, and a filter excludes all others.
func TestASearchFollowsLinksByOneHop(t *testing.T) {
	e := open(t, "")
	ctx := context.Background()
	var ids []store.ID
	for _, text := range []string{"The lighthouse keeper collects stamps.", "Parsley tolerates light frost.", "A bassoon has four joints.", "Basalt cools in columns.", "Herons nest in colonies."} {
		ids = append(ids, remember(t, e, Note{Content: text})[0].ID)
	}
	linker := LinkerOf(e)
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {0, 4}} {
		if _, err := linker.DecideLink(ctx, ids[pair[0]], ids[pair[1]], "link"); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.store.Apply(ctx, store.Command{Op: store.OpLink, ID: ids[0], Other: ids[3], Kind: store.EdgeProposed, Weight: 1, At: e.now()}); err != nil {
		t.Fatal(err)
	}
	if _, err := linker.DecideLink(ctx, ids[0], ids[4], "refuse"); err != nil {
		t.Fatal(err)
	}
	linked := func(q Question) (out []store.ID) {
		q.Text, q.TopK, q.Passages = "who collects stamps in the lighthouse?", 1, true
		found, err := e.Recall(ctx, q)
		if err != nil || len(found.Hits) != 1 || found.Hits[0].Memory.ID != ids[0] {
			t.Fatalf("%+v, %v", found, err)
		}
		for _, v := range found.Linked {
			if v.From != ids[0] || v.Kind != "accepted" || v.Memory.Content == "" {
				t.Errorf("%+v", v)
			}
			out = append(out, v.Memory.ID)
		}
		return out
	}
	if got := linked(Question{}); !slices.Equal(got, ids[1:2]) {
		t.Errorf("linked are %v, want %s", got, ids[1])
	}
	if got := linked(Question{Modality: "text"}); len(got) != 0 {
		t.Errorf("beside a filter %v is linked", got)
	}
}

// alone is [search.Together] for one index.
type alone struct{}

func (alone) Meet(_ context.Context, mine *search.Statistics) (*search.Statistics, error) {
	return mine, nil
}

// TestAPartFollowsNoLinks: the first hits of one of several engines are not the first of all, so memories linked with them are not returned; a single engine returns them.
func TestAPartFollowsNoLinks(t *testing.T) {
	e := open(t, "")
	ctx := context.Background()
	far := remember(t, e, Note{Content: "Parsley tolerates light frost."})[0].ID
	for n := range contenders { // the least number of hits of a part
		id := remember(t, e, Note{Content: fmt.Sprintf("The lighthouse keeper on island %d collects stamps.", n)})[0].ID
		if _, err := LinkerOf(e).DecideLink(ctx, id, far, "link"); err != nil {
			t.Fatal(err)
		}
	}
	q := Question{Text: "who collects stamps in the lighthouse?", TopK: contenders, Passages: true}
	found, err := e.Recall(ctx, q)
	if err != nil || len(found.Linked) != 1 || found.Linked[0].Memory.ID != far {
		t.Fatalf("asked alone it tells %+v, %v, want the memory that all hits are linked with", found.Linked, err)
	}
	part, err := RecallPart(ctx, e, q, e.now(), alone{})
	if err != nil || len(part.Hits) != contenders {
		t.Fatalf("%d hits, %v", len(part.Hits), err)
	}
	if len(part.Linked) != 0 {
		t.Errorf("one of several engines tells what is linked with its own first hits: %+v", part.Linked)
	}
	if all := MergeParts(q, e.now(), []*Found{part, part}); len(all.Linked) != 0 {
		t.Errorf("put together they tell %+v", all.Linked)
	}
}
