package engine

import (
	"context"
	"slices"
	"testing"

	"asterism/engine/compare/pairs"
	"asterism/engine/secrets"
)

// TestWhatTeachesMoreRanksHigher stores the old text of held-out pairs and injects the new one of each. What is learned must decrease from an update over a new fact, more detail and a
// rewording to a copy; updates count as new and copies as known.
func TestWhatTeachesMoreRanksHigher(t *testing.T) {
	e := openWith(t, Config{Secrets: secrets.Allow}) // a pair is about a password
	held := pairs.HeldOut()
	var notes []Note
	for _, p := range held {
		notes = append(notes, Note{Content: p.Old})
	}
	for _, text := range utlLines(t, "project.txt") {
		notes = append(notes, Note{Content: text})
	}
	if _, err := e.RememberAll(context.Background(), notes); err != nil {
		t.Fatal(err)
	}
	order := []string{"update", "different", "more detail", "rephrased", "same"}
	kinds := map[string]string{"value changed": "update", "negated": "update", "contradiction": "update", "roles swapped": "update"}
	learned, entropy := map[string][]float64{}, map[string][]float64{}
	seen := map[string]int{}
	for _, p := range held {
		if seen[p.Class]++; seen[p.Class] > 12 {
			continue
		}
		kind := kinds[p.Class]
		if kind == "" {
			kind = p.Class
		}
		r := inject(t, e, Note{Content: p.New, Rationale: "as it was told", Importance: new(.5)})
		learned[kind], entropy[kind] = append(learned[kind], r.Learned), append(entropy[kind], float64(r.UTL.Entropy))
	}
	for i, kind := range order {
		slices.Sort(learned[kind])
		slices.Sort(entropy[kind])
		t.Logf("%-12s learned %.3f in the middle, entropy %.3f", kind, middle(learned[kind]), middle(entropy[kind]))
		if i > 0 && middle(learned[kind]) >= middle(learned[order[i-1]]) {
			t.Errorf("%s teaches %.3f in the middle, %s %.3f", order[i-1], middle(learned[order[i-1]]), kind, middle(learned[kind]))
		}
	}
	if n := len(entropy["update"]); entropy["update"][n/20] < .5 {
		t.Errorf("one update in twenty has entropy %.3f or less, want .5", entropy["update"][n/20])
	}
	if n := len(entropy["rephrased"]); entropy["rephrased"][n*4/5-1] > .3 {
		t.Errorf("four rewordings in five have an entropy of up to %.3f, want .3", entropy["rephrased"][n*4/5-1])
	}
	if most := slices.Max(entropy["same"]); most > .05 {
		t.Errorf("a copy has entropy %.3f, want .05 at most", most)
	}
}

func middle(sorted []float64) float64 { return sorted[len(sorted)/2] }

// TestAnUpdateThatIsNotAmongTheNearest checks that a memory that may replace another is an update, also if two others are nearer.
func TestAnUpdateThatIsNotAmongTheNearest(t *testing.T) {
	e := openWith(t, Config{})
	for _, text := range []string{
		"We pin Node to 20.11 because the pdf renderer segfaults on 22.", "We replaced the pdf renderer with Chromium last week.", "The pdf renderer was replaced after it failed with Chromium fonts.",
		"Integration tests need Docker and take six minutes.", "The invoice PDF uses DejaVu Sans because the earlier font lacked Polish letters.",
	} {
		inject(t, e, Note{Content: text, Rationale: "a test"})
	}
	got := inject(t, e, Note{Content: "We upgraded Node to 22.9 after the pdf renderer was replaced with Chromium.", Rationale: "a test"})
	if len(got.MaySupersede) != 1 || got.MaySupersede[0].Reason != "value changed: 20.11 → 22.9" || got.UTL.Entropy < .5 {
		t.Errorf("entropy %.2f, may supersede %+v", got.UTL.Entropy, got.MaySupersede)
	}
}
