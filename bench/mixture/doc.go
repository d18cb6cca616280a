// Package mixture answers: what could a million memories be? It mixes any number of them from a few thousand real texts, so that they are distributed as real
// ones are, and asks real questions of them. bench/search and bench/gpu measure search with it; bench/search's README describes how.
package mixture
