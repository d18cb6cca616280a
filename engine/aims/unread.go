package aims

import (
	"math"
	"slices"

	"asterism/engine/purpose"
	"asterism/models"
)

// judge knows which texts vectors can be asked about. Of two texts in a language that a model does not read they tell little more than that both are in it.
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

// aligns reports whether the alignments of a text with the goals of a tree say something: models read it, and one of the goals. Words that both share are no reason to ask vectors, and they do not make
// an alignment either: they can say that a memory is on a goal, never that it is not, so that the drift of such memories would be none whatever they are about.
func (j judge) aligns(tree *purpose.Tree, text string) bool {
	return j.reads(text) && slices.ContainsFunc(tree.All(), func(goal *purpose.Tree) bool { return j.comparable(goal.Description, text) })
}

// reads reports whether models read the language of a text by itself. That of a short one may not be told; it counts as read.
func (j judge) reads(text string) bool { return j.comparable(text, "") && !j.unread(text) }

// readsOne reports whether models read the language of one of the goals of a tree. Without one nothing has an alignment with it.
func (j judge) readsOne(tree *purpose.Tree) bool {
	return slices.ContainsFunc(tree.All(), func(goal *purpose.Tree) bool { return j.reads(goal.Description) })
}

// withhold takes all alignments from a memory.
func withhold(vector *[models.Count]float32) {
	for s := range vector {
		vector[s] = float32(math.NaN())
	}
}
