package engine

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"asterism/engine/words"
)

// TestSubGoalsOfOtherLanguagesAreNamedByAMemory checks that clusters that models do not read are named by the beginning of a memory, not by a phrase, and described without grammar
// words; clusters without known letters are no goal.
func TestSubGoalsOfOtherLanguagesAreNamedByAMemory(t *testing.T) {
	sets := maps.Clone(cakes)
	for _, l := range languages(t) {
		sets[l.name] = append(slices.Clone(l.answers), l.others...)
	}
	goals := 0
	for name, texts := range sets {
		e := open(t, "")
		for _, text := range texts {
			remember(t, e, Note{Content: text})
		}
		found, err := e.SubGoals(t.Context(), SubGoalQuestion{MinClusterSize: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range found.Goals {
			goals++
			if !g.Unnamed || !slices.ContainsFunc(texts, func(s string) bool { return strings.HasPrefix(s, strings.TrimSuffix(g.Name, "…")) }) {
				t.Errorf("%s: a goal is named %q, and said to have no name: %v", name, g.Name, g.Unnamed)
			}
			for _, term := range g.Terms {
				if _, others := words.Grammar(strings.ToLower(term)); others > 0 {
					t.Errorf("%s: %q describes a goal", name, term)
				}
			}
		}
	}
	if goals < 10 {
		t.Errorf("%d goals", goals)
	}
}

// TestSubGoalsInEnglishAreNamedByPhrases checks that four of five goals have a phrase of at least two words that occurs in a memory, and are not named by the beginning of one.
func TestSubGoalsInEnglishAreNamedByPhrases(t *testing.T) {
	e := open(t, "")
	notes := englishParagraphs(t)
	remember(t, e, notes...)
	found, err := e.SubGoals(t.Context(), SubGoalQuestion{MaxGoals: 15})
	if err != nil {
		t.Fatal(err)
	}
	phrases := 0
	for _, g := range found.Goals {
		begins := func(n Note) bool { return strings.HasPrefix(n.Content, strings.TrimSuffix(g.Name, "…")) }
		phrase := func(part string) bool {
			return strings.Contains(part, " ") && slices.ContainsFunc(notes, func(n Note) bool { return strings.Contains(n.Content, part) })
		}
		if !slices.ContainsFunc(notes, begins) && slices.ContainsFunc(strings.Split(g.Name, ", "), phrase) {
			phrases++
			if g.Unnamed {
				t.Errorf("%q is said to be no name", g.Name)
			}
			continue
		}
		t.Logf("named by how a memory begins: %q", g.Name)
	}
	if len(found.Goals) < 10 || 5*phrases < 4*len(found.Goals) {
		t.Errorf("%d of %d goals are named by a phrase", phrases, len(found.Goals))
	}
}
