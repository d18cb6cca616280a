// Package full answers: do converted models of the full profile compute what they should, and at what cost? It writes one model
// after the other at full size, with random weights (models/drawn), converts it as `asterism models pull` does, compares the
// backend's values with float64 (models/drawn/reference), and measures start, memory and speed. Its tests do the same with tiny
// models.
package full
