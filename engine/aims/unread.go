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

// judge knows which texts vectors can be asked about. Of two texts in a language that a model does not read they tell little more than that both are in it: what can be told of these is told by the words
// that they share.
type judge struct {
	unread func(text string) bool // most of its letters are unknown
	reads  func(text string) bool
}

func judgeBy(unread, reads func(text string) bool) judge {
	if unread == nil {
		unread = func(string) bool { return false }
	}
	if reads == nil {
		reads = func(string) bool { return true }
	}
	return judge{unread, reads}
}

// What a check says where the models do not read a step or a goal.
const (
	saysUnreadable = "cannot judge: the models do not read the language of this step, or of the goal, and they share no word; say both in English"
	saysUnsure     = "cannot judge: the step and the goal share words, and one of them says that something is not to be, in a language that is not read; say both in English"
)

// step corrects the measure of a step where models do not read it or the goal: it is that of their words then, and there is none where they share no word.
func (j judge) step(c *GoalChecked, action string) {
	if !c.Signal || j.reads(action) && j.reads(c.Goal) {
		return
	}
	goals := append([]string{c.Goal}, c.SubGoals...)
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

// aligns reports whether the alignments of a text with the goals of a tree say something: its letters are known, and models read it and one of the goals, or it has a word of one.
func (j judge) aligns(tree *purpose.Tree, text string) bool {
	if j.unread(text) {
		return false
	}
	read := j.reads(text)
	for _, goal := range tree.All() {
		if read && j.reads(goal.Description) || len(words.Shared(goal.Description, text)) > 0 {
			return true
		}
	}
	return false
}

// withhold takes all alignments from a memory.
func withhold(vector *[models.Count]float32) {
	for s := range vector {
		vector[s] = float32(math.NaN())
	}
}
