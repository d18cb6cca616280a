package engine

import (
	"context"
	"testing"

	"asterism/models"
)

func TestInjectMeasuresWhatIsLearned(t *testing.T) {
	e := open(t, t.TempDir())
	notes := sampleNotes(t)
	inject := func(content, why string) *Remembered {
		t.Helper()
		r, err := e.Inject(context.Background(), Note{Content: content, Rationale: why})
		if err != nil {
			t.Fatal(err)
		}
		u := r.UTL
		for _, v := range []float32{u.LearningScore, u.Entropy, u.Coherence, u.Surprise} {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("%q: %+v is not within [0,1]", content, u)
			}
		}
		return r
	}
	if r := inject(notes[0].Content, notes[0].Rationale); r.UTL.Entropy != 1 || r.UTL.Coherence < .0999 || r.UTL.Coherence > .1001 {
		t.Errorf("empty store: %+v", r.UTL)
	}
	for _, n := range notes[1:] {
		inject(n.Content, n.Rationale)
	}
	duplicate := inject(notes[19].Content, notes[19].Rationale)
	paraphrase := inject("The name export failed for couriers with emoji because the CSV was Latin-1; we write UTF-8 with a byte order mark for Excel.", "why exports broke")
	unrelated := inject("Sourdough bread needs flour, water, salt and eighteen hours of patience in a cool kitchen.", "the recipe my grandmother used")
	strange := unrelated.UTL.Entropy
	others := []string{"Penguins huddle together on the ice to keep warm through the long polar night.", "Her violin concerto in D minor was first performed in Vienna.",
		"Medieval monks copied manuscripts by candlelight.", "Chess openings such as the Sicilian defence lead to sharp positions."}
	for _, text := range others {
		strange += inject(text, "worth keeping for its own sake").UTL.Entropy
	}
	strange /= float32(1 + len(others))
	t.Logf("entropy: copy %.3f, paraphrase %.3f, unrelated %.3f on average", duplicate.UTL.Entropy, paraphrase.UTL.Entropy, strange)
	if duplicate.UTL.Entropy > .05 || strange <= .6 || paraphrase.UTL.Entropy <= duplicate.UTL.Entropy || paraphrase.UTL.Entropy >= strange {
		t.Error("entropy does not tell copy, paraphrase and unrelated apart")
	}
	if duplicate.DuplicateOf == nil || unrelated.DuplicateOf != nil {
		t.Errorf("duplicateOf: copy %v, unrelated %v", duplicate.DuplicateOf, unrelated.DuplicateOf)
	}
	if n := len(unrelated.Spaces.Spaces()); n != models.Count {
		t.Errorf("%d spaces filled, want all", n)
	}
	if unrelated.Pulse == nil || unrelated.Pulse.Entropy == 0 {
		t.Error("no pulse")
	}
}

func TestCoherenceRisesWhenATopicFills(t *testing.T) {
	e := open(t, t.TempDir())
	topic := []string{
		"The bakery bakes sourdough bread every morning.", "Sourdough bread needs a long rest before baking.", "The baker feeds the sourdough starter with flour.",
		"Fresh bread from the bakery smells of flour.", "The bakery sells rye bread and sourdough bread.", "A hot oven gives sourdough bread a good crust.",
		"The baker kneads the bread dough by hand.", "Bread dough rises slowly in the cool bakery.", "Flour, water and salt make sourdough bread.",
		"The oven of the bakery bakes forty loaves of bread.", "The baker shapes loaves of sourdough bread.", "Bread from the bakery keeps for a week.",
	}
	var got []float32
	for _, text := range topic {
		r, err := e.Inject(context.Background(), Note{Content: text, Rationale: "bread"})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.UTL.Coherence)
	}
	if last := got[len(got)-1]; last <= got[0] || last <= got[2] {
		t.Errorf("coherence did not rise: %v", got)
	}
}
