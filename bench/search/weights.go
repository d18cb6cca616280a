package search

import (
	"asterism/bench/mixture"
	"asterism/engine/search"
)

// weighing is a way to weigh the spaces of a question.
type weighing struct {
	name    string
	prepare func(*mixture.Question) search.Question
}

// weighings are both ways that are measured: all spaces alike, which is what the goals are about, and the product's own choice.
var weighings = []weighing{
	{"", func(q *mixture.Question) search.Question { return q.Ask(mixture.AllSpaces()) }},
	{"_auto", func(q *mixture.Question) search.Question { return q.Ask(q.Auto) }},
}

// prepared are the questions weighed one way.
func prepared(m *mixture.Mixer, w weighing) []search.Question {
	out := make([]search.Question, len(m.Base.Questions))
	for i := range out {
		out[i] = w.prepare(&m.Base.Questions[i])
	}
	return out
}
