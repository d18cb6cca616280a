// Package answerable answers: is a chance of relevance one that can be believed?
//
// It asks questions of stores that have the answer and of stores that do not. It fits the model of engine/relevance on the first kind of
// sets, and measures on the second how well it separates both and whether chances are calibrated. bench/quality reads the sets and runs
// it.
package answerable
