package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"asterism/engine/compare/pairs"
	"asterism/engine/metautl"
)

// TestADayRaisesNoAlarm simulates an ordinary day: 200 memories of two projects are stored between 300 searches, most of which are judged, well and badly. No person is asked, and λ
// stays away from its bounds.
func TestADayRaisesNoAlarm(t *testing.T) {
	e := open(t, "")
	texts := append(utlLines(t, "project.txt"), utlLines(t, "unrelated.txt")...)
	for i, p := range pairs.Development() {
		if texts = append(texts, p.Old); i%4 == 0 { // sometimes a statement is repeated, in other words or changed
			texts = append(texts, p.New)
		}
	}
	texts = texts[:200]
	rng := rand.New(rand.NewPCG(21, 9))
	for i := range 500 {
		if i%5 < 2 {
			n := Note{Content: texts[i/5*2+i%5], Rationale: "learned while at work", SessionID: fmt.Sprint("morning ", i/60)}
			inject(t, e, n)
			continue
		}
		found, err := e.Recall(context.Background(), Question{Text: texts[rng.IntN(i/5*2+2)]})
		if err != nil {
			t.Fatal(err)
		}
		for j, h := range found.Hits {
			if j > 2 || rng.Float64() < .4 {
				continue
			}
			useful := []float64{0, 0, .5, 1}[rng.IntN(4)]
			if j == 0 && rng.Float64() < .8 {
				useful = 1
			}
			if err := e.RecordOutcome(context.Background(), Outcome{Query: found.ID, Memory: h.Memory.ID, Useful: useful}); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := metaStatus(t, e)
	page, err := e.MetaLog(context.Background(), metautl.Query{Limit: metautl.MaxLimit})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("accuracy %.3f, λ_s %.3f, by the lifecycle %.3f; %v; %+v", s.Accuracy, s.Current.S, s.Base.S, page.Counts, s.Helped)
	if s.Escalation != metautl.NotEscalated || page.Counts[metautl.HumanEscalation]+page.Counts[metautl.BayesianEscalation]+page.Counts[metautl.AccuracyAlert] > 0 {
		t.Errorf("an alarm was raised: %s, %v", s.Escalation, page.Counts)
	}
	if s.Current.S <= metautl.DefaultSettings().MinLambda || s.Current.S >= metautl.DefaultSettings().MaxLambda {
		t.Errorf("λ_s is driven to its border: %v", s.Current.S)
	}
	if s.Helped.Before.Searches < 150 {
		t.Errorf("%d searches count as judged, of 300 of which most were", s.Helped.Before.Searches)
	}
}
