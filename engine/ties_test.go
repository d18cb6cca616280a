package engine

import (
	"context"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestSurvey: what the dashboard shows of many memories goes through the engine.
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
