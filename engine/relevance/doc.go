// Package relevance answers: how likely is it that a memory which was found answers the question?
//
// Scores rank the memories of one search. They cannot be compared between stores: the best of a thousand strangers scores more than
// the best of ten. The chance can. It comes from what a question and a memory have in common ([Features]): the standard scores of the
// spaces, cosines, which of the question's words stand in the text or are near to one there, names and numbers that it lacks, and how
// many memories were searched. An additive model joins them; its weights (weights.json) are fitted by `go run ./bench relevance` on
// held-out training text and notes drawn from templates, half of the questions without an answer in the store, in stores of 35 to
// some thousands.
//
// The weights are of the compact profile's models. What they have not read, such as a language that their vocabulary lacks, counts as
// not in common unless it stands in the text letter by letter.
package relevance
