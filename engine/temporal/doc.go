// Package temporal answers: how alike are two times?
//
// It is the one Go statement of the formulas of E2 (freshness), E3 (cycles) and E4 (order). vector.go writes the vectors, which are the definition.
// similarity.go gives the cosines of two such vectors in closed form, as a search can afford them: a test proves them against the vectors.
// The GPU's kernels state the same formulas in CUDA; their checks compare them with this package.
package temporal
