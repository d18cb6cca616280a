// Package temporal answers: how alike are two times?
//
// It is the one Go statement of the formulas of E2 (freshness), E3 (cycles) and E4 (order): recent.go, periodic.go and positional.go. Each
// begins with its numbers; then come the vector, which is the definition, and the cosine of two such vectors in closed form, as a search can
// afford it: a test proves it against the vectors. The GPU's kernels state the same formulas in CUDA: their checks compare them with this
// package, and a test holds the numbers in their sources to those here.
package temporal
