package aims

import (
	"math"
	"strings"
	"unicode"

	"asterism/engine/compare"
	"asterism/engine/goaldna"
	"asterism/engine/purpose"
	"asterism/engine/words"
	"asterism/models"
)

// The models learned English. Of two texts in another language they tell little more than that they are in one language, whose letters they may know or not: what can be told of these is told by the words that
// they share.

// What a check says where the models do not read a step or a goal.
const (
	saysUnreadable = "cannot judge: the models do not read the language of this step, or of the goal, and they share no word; say both in English"
	saysUnsure     = "cannot judge: the step and the goal share words, and one of them says that something is not to be, in a language that is not read; say both in English"
)

// unread corrects the measure of a step where models do not read it or the goal: it is that of their words then, and there is none where they share no word.
func (c *GoalChecked) unread(action string) {
	goals := append([]string{c.Goal}, c.SubGoals...)
	english := compare.Readable(action) && compare.English(action) && !words.Other(action)
	if !c.Signal || english && compare.English(c.Goal) && !words.Other(c.Goal) {
		return
	}
	shared := words.Shared(strings.Join(goals, "\n"), action)
	switch {
	case len(shared) == 0:
		c.Signal, c.Similarity, c.Note = false, goaldna.NoSignal, saysUnreadable
		return
	case compare.Denies(action) != compare.Denies(c.Goal) && (otherLetters(action) || otherLetters(c.Goal)):
		c.Signal, c.Similarity, c.Note = false, goaldna.NoSignal, saysUnsure
		return
	}
	of := words.LanguageOf(strings.Join(append(goals, action), "\n"))
	for i := range goals {
		goals[i] = of.Bare(goals[i])
	}
	m := goaldna.NewHybrid(goals[0], goals[1:]...).Measure(of.Bare(action))
	m.Matched, m.Foreign, m.Missing = shared, c.Measured.Foreign, c.Measured.Missing
	*c.Measured, c.Similarity = m, m.Similarity
}

// otherLetters reports whether a text has letters that are not Latin.
func otherLetters(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) && !unicode.Is(unicode.Latin, c) })
}

// judges reports whether the alignments of a text with the goals of a tree say something: models read both, or the text has a word of one of the goals.
func judges(tree *purpose.Tree, text string) bool {
	other := words.Other(text)
	for _, goal := range tree.All() {
		if !other && !ofOther(goal.Description) || len(words.Shared(goal.Description, text)) > 0 {
			return true
		}
	}
	return false
}

// ofOther reports whether a goal, which is short, is in another language than English.
func ofOther(goal string) bool { return words.Other(goal) || !compare.English(goal) }

// withhold takes all alignments from a memory.
func withhold(vector *[models.Count]float32) {
	for s := range vector {
		vector[s] = float32(math.NaN())
	}
}
