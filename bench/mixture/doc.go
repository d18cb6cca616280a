// Package mixture answers: what could a million memories be? It mixes any number of them out of a few thousand real texts, so that they lie as real ones do, and
// asks real questions of them. bench/search and bench/gpu measure search with it; bench/search's README says how it is done.
package mixture
