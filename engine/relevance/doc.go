// Package relevance answers: how likely is it that a memory that was found answers the question?
//
// Scores rank the memories of one search. They cannot be compared between stores: the best of a thousand unrelated memories scores more than
// the best of ten. The chance can. It is computed from what a question and a memory have in common ([Features]): the standard scores of the
// spaces, cosines, which of the question's words are in the text or near to one there, names and numbers that it lacks, and how
// many memories were searched. An additive model combines them. `go run ./bench relevance` fits its weights (weights.json) on
// held-out training text and notes made from templates. Half of the questions have no answer in the store; the stores hold 35 to
// some thousands of memories.
//
// The weights are for the compact profile's models. What these cannot read, such as a language that their vocabulary lacks, counts as
// not in common unless it is in the text letter by letter.
package relevance
