package aims

import (
	"math"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/goaldna"
	"asterism/engine/purpose"
	"asterism/engine/words"
	"asterism/models"
)

// judge knows which texts vectors can be asked about. Of two texts in a language that a model does not read they tell little more than that both are in it: what can be told of these is told by the words
// that they share.
type judge struct {
	unread     func(text string) bool // most of its letters are unknown
	comparable func(a, b string) bool // vectors tell how they stand to each other
}

func judgeBy(c Config) judge {
	j := judge{c.Unread, c.Comparable}
	if j.unread == nil {
		j.unread = func(string) bool { return false }
	}
	if j.comparable == nil {
		j.comparable = func(a, b string) bool { return true }
	}
	return j
}

// What a check says where the models do not read a step or a goal.
const (
	saysUnreadable = "cannot judge: the models do not read the language of this step, or of the goal, and they share no word; say both in English"
	saysUnsure     = "cannot judge: the step and the goal share words, and one of them says that something is not to be, in a language that is not read; say both in English"
)

// step corrects the measure of a step where models do not read it or the goal: it is that of their words then, and there is none where they share no word.
func (j judge) step(c *GoalChecked, action string) {
	if !c.Signal || c.Contradicts || j.comparable(action, c.Goal) {
		return
	}
	goals := append([]string{c.Goal}, c.SubGoals...)
	shared := words.Shared(strings.Join(goals, "\n"), action)
	if len(shared) == 0 {
		c.Signal, c.Similarity, c.Note = false, goaldna.NoSignal, saysUnreadable
		return
	}
	for _, goal := range goals {
		if compare.Denies(action) != compare.Denies(goal) && len(words.Shared(goal, action)) > 0 {
			c.Signal, c.Similarity, c.Note = false, goaldna.NoSignal, saysUnsure
			return
		}
	}
	of := words.LanguageOf(strings.Join(append(goals, action), "\n"))
	for i := range goals {
		goals[i] = of.Bare(goals[i])
	}
	m := goaldna.NewHybrid(goals[0], goals[1:]...).Measure(of.Bare(action))
	m.Matched, m.Foreign, m.Missing = shared, c.Measured.Foreign, c.Measured.Missing
	*c.Measured, c.Similarity = m, m.Similarity
}

// aligns reports whether the alignments of a text with the goals of a tree say something: its letters are known, and models read it and one of the goals, or it has a word of one. Where one alone of a
// text that is not read and a goal denies something, nothing is known.
func (j judge) aligns(tree *purpose.Tree, text string) bool {
	if j.unread(text) {
		return false
	}
	known := false
	for _, goal := range tree.All() {
		if j.comparable(goal.Description, text) {
			known = true
		} else if len(words.Shared(goal.Description, text)) > 0 {
			if compare.Denies(text) != compare.Denies(goal.Description) {
				return false
			}
			known = true
		}
	}
	return known
}

// withhold takes all alignments from a memory.
func withhold(vector *[models.Count]float32) {
	for s := range vector {
		vector[s] = float32(math.NaN())
	}
}
