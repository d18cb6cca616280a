package search

import "asterism/engine/search"

// exactly makes a question one that looks at every memory, however many.
func exactly(q search.Question) search.Question {
	q.Exact = true
	return q
}
