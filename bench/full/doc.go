// Package full answers: do converted models of the full profile give what they should, and at what cost? It writes one
// model after the other at full size, with weights that are drawn (models/drawn), converts it as `asterism models pull`
// does, compares what the backend gives with float64 (models/drawn/reference), and measures start, memory and speed. Its tests do
// the same with tiny models.
package full
