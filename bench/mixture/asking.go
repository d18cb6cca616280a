package mixture

import (
	"asterism/engine/search"
	"asterism/models"
)

// TopK is how many hits a question wants.
const TopK = 10

// Ask is the question of a search, with these weights, asked at [AsOf].
func (q *Question) Ask(weights [models.Count]float64) search.Question {
	return search.Question{Values: q.Values, Time: AsOf, Weights: weights, TopK: TopK}
}

// AllSpaces gives all spaces the same weight.
func AllSpaces() (w [models.Count]float64) {
	for i := range w {
		w[i] = 1
	}
	return w
}

// Alone weighs one space.
func Alone(s models.Space) (w [models.Count]float64) {
	w[s] = 1
	return w
}
