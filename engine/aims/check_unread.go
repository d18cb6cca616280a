package aims

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"asterism/engine/compare"
	"asterism/engine/goaldna"
	"asterism/engine/words"
)

// What a check says where the models do not read a step or a goal.
const (
	saysUnreadable = "cannot judge: the models do not read the language of %s, and they share no word; say %s in English"
	saysFewWords   = "cannot judge: the models do not read the language of %s, and the words that they share (%s) are too few to tell; say %s in English"
	saysByWords    = "by the words alone that the step and the goal share: the models do not read the language of %s, and whether the step works for or against the goal is not known"
	saysUnsure     = "cannot judge: the step and the goal share words, and one of them says that something is not to be, in a language that is not read; say both in English"
)

const (
	leastShared = 2  // words of a step and a goal, from which on they tell that the step is on the goal: any one may stand in texts about anything
	sharedPart  = .4 // of the words of the shorter of the two, likewise
)

// step corrects the measure of a step where models do not read it or the goals: it is that of their words then. Where these share no or few words, or one alone denies something, there is none.
func (j judge) step(c *GoalChecked, action string) {
	goals := append([]string{c.Goal}, c.SubGoals...)
	if !c.Signal || c.Contradicts || slices.ContainsFunc(goals, func(goal string) bool { return j.comparable(goal, action) }) {
		return
	}
	shared, enough, unsure := []string(nil), false, false
	for _, goal := range goals {
		some := words.Shared(goal, action)
		unsure = unsure || len(some) > 0 && compare.Denies(action) != compare.Denies(goal)
		enough = enough || tells(goal, action, some)
		for _, w := range some {
			if !slices.Contains(shared, w) {
				shared = append(shared, w)
			}
		}
	}
	c.Measured.Matched = shared
	whose, say := j.whose(action, goals)
	switch {
	case len(shared) == 0:
		c.withhold(fmt.Sprintf(saysUnreadable, whose, say))
	case !enough:
		c.withhold(fmt.Sprintf(saysFewWords, whose, strings.Join(shared, ", "), say))
	case unsure:
		c.withhold(saysUnsure)
	default:
		of := words.LanguageOf(strings.Join(append(goals, action), "\n"))
		bare := make([]string, len(goals))
		for i := range goals {
			bare[i] = of.Bare(goals[i])
		}
		m := goaldna.NewHybrid(bare[0], bare[1:]...).Measure(of.Bare(action))
		m.Matched, m.Foreign, m.Missing = shared, c.Measured.Foreign, c.Measured.Missing
		*c.Measured, c.Similarity, c.Note = m, m.Similarity, fmt.Sprintf(saysByWords, whose)
	}
}

// withhold takes the signal from a check, and says why.
func (c *GoalChecked) withhold(note string) {
	c.Signal, c.Similarity, c.Note = false, goaldna.NoSignal, note
}

// whose says which of a step and its goals the models do not read, and which are to be said in English.
func (j judge) whose(action string, goals []string) (whose, say string) {
	switch step, goal := j.reads(action), slices.ContainsFunc(goals, j.reads); {
	case step && !goal:
		return "the goal", "the goal"
	case goal && !step:
		return "this step", "the step"
	}
	return "this step, or of the goal", "both"
}

// tells reports whether the words that a goal and a step share are enough to say that the step is on it.
func tells(goal, action string, shared []string) bool {
	n := wordsIn(shared)
	return n >= leastShared && float64(n) >= sharedPart*float64(min(wordsIn(words.Shared(goal, goal)), wordsIn(words.Shared(action, action))))
}

// wordsIn is how many words stand in what [words.Shared] found: of texts without spaces it finds pairs of neighbouring characters. Two Chinese characters are a word, at the usual length of these, and a run of
// Katakana or Thai is one.
func wordsIn(shared []string) (n int) {
	last, han := rune(0), 0 // the last character of a run, and how many Chinese ones end it so far
	for _, s := range shared {
		pair := []rune(s)
		if len(pair) > 2 || !words.Unspaced(pair[0]) {
			n, last, han = n+1, 0, 0
			continue
		}
		if pair[0] != last {
			han, last = 0, 0
		} else {
			pair = pair[1:]
		}
		for _, c := range pair {
			switch {
			case unicode.Is(unicode.Han, c):
				if han++; han%2 == 0 {
					n++
				}
			case last == 0 || unicode.Is(unicode.Han, last):
				n, han = n+1, 0
			}
			last = c
		}
	}
	return n
}
