package main

import (
	"asterism/engine/search"
	"asterism/models"
)

// weighing is a way to weigh the spaces of a question.
type weighing struct {
	name    string
	prepare func(*question) search.Question
}

// weighings are both ways that are measured: all spaces alike, which is what the goals are about, and the product's own choice.
var weighings = []weighing{
	{"", func(q *question) search.Question { return ask(q, allSpaces()) }},
	{"_auto", func(q *question) search.Question { return ask(q, q.auto) }},
}

const topK = 10

func ask(q *question, weights [models.Count]float64) search.Question {
	return search.Question{Values: q.values, Time: asOf, Weights: weights, TopK: topK}
}

func allSpaces() (w [models.Count]float64) {
	for i := range w {
		w[i] = 1
	}
	return w
}

// alone weighs one space.
func alone(s models.Space) (w [models.Count]float64) {
	w[s] = 1
	return w
}

// prepared are the questions weighed one way.
func (m *mixer) prepared(w weighing) []search.Question {
	out := make([]search.Question, len(m.base.questions))
	for i := range out {
		out[i] = w.prepare(&m.base.questions[i])
	}
	return out
}
