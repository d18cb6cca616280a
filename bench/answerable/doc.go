// Package answerable answers: is a chance of relevance one that can be believed?
//
// It asks questions of stores that hold the answer and of stores that do not, fits the model of engine/relevance on the first kind of
// sets, and measures on the second how well it tells both apart and whether chances come true. bench/quality reads the sets and runs it.
package answerable
