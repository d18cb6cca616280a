// Package temporal answers: how similar are two times?
//
// It is the only Go implementation of the formulas of E2 (freshness), E3 (cycles) and E4 (order): recent.go, periodic.go and positional.go.
// Each begins with its constants; then come the vector, which is the definition, and the cosine of two such vectors in closed form, which is
// cheap enough for a search: a test compares it with the vectors. The GPU's kernels implement the same formulas in CUDA: their checks
// compare them with this package, and a test compares the constants in their sources with those here.
package temporal
